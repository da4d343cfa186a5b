import AlarmClock
import Control
import ControlService
import Glibc
import Machine
import Storage

/// Importing parts of another clock's copy: `compare`, then `finishImport`, all or nothing, if nothing changed since.
extension Restores {
  /// The differences between a copy and this clock at one moment.
  struct Comparison: Hashable, Sendable {
    var before: AlarmBook
    var books: BookComparison
    var takesCards: Bool
    var theirCards: [Card]
    var theirSalt: [UInt8]
    var sounds: [ComparedSound]
    /// The time of the copy's last event.
    var taken: Instant?
    /// Settings that differ but are not imported, because they identify a clock.
    var staying: [SettingKey]

    /// Whether both clocks have the same cards and recognize them by the same salt.
    var areCardsAlike: Bool {
      Set(before.cards) == Set(theirCards) && (before.cards.isEmpty || before.salt == theirSalt)
    }

    /// Identifies this comparison within one run of the service.
    var token: String { String(UInt(bitPattern: hashValue), radix: 36) }

    static func ids(_ sounds: [ComparedSound]) -> [String: String] {
      Dictionary(sounds.map { ($0.theirID, $0.id) }) { first, _ in first }
    }
  }

  /// Compares an uploaded copy and drops it. Changes nothing.
  func compare(_ number: Int, cards: Bool) async throws(ControlError) -> Comparison {
    let upload = try take(whole: number, for: .inclusion)
    defer { isReading = false }
    let copy = try await read(upload, for: .inclusion)
    return try await Self.compare(copy, try await compared(copy, in: upload), cards: cards, with: ledger)
  }

  func finishImport(_ wanted: FinishImport) async throws(ControlError) -> ImportView {
    let upload = try take(whole: wanted.upload, for: .inclusion)
    defer { isReading = false }
    let copy = try await read(upload, for: .inclusion)
    let plan = Plan(copy: copy, sounds: try await compared(copy, in: upload), wanted: wanted)
    // Decide before preparing the sounds, which is slow, and again afterwards.
    _ = try await Self.decide(plan, with: ledger)
    let archive = copy.sounds?.calling(Comparison.ids(plan.sounds))
    let placed = try await place(archive, plan.takenSounds.map(\.index), of: upload, for: .inclusion)
    var view = try await putInForce(placed, for: .inclusion) { [spoil] ledger, isDone throws(ControlError) in
      try Self.include(plan, in: ledger, spoil, &isDone)
    }
    view.notes += placed?.notes ?? []
    return view
  }

  private func compared(_ copy: StrangeCopy, in upload: IncomingFile) async throws(ControlError) -> [ComparedSound] {
    guard let archive = copy.sounds else { return [] }
    if let minimal = sounds.minimal { throw .minimal("the sounds of the file are not imported", minimal) }
    return await sounds.compare(archive, in: try Self.open(upload, O_RDONLY))
  }

  // MARK: On the ledger

  struct Plan: Sendable {
    let copy: StrangeCopy
    let sounds: [ComparedSound]
    let wanted: FinishImport
    var takenSounds: [ComparedSound] { sounds.filter { $0.isTaken(by: wanted.choices) } }
  }

  static func compare(
    _ copy: StrangeCopy, _ sounds: [ComparedSound], cards: Bool, with ledger: isolated Ledger
  ) throws(ControlError) -> Comparison {
    ledger.reopenStore()
    let (here, theirs) = (ledger.book, copy.book.callingSounds(Comparison.ids(sounds)))
    let books: BookComparison
    do throws(BookComparison.NoCard) {
      books = try BookComparison(
        here, theirs, takesCards: cards, isTimeCertain: ledger.trust.isTrusted && ledger.zoneLeft <= .zero,
        at: ledger.time.now, in: ledger.zone)
    } catch {
      throw ControlError(
        .nothingFound, "the cards of the file cannot be taken",
        why: "it has none that is enrolled and ends a ring, so that nothing could end an alarm; nothing was changed",
        fix: "leave `--cards` out: your cards stay")
    }
    return Comparison(
      before: here, books: books, takesCards: cards, theirCards: copy.book.cards, theirSalt: copy.book.salt,
      sounds: sounds, taken: copy.last,
      staying: SettingKey.allCases.filter {
        BookComparison.ofOneClock.contains($0) && here.settings.text(of: $0) != theirs.settings.text(of: $0)
      })
  }

