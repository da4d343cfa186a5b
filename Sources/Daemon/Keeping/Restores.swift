import AlarmClock
import Control
import Glibc
import Machine
import Storage

/// Copies of the store that people bring back, and of their own sounds. The ledger's thread writes none of what is handed
/// over, which may take a slow disk minutes.
actor Restores {
  private let ledger: Ledger
  private let sounds: OwnSoundStore
  private let time: any TimeSource
  /// Beside the store, so that a death leaves no more than one, and none of it in memory.
  private let folder: String
  /// A file that people are handing over.
  private var upload: IncomingFile?
  /// One that was handed over is being read.
  private var isReading = false

  /// In bytes.
  private static let largest = StrangeCopy.largestStore + SoundArchive.largest

  init(ledger: Ledger, sounds: OwnSoundStore, stateFolder: String, time: any TimeSource) {
    self.ledger = ledger
    self.sounds = sounds
    self.time = time
    folder = stateFolder + "/restore"
  }

  func begin(size: Int) async throws(ControlError) -> Int {
    try await Self.checkThatNothingRings(ledger)
    guard !isReading else { throw Self.otherRestore }
    guard (1...Self.largest).contains(size) else {
      throw Self.notABackup(
        size < 1 ? "it is empty" : "it has \(size) bytes, and a copy of a clock has \(Self.largest) at most")
    }
    // What only sounds can make so large is not to fill the disk; a small copy may be what mends a full one.
    if size > StrangeCopy.largestStore {
      do throws(SoundProblem) { try sounds.folder.checkSpace(for: size) } catch { throw Self.noSpace(error.why) }
    }
    // The one before it is in the same place.
    upload = nil
    do {
      let upload = try IncomingFile(size: size, in: folder, called: "rouse.sqlite", mode: 0o600, at: time.monotonic)
      self.upload = upload
      return upload.number
    } catch {
      throw Self.noSpace("\(error)")
    }
  }

  func take(_ number: Int, _ bytes: [UInt8]) throws(ControlError) {
    guard upload?.number == number else { throw Self.lostUpload }
    do throws(SystemError) { try upload?.append(bytes, at: time.monotonic) } catch {
      if error.code == EFBIG { throw Self.notABackup("it has grown meanwhile") }
      upload = nil
      throw Self.noSpace(String(cString: strerror(error.code)))
    }
  }

  /// Puts what was handed over in the place of all alarms, cards, settings and presets. The log, how rings ended, and
  /// the timers of now stay: those of the copy are long over. Its sounds come first, as its alarms are to find them; where
  /// the rest is not stored they go again. (A death in between leaves the copy's sounds with the book of before. They are
  /// whole; but a file of before that had the name of one of them is lost.)
  func finish(_ number: Int) async throws(ControlError) -> RestoreView {
    guard let upload, upload.number == number else { throw Self.lostUpload }
    guard !isReading else { throw Self.otherRestore }
    self.upload = nil
    // Until it was read, nobody else's file may take its place.
    isReading = true
    defer { isReading = false }
    try await Self.checkThatNothingRings(ledger)
    guard upload.isWhole else { throw Self.notABackup("it did not arrive whole") }
    let copy = try await read(upload)
    var placed: PlacedSounds?
    if let archive = copy.sounds {
      let incoming = try await receive(archive, from: upload)
      // Nothing is exchanged under a ring.
      try await Self.checkThatNothingRings(ledger)
      placed = try await sounds.place(incoming)
    }
    switch await Self.installed(copy, in: ledger) {
    case .success(var view):
      if let placed {
        await sounds.keep(placed)
        view.notes += placed.notes
      }
      return view
    case .failure(let failure):
      if let placed {
        // What is in force needs them, though the disk was lost at once.
        if failure.isInForce { await sounds.keep(placed) } else { await sounds.takeBack(placed) }
      }
      throw failure.error
    }
  }

  /// Has the sounds prepared, from the last on. Each is cut off the file once it was taken out, so that the disk need not
  /// hold all of them twice.
  private func receive(_ archive: SoundArchive, from upload: IncomingFile) async throws(ControlError) -> IncomingSounds
  {
    var incoming = try await sounds.receive(archive)
    let number = open(upload.path, O_RDWR | O_CLOEXEC)
    guard number >= 0 else { throw Self.noSpace(String(cString: strerror(errno))) }
    let file = Descriptor(number)
    for index in archive.entries.indices.reversed() {
      guard !Task.isCancelled else { throw Self.lostUpload }
      // Decoding takes its time, and the processor from a ring.
      try await Self.checkThatNothingRings(ledger)
      if let sound = try await sounds.receive(index, of: archive, from: file, into: incoming.scratch) {
        incoming.sounds.append(sound)
      }
      guard ftruncate(file.number, archive.offset(of: index)) == 0 else {
        throw Self.noSpace(String(cString: strerror(errno)))
      }
    }
    return incoming
  }

  /// Lets go of what nobody hands over any more.
  func look() {
    if let upload, time.monotonic - upload.touched >= StoreHealth.round { self.upload = nil }
  }

  /// A death in the middle of a restore has left it.
  func removeLeftovers() { if upload == nil, !isReading { ScratchFolder.remove(folder) } }

  /// What the copy holds. It is read on another thread: however long that takes, outcomes are stored meanwhile.
  private func read(_ upload: IncomingFile) async throws(ControlError) -> StrangeCopy {
    let path = upload.path
    let looked = await Aside.look(within: .seconds(60), time: time) {
      StrangeCopy.read(fileAt: path, scratch: path + "-alone")
    }
    switch looked {
    case .success(let copy)?:
      if let flaw = copy.flaws.first {
        let more = copy.flaws.count == 1 ? "" : ", and \(copy.flaws.count - 1) more are no good"
        let fix =
          flaw.rowID == 0 ? nil : "sqlite3 FILE 'DELETE FROM \(flaw.table.rawValue) WHERE rowid = \(flaw.rowID)'"
        throw Self.notABackup("\(flaw)\(more)", fix: fix.map { "take it out of the file: `\($0)`, then try again" })
      }
      return copy
    case .failure(.sounds(let flaw))?: throw Self.notABackup(flaw.why, fix: flaw.fix)
    case .failure(.store(let error))? where error.kind == .full: throw Self.noSpace(error.description)
    case .failure(.store(let error))?:
      throw Self.notABackup(
        error.kind == .newerVersion ? "\(error.reason); install the Rouse that made it" : error.description)
    case nil: throw Self.notABackup("it could not be read within a minute")
    }
  }

  // MARK: On the ledger

  /// Refuses what would take an alarm away from under the one it is to wake.
  private static func checkThatNothingRings(_ ledger: isolated Ledger) throws(ControlError) {
    guard ledger.scheduler.ringing.isEmpty else { throw busyRinging(ledger) }
    for alarm in ledger.book.alarms { try ledger.refuseIfLocked(alarm, "a restore") }
  }

  private struct Failure: Error {
    let error: ControlError
    /// What was to be restored is in force all the same.
    let isInForce: Bool
  }

  private static func installed(_ copy: StrangeCopy, in ledger: isolated Ledger) -> Result<RestoreView, Failure> {
    var isDone = false
    do throws(ControlError) { return .success(try install(copy, in: ledger, &isDone)) } catch {
      return .failure(Failure(error: error, isInForce: isDone))
    }
  }

  private static func install(
    _ copy: StrangeCopy, in ledger: isolated Ledger, _ isDone: inout Bool
  ) throws(ControlError) -> RestoreView {
    ledger.reopenStore()
    // Meanwhile an alarm may have come due.
    try checkThatNothingRings(ledger)
    let zone = ledger.zone
    var book = copy.book
    let disabled = book.disableWhatIsOver(at: ledger.time.now, in: zone)
    let day = "\(ledger.folder.backups.folder)/rouse-\(zone.local(ledger.time.now).date)"
    // The first of a day is the one that somebody may want back most.
    var ending = "-before-restore"
    var count = 1
    while DurableFile.exists(day + ending + ".sqlite") {
      count += 1
      ending = "-before-restore-\(count)"
    }
    let before = day + ending + ".sqlite"
    defer {
      // Also where it is in force, and the disk took it and was lost at once.
      if isDone {
        ledger.showMisses()
        ledger.tellFollowers()
      }
    }
    try ledger.commitWhole("what is to be restored") { _ throws(StorageError) in
      try StoreCare.backUp(ledger, ending)
      isDone = try ledger.install(book, mayRing: false)
    }
    guard isDone else { throw busyRinging(ledger) }
    let own = SettingKey.allCases.filter { book.settings.text(of: $0) != Settings().text(of: $0) }.count
    let taken = copy.last.map { RFC3339.format($0, in: zone) }
    ledger.events.append(
      .storageRestored,
      detail: "from a copy" + (taken.map { " of \($0)" } ?? "")
        + ": \(book.alarms.count) alarms, \(book.cards.count) cards, \(own) settings, "
        + "\(copy.sounds?.entries.count ?? 0) sounds; before: \(before)")
    return RestoreView(
      alarms: book.alarms.count, cards: book.cards.count, settings: own, sounds: copy.sounds?.entries.count ?? 0,
      taken: taken, before: before,
      notes: notes(on: disabled, book.settings.timeFormat))
  }

  private static let mostNamed = 50

  /// Names each alarm that was disabled, and how it is set again.
  private static func notes(on disabled: [AlarmBook.Disabled], _ format: Settings.TimeFormat) -> [String] {
    let notes = disabled.prefix(mostNamed).map { disabled in
      let alarm = disabled.alarm
      guard let passed = disabled.passed else {
        return "\(alarm.name) is disabled: no enrolled card could end it. Enroll one (rouse card add NAME), then: "
          + "rouse alarm enable \(alarm.id)"
      }
      var again = "rouse alarm enable \(alarm.id)"
      if case .instant = alarm.recurrence { again = "rouse alarm edit \(alarm.id) --time \(passed.time) && \(again)" }
      return "\(alarm.name) is disabled: \(passed.date) \(passed.time.text(format)) has passed. Set it again: \(again)"
    }
    let more = disabled.count - mostNamed
    return more > 0 ? notes + ["\(more) more are disabled: rouse alarm list"] : notes
  }

  private static func busyRinging(_ ledger: isolated Ledger) -> ControlError {
    ledger.events.append(.changeRefused, detail: "a restore while an alarm rings")
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
