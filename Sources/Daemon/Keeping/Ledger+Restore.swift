import AlarmClock
import Control
import Glibc
import Machine
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
    var (holdings, last) = try await read(upload)
    // Meanwhile an alarm may have come due.
    try checkRestore()
    var notes = disableWhatIsOver(&holdings)
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
    tellFollowers()
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
    guard !isReadingCopy else { throw Self.otherRestore }
    guard scheduler.ringing.isEmpty else { throw busyRinging }
    if let locked = lockedAlarms.first { throw refusal(of: "a restore", because: locked) }
  }

  /// What the copy holds. It is read on another thread: however long that takes, outcomes are stored meanwhile.
  private func read(_ upload: IncomingFile) async throws(ControlError) -> (Holdings, last: Instant?) {
    isReadingCopy = true
    defer { isReadingCopy = false }
    let path = upload.path
    switch await Aside.look(within: .seconds(60), time: time, { StrangeCopy.read(fileAt: path) }) {
    case .success(let copy)?:
      if let flaw = copy.flaws.first {
        let more = copy.flaws.count == 1 ? "" : ", and \(copy.flaws.count - 1) more are no good"
        let fix =
          flaw.rowID == 0 ? nil : "sqlite3 FILE 'DELETE FROM \(flaw.table.rawValue) WHERE rowid = \(flaw.rowID)'"
        throw Self.notABackup("\(flaw)\(more)", fix: fix.map { "take it out of the file: `\($0)`, then try again" })
      }
      return (copy.holdings, copy.last)
    case .failure(let error)? where error.kind == .full: throw Self.noSpace(error.description)
    case .failure(let error)?:
      throw Self.notABackup(
        error.kind == .newerVersion ? "\(error.reason); install the Rouse that made it" : error.description)
    case nil: throw Self.notABackup("it could not be read within a minute")
    }
  }

  private static let mostNamed = 50

  /// Disables what cannot ring any more, or could not be ended; names each, and how it is set again.
  private func disableWhatIsOver(_ holdings: inout Holdings) -> [String] {
    let cards = holdings.cards
    var notes: [String] = []
    for index in holdings.alarms.indices where holdings.alarms[index].isEnabled {
      let alarm = holdings.alarms[index]
      let name = alarm.name
      if let over = over(alarm.recurrence) {
        let again =
          if case .instant = alarm.recurrence {
            "rouse alarm edit \(alarm.id) --time \(over.time) && rouse alarm enable \(alarm.id)"
          } else {
            "rouse alarm enable \(alarm.id)"
          }
        notes.append("\(name) is disabled: \(over.date) \(over.time) has passed. Set it again: \(again)")
      } else if !cards.contains(where: alarm.isAnswered) {
        notes.append(
          "\(name) is disabled: no enrolled card could end it. Enroll one (rouse card add NAME), then: "
            + "rouse alarm enable \(alarm.id)")
      } else {
        continue
      }
      holdings.alarms[index].isEnabled = false
    }
    guard notes.count > Self.mostNamed else { return notes }
    return notes.prefix(Self.mostNamed) + ["\(notes.count - Self.mostNamed) more are disabled: rouse alarm list"]
  }

  /// When what rings once was to ring; nil: it is still to come.
  private func over(_ recurrence: Recurrence) -> LocalDateTime? {
    switch recurrence {
    case .weekly: nil
    case .instant(let due): due <= time.now ? zone.local(due) : nil
    case .once(let local): zone.resolve(local).instant <= time.now ? local : nil
    }
  }

  private var busyRinging: ControlError {
    events.append(.changeRefused, detail: "a restore while an alarm rings")
    return ControlError(
      .tryAgain, "nothing can be restored while an alarm is ringing", why: "a ring ends by the cards it began with",
      fix: "show the alarm's card first, then try again")
  }

  private static func notABackup(_ why: String, fix: String? = nil) -> ControlError {
    ControlError(
      .badData, "the file cannot be restored", why: "\(why); nothing was changed",
      fix: fix
        ?? "give a file that `rouse backup` has written, whole; the clock's own are in the folder `backups` beside its store"
    )
  }

  private static func noSpace(_ why: String) -> ControlError {
    ControlError(
      .cannotWrite, "the file could not be handed over", why: "\(why); nothing was changed",
      fix: "free space or make the state folder writable (`rouse status` names it), then try again")
  }

  private static var otherRestore: ControlError {
    ControlError(
      .tryAgain, "the file was not restored", why: "another one is being read; nothing was changed", fix: "try again")
  }

  private static var lostUpload: ControlError {
    ControlError(
      .tryAgain, "the file was not restored",
      why: "another restore began, or this one took too long; nothing was changed",
      fix: "try again")
  }
}

/// What somebody has handed over to be restored: a file that may hold anything.
private struct StrangeCopy: Sendable {
  var holdings: Ledger.Holdings
  /// When the last event of its log was.
  var last: Instant?
  var flaws: [Flaw]

  /// Several times what anybody has.
  private static let mostCards = 1000

  /// Nothing is read of it but what its tables, which are ours, hold.
  static func read(fileAt path: String) -> Result<StrangeCopy, StorageError> {
    do throws(StorageError) {
      try Store.check(fileAt: path, isStrange: true)
      let store = try Store(path: path, isThere: true)
      let holdings = Ledger.Holdings(
        alarms: try store.alarms(), cards: try store.cards(), settings: try StateFolder.settings(of: store),
        presets: try store.presets(), salt: store.salt)
      for (count, most, what) in [
        (holdings.alarms.count, Ledger.mostAlarms, "alarms"), (holdings.cards.count, mostCards, "cards"),
        (holdings.presets.count, Timer.most, "presets"),
      ] where count > most {
        throw StorageError(.corrupt, "reading the \(what)", "there are \(count), and \(most) at most are taken")
      }
      let last = try store.events(since: nil, limit: 1).last?.time
      return .success(StrangeCopy(holdings: holdings, last: last, flaws: store.flaws))
    } catch {
      return .failure(error)
    }
  }
}