  /// Returns the book to put in force and its origin. Throws if anything differs from what the user saw, if an affected
  /// alarm is locked, or if a calendar would skip more than holidays do and the user has not confirmed it.
  private static func decide(
    _ plan: Plan, with ledger: isolated Ledger
  ) throws(ControlError) -> (found: Comparison, book: AlarmBook, renamed: [AlarmBook.Renamed]) {
    let found = try compare(plan.copy, plan.sounds, cards: plan.wanted.cards, with: ledger)
    guard found.token == plan.wanted.token else {
      throw ControlError(
        .tryAgain, "the file was not imported",
        why: "the clock or the file is no longer as it was when it was shown; nothing was changed",
        fix: "look again: `rouse import FILE`")
    }
    let (book, renamed): (AlarmBook, [AlarmBook.Renamed])
    do throws(AlarmBook.Refusal) {
      (book, renamed) = try found.books.merged(plan.wanted.choices, at: ledger.time.now, in: ledger.zone) {
        Names.newID(taken: $0)
      }
    } catch {
      let (most, what) =
        switch error {
        case .tooManyPresets: (Timer.most, "presets")
        case .tooManyPauses: (Pause.most, "pauses")
        case .tooManyCalendars: (HolidayCalendar.most, "calendars")
        case .tooManyHolidays: (HolidayCalendar.mostDays, "holidays")
        default: (AlarmBook.mostAlarms, "alarms")
        }
      throw ControlError(
        .tryAgain, "the file was not imported",
        why: "there would be more than \(most) \(what), and no more are kept; nothing was changed",
        fix: "remove what is over, or choose fewer: `--mine` keeps what you have")
    }
    if !plan.wanted.confirmed,
      let (names, doubt) = found.books.doubt(about: book, at: ledger.time.now, in: ledger.zone)
    {
      throw ControlError(
        .nothingFound, "the file was not imported",
        why: "\(ImportViews.words(for: doubt, by: names)); nothing was changed",
        fix: "if that is right, add `--yes`; else remove the calendar on the other clock, and make a new copy of that",
        stillWorks: "alarms ring as before")
    }
    // A sound replaces another file, or gets the id of a sound that is missing here.
    let sounds = Set(plan.takenSounds.map(\.id))
    for alarm in found.before.alarms where ledger.scheduler.isLocked(alarm.id, at: ledger.time.now) {
      guard
        found.before.isAffected(alarm, by: book, at: ledger.momentToArm([alarm.id]))
          || found.before.settings.plan(for: alarm).needs(anyOf: sounds)
      else { continue }
      try ledger.refuseIfLocked(alarm, CopyUse.inclusion.noun)
    }
    return (found, book, renamed)
  }

  static func include(
    _ plan: Plan, in ledger: isolated Ledger, _ spoil: @Sendable (String) -> Void, _ isDone: inout Bool
  ) throws(ControlError) -> ImportView {
    let (found, book, renamed) = try decide(plan, with: ledger)
    let cards = plan.wanted.cards && !found.areCardsAlike
    var view = ImportView(found.before, book, plan.takenSounds, cards: cards)
    // The sounds are not in the store, so there is nothing to store.
    guard book != found.before else { return view }
    let before = try store(book, for: .inclusion, in: ledger, &isDone)
    spoil(ledger.folder.storePath)
    do throws(StorageError) {
      if let flaw = ledger.flaw(isThorough: true) { throw flaw }
      guard try ledger.folder.store.book() == book else {
        throw StorageError(.other, "reading what was stored", "it is not what was to be stored")
      }
    } catch {
      throw takenBack(found.before, because: error, before, ledger, &isDone)
    }
    let taken = found.taken.map { RFC3339.format($0, in: ledger.zone) }
    ledger.events.append(
      .imported,
      detail: "from a copy" + (taken.map { " of \($0)" } ?? "") + ": \(view.added) added, \(view.changed) changed"
        + (cards ? ", cards too" : "") + "; before: \(before)")
    logChanges(from: found.before, to: book, in: ledger)
    view.before = before
    view.notes = notes(on: renamed)
    return view
  }

