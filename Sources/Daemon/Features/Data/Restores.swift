import AlarmClock
import Control
import Glibc
import Machine
import Storage

/// Restores and imports of copies of the store and the user's sounds. Uploads are not written on the ledger's thread,
/// because that may take minutes on a slow disk.
actor Restores {
  let ledger: Ledger
  let sounds: OwnSoundStore
  /// The upload folder. It is beside the store, so that a crash leaves at most one upload, and none in memory.
  private let folder: String
  private var upload: IncomingFile?
  var isReading = false
  private var use = CopyUse.restore
  /// Called with the store's path after an import is stored and before it is verified, so that tests can damage it.
  private(set) var spoil: @Sendable (String) -> Void = { _ in }

  /// In bytes.
  private static let largest = StrangeCopy.largestStore + SoundArchive.largest
  private static let otherIsRead = "another one is being read"

  init(ledger: Ledger, sounds: OwnSoundStore, stateFolder: String) {
    self.ledger = ledger
    self.sounds = sounds
    folder = stateFolder + "/restore"
  }

  func begin(size: Int, for use: CopyUse = .restore) async throws(ControlError) -> Int {
    try await Self.checkThatNothingRings(ledger, for: use)
    guard !isReading else { throw Self.lostUpload(use, why: Self.otherIsRead) }
    guard (1...Self.largest).contains(size) else {
      throw Self.notABackup(
        size < 1 ? "it is empty" : "it has \(size) bytes, and a copy of a clock has \(Self.largest) at most", use)
    }
    // Sounds must not fill the disk, but restoring a small copy may be the fix for a full one.
    if size > StrangeCopy.largestStore {
      do throws(SoundProblem) { try sounds.folder.checkSpace(for: size) } catch { throw Self.noSpace(error.why) }
    }
    // The previous upload uses the same path.
    upload = nil
    self.use = use
    do {
      let upload = try IncomingFile(
        size: size, in: folder, called: "rouse.sqlite", mode: 0o600, at: ledger.time.monotonic)
      self.upload = upload
      return upload.number
    } catch {
      throw Self.noSpace("\(error)")
    }
  }

  func take(_ number: Int, _ bytes: [UInt8]) throws(ControlError) {
    guard upload?.number == number else { throw Self.lostUpload(use) }
    do throws(SystemError) { try upload?.append(bytes, at: ledger.time.monotonic) } catch {
      if error.code == EFBIG { throw Self.notABackup("it has grown meanwhile", use) }
      upload = nil
      throw Self.noSpace(error.reason)
    }
  }

  /// Replaces all alarms, cards, settings and presets with the upload's. The log, outcomes and current timers stay.
  /// The sounds come first, because the alarms need them, and go again if the rest is not stored. A crash in between
  /// leaves the copy's sounds, which are whole, with the old book, but files with the same names are lost.
  func finish(_ number: Int) async throws(ControlError) -> RestoreView {
    let upload = try take(whole: number, for: .restore)
    defer { isReading = false }
    let copy = try await read(upload, for: .restore)
    let placed = try await place(copy.sounds, of: upload, for: .restore)
    var view = try await putInForce(placed, for: .restore) { ledger, isDone throws(ControlError) in
      try Self.install(copy, in: ledger, &isDone)
    }
    view.notes += placed?.notes ?? []
    return view
  }

  /// Takes over a complete upload and marks it as being read.
  func take(whole number: Int, for use: CopyUse) throws(ControlError) -> IncomingFile {
    guard let upload, upload.number == number else { throw Self.lostUpload(use) }
    guard !isReading else { throw Self.lostUpload(use, why: Self.otherIsRead) }
    self.upload = nil
    guard upload.isWhole else { throw Self.notABackup("it did not arrive whole", use) }
    // Until it has been read, no other upload may take its place.
    isReading = true
    return upload
  }

  func whenStored(_ body: @escaping @Sendable (String) -> Void) { spoil = body }

  /// Moves sounds of a copy into place: those at the indices `wanted`, or all if it is `nil`.
  func place(
    _ archive: SoundArchive?, _ wanted: [Int]? = nil, of upload: IncomingFile, for use: CopyUse
  ) async throws(ControlError) -> PlacedSounds? {
    guard let archive, wanted?.isEmpty != true else { return nil }
    let incoming = try await receive(archive, wanted ?? Array(archive.entries.indices), from: upload, for: use)
    // No sound is exchanged during a ring.
    try await Self.checkThatNothingRings(ledger, for: use)
    return try await sounds.place(incoming)
  }

  /// Puts a copy's book in force, and keeps the placed sounds; takes them back if the book is not in force.
  func putInForce<View: Sendable>(
    _ placed: PlacedSounds?, for use: CopyUse,
    _ body: @Sendable (isolated Ledger, inout Bool) throws(ControlError) -> View
  ) async throws(ControlError) -> View {
    let (result, isDone) = await Self.result(of: use, in: ledger, body)
    if let placed {
      // The book in force needs them, even if the disk failed right after it was stored.
      if case .failure = result, !isDone { await sounds.takeBack(placed) } else { await sounds.keep(placed) }
    }
    return try result.get()
  }

  /// Prepares the sounds from the last to the first, cutting each off the file: the disk need not hold them twice.
  private func receive(
    _ archive: SoundArchive, _ wanted: [Int], from upload: IncomingFile, for use: CopyUse
  ) async throws(ControlError) -> IncomingSounds {
    var incoming = try await sounds.receive(archive, for: use)
    let file = try Self.open(upload, O_RDWR)
    for index in wanted.sorted().reversed() {
      guard !Task.isCancelled else { throw Self.lostUpload(use) }
      // Decoding is slow and takes processor time from a ring.
      try await Self.checkThatNothingRings(ledger, for: use)
      if let sound = try await sounds.receive(index, of: archive, from: file, into: incoming.scratch, for: use) {
        incoming.sounds.append(sound)
      }
      guard ftruncate(file.number, archive.offset(of: index)) == 0 else {
        throw Self.noSpace(String(cString: strerror(errno)))
      }
    }
    return incoming
  }

  static func open(_ upload: IncomingFile, _ flags: Int32) throws(ControlError) -> Descriptor {
    do throws(SystemError) { return try Descriptor(opening: upload.path, flags) } catch { throw noSpace(error.reason) }
  }

  /// Drops an upload that the client no longer continues.
  func look() {
    if let upload, ledger.time.monotonic - upload.touched >= StoreHealth.round { self.upload = nil }
  }

  /// Removes what a crash during a restore left behind.
  func removeLeftovers() { if upload == nil, !isReading { ScratchFolder.remove(folder) } }

  /// Reads the copy, unless something rings, on another thread, so that outcomes are stored meanwhile.
  func read(_ upload: IncomingFile, for use: CopyUse) async throws(ControlError) -> StrangeCopy {
    try await Self.checkThatNothingRings(ledger, for: use)
    let path = upload.path
    let looked = await ledger.time.look(within: .seconds(60)) {
      Result { try StrangeCopy.read(fileAt: path, scratch: path + "-alone") }
    }
    switch looked {
    case .success(let copy)?:
      guard let flaw = copy.flaws.first else { return copy }
      let more = copy.flaws.count == 1 ? "" : ", and \(copy.flaws.count - 1) more are no good"
      let fix =
        flaw.rowID == 0 ? nil : "sqlite3 FILE 'DELETE FROM \(flaw.table.rawValue) WHERE rowid = \(flaw.rowID)'"
      throw Self.notABackup("\(flaw)\(more)", use, fix: fix.map { "take it out of the file: `\($0)`, then try again" })
    case .failure(let flaw as SoundArchive.Flaw)?:
      throw Self.notABackup(flaw.why, use, fix: SoundArchive.fix(flaw.start, use))
    case .failure(let failure)?:
      let error =
        failure as? StorageError ?? (failure as? SystemError).map { StorageError($0) }
        ?? StorageError(.other, "reading the file", "\(failure)")
      switch error.kind {
      case .full: throw Self.noSpace(error.description)
      case .olderVersion:
        throw Self.notABackup(
          error.reason, use, fix: "install the Rouse that made it, or set this clock up without it: `rouse setup`")
      case .newerVersion: throw Self.notABackup("\(error.reason); install the Rouse that made it", use)
      default: throw Self.notABackup(error.description, use)
      }
    case nil: throw Self.notABackup("it could not be read within a minute", use)
    }
  }

  // MARK: On the ledger

  /// Refuses while an alarm rings, or to restore while one is locked. An import checks locks once it knows its changes.
  static func checkThatNothingRings(_ ledger: isolated Ledger, for use: CopyUse = .restore) throws(ControlError) {
    guard ledger.scheduler.ringing.isEmpty else { throw busyRinging(ledger, use) }
    guard use == .restore else { return }
    for alarm in ledger.book.alarms { try ledger.refuseIfLocked(alarm, use.noun) }
  }

  /// Puts a copy's book in force and tells its followers. Returns also whether it is in force in spite of an error.
  private static func result<View: Sendable>(
    of use: CopyUse, in ledger: isolated Ledger,
    _ body: @Sendable (isolated Ledger, inout Bool) throws(ControlError) -> View
  ) -> (Result<View, ControlError>, isDone: Bool) {
    ledger.reopenStore()
    var isDone = false
    let result = Result { () throws(ControlError) in
      // An alarm may have come due in the meantime.
      try checkThatNothingRings(ledger, for: use)
      return try body(ledger, &isDone)
    }
    if isDone {
      ledger.showMisses()
      ledger.effects.settingsChanged()
    }
    return (result, isDone)
  }

  /// Backs up the current book and stores another in its place. Returns the path of the backup.
  static func store(
    _ book: AlarmBook, for use: CopyUse, in ledger: isolated Ledger, _ isDone: inout Bool
  ) throws(ControlError) -> String {
    let (ending, before) = copyBefore(use == .restore ? "restore" : "import", in: ledger)
    try ledger.commitWhole("what is to be \(use.participle)") { _ throws(StorageError) in
      try StoreCare.backUp(ledger, ending)
      isDone = try ledger.install(book, mayRing: false)
    }
    guard isDone else { throw busyRinging(ledger, use) }
    return before
  }

  private static func install(
    _ copy: StrangeCopy, in ledger: isolated Ledger, _ isDone: inout Bool
  ) throws(ControlError) -> RestoreView {
    let zone = ledger.zone
    var book = copy.book
    let renamed = book.freeLabels(at: ledger.time.now, in: zone)
    let disabled = book.disableWhatIsOver(at: ledger.time.now, in: zone)
    let before = try store(book, for: .restore, in: ledger, &isDone)
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
      notes: notes(on: disabled, book.settings.timeFormat) + notes(on: renamed))
  }

  /// Returns the name's ending and the path of the backup that precedes a restore or import.
  static func copyBefore(_ what: String, in ledger: isolated Ledger) -> (ending: String, path: String) {
    let (folder, day) = (ledger.folder.backups.folder, "rouse-\(ledger.zone.local(ledger.time.now).date)")
    var ending = "-before-\(what)"
    // A name that was reported once is not reused, even if its backup has been deleted since.
    let numbers = DurableFile.names(in: folder).compactMap { name -> Int? in
      guard name.hasPrefix(day + ending), name.hasSuffix(".sqlite") else { return nil }
      let number = name.dropFirst((day + ending).count).dropLast(".sqlite".count)
      return number.isEmpty ? 1 : Int(number.dropFirst())
    }
    if let last = numbers.max() { ending += "-\(last + 1)" }
    return (ending, "\(folder)/\(day)\(ending).sqlite")
  }

  private static let mostNamed = 50

  private static func notes(on disabled: [AlarmBook.Disabled], _ format: Settings.TimeFormat) -> [String] {
    named(disabled, "are disabled") { disabled in
      let alarm = disabled.alarm
      guard let passed = disabled.passed else {
        return "\(alarm.name) is disabled: no enrolled card could end it. Enroll one (rouse card add NAME), then: "
          + "rouse alarm enable \(alarm.id)"
      }
      var again = "rouse alarm enable \(alarm.id)"
      if case .instant = alarm.recurrence { again = "rouse alarm edit \(alarm.id) --time \(passed.time) && \(again)" }
      return "\(alarm.name) is disabled: \(passed.date) \(passed.time.text(format)) has passed. Set it again: \(again)"
    }
  }

  static func notes(on renamed: [AlarmBook.Renamed]) -> [String] {
    named(renamed, "have another label") {
      "Another alarm is called \($0.was), so one that came is called \($0.alarm.name)."
    }
  }

  private static func named<Thing>(_ things: [Thing], _ what: String, _ note: (Thing) -> String) -> [String] {
    let (notes, more) = (things.prefix(mostNamed).map(note), things.count - mostNamed)
    return more > 0 ? notes + ["\(more) more \(what): rouse alarm list"] : notes
  }

  // MARK: Refusals

  static func busyRinging(_ ledger: isolated Ledger, _ use: CopyUse) -> ControlError {
    ledger.events.append(.changeRefused, detail: "\(use.noun) while an alarm rings")
    return ControlError(
      .tryAgain, "nothing can be \(use.participle) while an alarm is ringing",
      why: "a ring ends by the cards it began with", fix: "show the alarm's card first, then try again")
  }

  static func notABackup(_ why: String, _ use: CopyUse, fix: String? = nil) -> ControlError {
    ControlError(
      .badData, "the file cannot be \(use.participle)", why: "\(why); nothing was changed",
      fix: fix
        ?? "give a file that `rouse backup` has written, whole; the clock's own are in the folder `backups` beside its store"
    )
  }

  static func noSpace(_ why: String) -> ControlError {
    ControlError(
      .cannotWrite, "the file could not be handed over", why: "\(why); nothing was changed",
      fix: "free space or make the state folder writable (`rouse status` names it), then try again")
  }

  static func lostUpload(
    _ use: CopyUse, why: String = "another one was handed over, or this one took too long"
  ) -> ControlError {
    ControlError(
      .tryAgain, "the file was not \(use.participle)", why: "\(why); nothing was changed", fix: "try again")
  }
}
