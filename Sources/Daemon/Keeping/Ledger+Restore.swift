import AlarmClock
import Control
import Glibc
import Storage

/// Copies of the store that people take away, and bring back.
extension Ledger {
  /// In bytes: several thousand times what a clock with its whole log has.
  private static let largestRestore = 64 << 20

  // MARK: Taking away

  /// A consistent copy of all that is stored: an open file without a name.
  func copyOfStore() throws(ControlError) -> Descriptor {
    storeEvents()
    do {
      guard !folder.isLost else { throw StorageError(.corrupt, "copying the store", "it is broken") }
      let scratch = try ScratchFolder()
      let path = scratch.path + "/copy"
      try folder.store.copy(to: path)
      let number = open(path, O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { throw SystemError("opening \(path)", errno) }
      return Descriptor(number)
    } catch {
      throw ControlError(
        .cannotCreate, "no copy of the store could be made", why: "\(error)",
        fix: "free memory and space (`df -h /dev/shm /tmp`), see `rouse status`, then try again")
    }
  }

  // MARK: Bringing back

  /// Beside the store, so that a death leaves no more than one, and none of it in memory.
  var uploadFolder: String { folder.path + "/restore" }

  func beginRestore(size: Int) throws(ControlError) -> Int {
    try checkRestore()
    guard (1...Self.largestRestore).contains(size) else {
      throw Self.notABackup(
        size < 1
          ? "it is empty" : "it has \(size) bytes, and a store of this clock has \(Self.largestRestore) at most")
    }
    // The one before it is in the same place.
    upload = nil
    do {
      let upload = try IncomingFile(
        size: size, in: uploadFolder, called: "rouse.sqlite", mode: 0o600, at: time.monotonic)
      self.upload = upload
      return upload.number
    } catch {
      throw Self.noSpace("\(error)")
    }
  }

  func uploadRestore(_ number: Int, _ bytes: [UInt8]) throws(ControlError) {
    guard upload?.number == number else { throw Self.lostUpload }
    do throws(SystemError) { try upload?.append(bytes, at: time.monotonic) } catch {
      if error.code == EFBIG { throw Self.notABackup("it has grown meanwhile") }
      upload = nil
      throw Self.noSpace(String(cString: strerror(error.code)))
    }
  }

  /// Puts what was handed over in the place of all alarms, cards, settings and presets. The log, how rings ended, and
  /// the timers of now stay: those of the copy are long over.
  func finishRestore(_ number: Int) async throws(ControlError) -> RestoreView {
    guard let upload, upload.number == number else { throw Self.lostUpload }
    self.upload = nil
    try checkRestore()
    guard upload.isWhole else { throw Self.notABackup("it did not arrive whole") }
    var notes: [String] = []
    let (holdings, last) = try read(upload, notes: &notes)
    let day = "\(folder.backups.folder)/rouse-\(zone.local(time.now).date)"
    // The first of a day is the one that somebody may want back most.
    var ending = "-before-restore"
    var count = 1
    while DurableFile.exists(day + ending + ".sqlite") {
      count += 1
      ending = "-before-restore-\(count)"
    }
    let before = day + ending + ".sqlite"
    var isDone = false
    try commitWhole("what is to be restored") { store throws(StorageError) in
      try backUp(ending)
      isDone = try install(holdings, mayRing: false)
    }
    guard isDone else { throw busyRinging }
    await recognizer.use(cards, salt: salt)
    showMisses()
    notes += notesOnMissingSounds
    let settings = Settings()
    let own = SettingKey.allCases.filter { self.settings.text(of: $0) != settings.text(of: $0) }.count
    let taken = last.map { RFC3339.format($0, in: zone) }
    events.append(
      .storageRestored,
      detail: "by somebody, from a copy" + (taken.map { " of \($0)" } ?? "")
        + ": \(alarms.count) alarms, \(cards.count) cards, \(own) settings; before: \(before)")
    return RestoreView(
      alarms: alarms.count, cards: cards.count, settings: own, taken: taken, before: before, notes: notes)
  }

  /// Refuses what would take an alarm away from under the one it is to wake.
  private func checkRestore() throws(ControlError) {
    guard scheduler.ringing.isEmpty else { throw busyRinging }
    if let locked = lockedAlarms.first { throw refusal(of: "a restore", because: locked) }
  }

  /// What the copy holds, as this clock can keep it.
  private func read(_ upload: IncomingFile, notes: inout [String]) throws(ControlError) -> (Holdings, last: Instant?) {
    var holdings: Holdings
    let last: Instant?
    do throws(StorageError) {
      let store = try Store(path: upload.path, isThere: true)
      try Store.check(fileAt: upload.path)
      let contents = try StateFolder.contents(of: store)
      holdings = Holdings(contents)
      last = try store.events(since: nil, limit: 1).last?.time
    } catch  where error.kind == .full {
      throw Self.noSpace(error.description)
    } catch {
      throw Self.notABackup(
        error.kind == .newerVersion ? "\(error.reason); install the Rouse that made it" : error.description)
    }
    do throws(InvalidValue) { try holdings.check() } catch { throw Self.notABackup("\(error)") }
    let disabled = holdings.disable { alarm in
      switch alarm.recurrence {
      case .weekly: false
      case .instant: true
      case .once(let local): zone.resolve(local).instant <= time.now
      }
    }
    if disabled > 0 {
      notes.append("\(disabled) that ring once, at a time that has passed or from then on, are disabled.")
    }
    let cards = holdings.cards
    let unstoppable = holdings.disable { alarm in !cards.contains(where: alarm.isAnswered) }
    if unstoppable > 0 { notes.append("\(unstoppable) that no enrolled card could end are disabled.") }
    return (holdings, last)
  }

  private var busyRinging: ControlError {
    events.append(.changeRefused, detail: "a restore while an alarm rings")
    return ControlError(
      .tryAgain, "nothing can be restored while an alarm is ringing", why: "a ring ends by the cards it began with",
      fix: "show the alarm's card first, then try again")
  }

  private static func notABackup(_ why: String) -> ControlError {
    ControlError(
      .badData, "the file cannot be restored", why: "\(why); nothing was changed",
      fix:
        "give a file that `rouse backup` has written, whole; the clock's own are in the folder `backups` beside its store"
    )
  }

  private static func noSpace(_ why: String) -> ControlError {
    ControlError(
      .cannotWrite, "the file could not be handed over", why: "\(why); nothing was changed",
      fix: "free space or make the state folder writable (`rouse status` names it), then try again")
  }

  private static var lostUpload: ControlError {
    ControlError(
      .tryAgain, "the file was not restored",
      why: "another restore began, or this one took too long; nothing was changed",
      fix: "try again")
  }
}

extension Ledger.Holdings {
  /// Throws for values that nobody could have typed.
  fileprivate func check() throws(InvalidValue) {
    for card in cards { _ = try checkedName(card.name, field: "a card's name", mayBeEmpty: false) }
    for alarm in alarms {
      _ = try checkedName(alarm.label, field: "a label")
      var overrides = alarm.overrides
      for key in SettingKey.ofAlarms {
        guard let text = overrides.text(of: key) else { continue }
        try overrides.set(key, to: text, knownSounds: [text])
      }
    }
    for preset in presets { _ = try TimerPreset.name(preset.name, field: "a preset's name") }
  }

  /// Disables the enabled alarms of which it is so; returns how many.
  fileprivate mutating func disable(where isSo: (Alarm) -> Bool) -> Int {
    var count = 0
    for index in alarms.indices where alarms[index].isEnabled && isSo(alarms[index]) {
      alarms[index].isEnabled = false
      count += 1
    }
    return count
  }
}