  private static func logChanges(from before: AlarmBook, to after: AlarmBook, in ledger: isolated Ledger) {
    func words(_ changes: [ValueChange]) -> String { ValueChange.text(of: changes.filter { $0.was != $0.now }) }
    for alarm in after.alarms where before.alarm(alarm.id) != alarm {
      let detail = before.alarm(alarm.id).map { was in
        func changed(_ name: String, _ text: (Alarm) -> String?) -> ValueChange {
          ValueChange(name, was: text(was), now: text(alarm))
        }
        let values = SettingKey.ofAlarms.map { key in
          changed(key.rawValue) { $0.overrides.text(of: key) ?? SettingKey.defaultWord }
        }
        let names = [changed("label") { $0.label }, changed("state") { $0.isEnabled ? "on" : "off" }]
        let others = was.recurrence == alarm.recurrence ? [] : ["another time"]
        return ([words(names + values)].filter { !$0.isEmpty } + others).joined(separator: ", ")
      }
      ledger.events.append(.alarmChanged, alarmID: alarm.id, label: alarm.label, detail: detail ?? "added")
    }
    let settings = words(
      SettingKey.allCases.map {
        ValueChange($0.rawValue, was: before.settings.text(of: $0), now: after.settings.text(of: $0))
      })
    if !settings.isEmpty { ledger.events.append(.settingsChanged, detail: settings) }
  }

  /// Puts the previous book back, because the stored book is not the one that was promised.
  private static func takenBack(
    _ book: AlarmBook, because flaw: StorageError, _ before: String, _ ledger: isolated Ledger, _ isDone: inout Bool
  ) -> ControlError {
    ledger.events.append(.storageFailed, detail: "an import was taken back: \(flaw)")
    isDone = false
    let isStored: Bool
    do throws(StorageError) { isStored = try ledger.install(book) } catch {
      let armings = book.installing(over: ledger.book, at: ledger.momentToArm(book.alarms.map(\.id)))
      _ = ledger.putInForce(book, armings.compactMap(\.next), armings.flatMap { $0.passedOver ?? [] }, mayRing: true)
      ledger.storageFailed(error)
      isStored = false
    }
    if flaw.kind == .corrupt { ledger.storageFailed(flaw) }
    return ControlError(
      .cannotWrite, "the import was taken back", why: "a look at what was stored found: \(flaw)",
      fix: isStored
        ? "look at the disk (`rouse doctor`), then try again"
        : "what was there before could not be stored again: look at the disk (`rouse doctor`), then `rouse restore "
          + "\(before.shellWord)`",
      stillWorks: "all alarms, as they were before")
  }
}

extension ImportView {
  init(_ before: AlarmBook, _ after: AlarmBook, _ sounds: [ComparedSound], cards: Bool) {
    var (added, changed) = (sounds.count { $0.state == .new }, sounds.count { $0.state == .other })
    func count<Thing: Hashable>(_ things: (AlarmBook) -> [Thing], _ name: (Thing) -> String) {
      let all = Dictionary(things(after).map { (name($0), $0) }) { first, _ in first }
      added += things(after).count - things(before).count
      changed += things(before).count { all[name($0)] != $0 }
    }
    count(\.alarms, \.id)
    count(\.pauses, \.name)
    count(\.holidays.calendars, \.name)
    count(\.presets, \.name)
    changed += SettingKey.allCases.count { before.settings.text(of: $0) != after.settings.text(of: $0) }
    self.init(added: added, changed: changed, cards: cards, before: nil, notes: [])
  }
}
