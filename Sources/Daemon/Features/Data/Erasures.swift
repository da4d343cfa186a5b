import AlarmClock
import Control
import Glibc
import Machine
import Storage

/// Permanent erasures. The store notes one before anything is deleted and drops the note last, so an erasure that a
/// crash interrupts is finished later. Every step can be repeated.
actor Erasures {
  /// Never reorder these: the store records how many are done. The texts of reminders come from the rows.
  enum Step: CaseIterable {
    case book, sounds, verdict, messages
    case evidence, uploads, rows, reminders, backups

    /// The steps of an erasure of the history.
    static let ofHistory = allCases.drop { $0 != .evidence }
  }

  typealias Action = @Sendable () async throws -> Void

  /// How long an erasure can be canceled.
  static let grace: Duration = .seconds(14 * 86_400)
  /// No erasure begins this close to a ring, because rewriting the store takes time on a slow SD card.
  private static let room: Duration = .seconds(120)

  let ledger: Ledger
  let restores: Restores
  let sounds: OwnSoundStore
  /// The steps that other parts of the clock carry out.
  let others: [Step: Action]
  private var isRunning = false
  /// Why the last attempt to finish an erasure failed.
  private var failure: ControlError?

  init(ledger: Ledger, restores: Restores, sounds: OwnSoundStore, others: [Step: Action]) {
    self.ledger = ledger
    self.restores = restores
    self.sounds = sounds
    self.others = others
  }

  // MARK: Requests

  func erase(_ command: EraseData) async throws(ControlError) -> EraseData.Reply {
    guard !isRunning else { throw Self.isUnderWay }
    // Set before the erasure is recorded, so that `look` does not carry it out as well.
    if command.now { isRunning = true }
    defer { if command.now { isRunning = false } }
    let erasure = try await Self.plan(command, on: ledger)
    if command.now { try await carryOut(erasure) }
    return EraseData.Reply(
      erasure: command.now ? nil : await view(), notes: await Self.notes(on: erasure, isDone: command.now, ledger))
  }

  func cancel() async throws(ControlError) -> CancelErasure.Reply {
    guard !isRunning else { throw Self.isUnderWay }
    return CancelErasure.Reply(erasure: try await Self.cancel(on: ledger))
  }

  func view() async -> ErasureView? { await Self.view(isRunning ? "it is under way" : failure?.why, on: ledger) }

  // MARK: Due erasures

  /// Drops abandoned uploads and carries out due erasures, after the store's check at the start and after each round.
  func run(after rounds: AsyncStream<Void>) async {
    for await _ in rounds {
      await restores.look()
      await look()
    }
  }

  /// Carries out an erasure that is due, as soon as nothing prevents it, or one that has begun.
  func look() async {
    guard !isRunning, let erasure = await Self.due(on: ledger), !isRunning else { return }
    isRunning = true
    defer { isRunning = false }
    do throws(ControlError) { try await carryOut(erasure) } catch {
      // Log a failure that repeats, such as a full disk, only once.
      if failure?.why != error.why { ledger.events.append(.storageFailed, detail: "\(error.what): \(error.why)") }
      failure = error
    }
  }

  private func carryOut(_ erasure: Erasure) async throws(ControlError) {
    guard try await Self.begin(erasure, on: ledger) else { return }
    do {
      let steps = erasure.scope == .all ? Step.allCases[...] : Step.ofHistory
      for (index, step) in steps.enumerated() where index >= erasure.stepsDone {
        try await carryOut(step, of: erasure)
        try await Self.note(stepsDone: index + 1, of: erasure, on: ledger)
      }
      try await Self.end(erasure, on: ledger)
      failure = nil
    } catch {
      throw Self.unfinished((error as? ControlError)?.why ?? "\(error)")
    }
  }

  private func carryOut(_ step: Step, of erasure: Erasure) async throws {
    switch step {
    case .book: try await Self.eraseBook(erasure, on: ledger)
    case .sounds: _ = try await sounds.removeAll(except: await ledger.book.namedSounds)
    case .uploads: await restores.removeLeftovers()
    case .rows: try await Self.eraseRows(on: ledger)
    case .backups: try await Self.eraseCopies(on: ledger)
    case .verdict, .messages, .evidence, .reminders:
      guard let erase = others[step] else { throw SystemError("erasing the \(step)", ENOSYS) }
      try await erase()
    }
  }

  // MARK: On the ledger

  private static func plan(_ command: EraseData, on ledger: isolated Ledger) throws(ControlError) -> Erasure {
    ledger.reopenStore()
    let planned = try read(ledger) { store throws(StorageError) in try store.erasure() }
    if let planned, planned.hasBegun || !command.now {
      throw planned.hasBegun ? isUnderWay : isPlanned(planned, ledger)
    }
    let now = ledger.time.now
    let erasure = Erasure(
      scope: command.all ? .all : .history, alarms: command.all && command.alarms, cards: command.all && command.cards,
      asked: now, due: command.now ? now : now + grace, hasBegun: command.now)
    // Erasing now replaces the planned erasure, so it must cover everything planned.
    if let planned, !erasure.covers(planned) { throw isPlanned(planned, ledger) }
    if takesCardsFromAlarms(erasure, ledger) {
      throw ControlError(
        .usage, "cards are not erased while alarms stay", why: "nothing could end an alarm then; nothing was changed",
        fix: "name both: `rouse data erase --all --alarms --cards`")
    }
    if command.now {
      for alarm in ledger.book.alarms { try ledger.refuseIfLocked(alarm, "the erasure") }
      if let obstacle = obstacle(to: erasure, ledger) { throw obstacle }
    } else if !ledger.trust.isTrusted {
      throw ControlError(
        .tryAgain, "the erasure is not planned",
        why: "the clock does not know for sure which day it is, so two weeks cannot be counted; nothing was changed",
        fix: "see `rouse status`, and try again once the clock is trusted; or do it at once: `--now`")
    }
    try ledger.commitNow("the erasure") { store throws(StorageError) in try store.set(erasure) }
    ledger.noteForGood("an erasure")
    if !command.now { ledger.events.append(.erasurePlanned, detail: erasure.scope.rawValue) }
    return erasure
  }

  private static func cancel(on ledger: isolated Ledger) throws(ControlError) -> ErasureView {
    ledger.reopenStore()
    guard try read(ledger, { store throws(StorageError) in try store.erasure() }) != nil,
      let view = view(nil, on: ledger)
    else {
      throw ControlError(
        .nothingFound, "there is no erasure to cancel", why: "none is planned", fix: "see what is kept: `rouse data`")
    }
    guard !view.begun else { throw isUnderWay }
    try ledger.commitNow("the cancellation") { store throws(StorageError) in try store.set(nil as Erasure?) }
    ledger.noteForGood("an erasure")
    ledger.events.append(.erasureCancelled, detail: view.scope)
    return view
  }

  /// Returns the erasure that is planned or has begun, or `nil` if there is none or the store refuses.
  private static func known(_ ledger: isolated Ledger) -> Erasure? {
    ledger.read { store throws(StorageError) in try store.erasure() } ?? nil
  }

  private static func view(_ state: String?, on ledger: isolated Ledger) -> ErasureView? {
    guard let erasure = known(ledger) else { return nil }
    let waits: String? =
      if erasure.hasBegun {
        state
      } else if ledger.time.now < erasure.due {
        nil
      } else if ledger.timeToForgetBy() != nil {
        // Drop the prefix of the refusal, `nothing is erased now: …`.
        obstacle(to: erasure, ledger)?.what.split(separator: ": ", maxSplits: 1).last.map(String.init)
      } else if ledger.trust.isTrusted {
        "the clock is days ahead of what it was when it ran last, and for a week nothing is taken for old: "
          + "see that its date is right"
      } else {
        "the clock does not know for sure which day it is"
      }
    return ErasureView(
      scope: erasure.scope.rawValue, alarms: erasure.alarms, cards: erasure.cards,
      asked: RFC3339.format(erasure.asked, in: ledger.zone), due: RFC3339.format(erasure.due, in: ledger.zone),
      begun: erasure.hasBegun, waits: waits)
  }

  private static func due(on ledger: isolated Ledger) -> Erasure? {
    guard !ledger.isMinimal, ledger.folder.isWritable, ledger.folder.displacement == nil else { return nil }
    guard let erasure = known(ledger) else { return nil }
    if erasure.hasBegun { return whatRings(ledger) == nil ? erasure : nil }
    guard let now = ledger.timeToForgetBy(), now >= erasure.due else { return nil }
    return obstacle(to: erasure, ledger) == nil ? erasure : nil
  }

  // MARK: Obstacles

  /// Returns why nothing may be erased now, or `nil`. Nothing that a ring, a miss or a lock needs is erased.
  private static func obstacle(to erasure: Erasure, _ ledger: isolated Ledger) -> ControlError? {
    if let ring = whatRings(ledger) { return ring }
    if let alarm = ledger.book.alarms.first(where: { ledger.scheduler.isLocked($0.id, at: ledger.time.now) }) {
      return ControlError(.locked(alarm, .ringsSoon), of: "the erasure")
    }
    if !ledger.rings.unrecorded.isEmpty || !ledger.rings.undecided.isEmpty {
      return refusal("how a ring ended is not known or not stored yet", "see `rouse status`, then try again")
    }
    if !ledger.misses().isEmpty {
      return refusal("an alarm was missed, and nobody has acknowledged it", "acknowledge it: `rouse acknowledge`")
    }
    if takesCardsFromAlarms(erasure, ledger) {
      return refusal(
        "alarms were set since, and nothing could end them without cards",
        "remove them, or plan it anew: `rouse data erase --cancel`, then `rouse data erase --all --alarms --cards`")
    }
    if erasure.scope == .all, let timer = ledger.timers.timers.all.first {
      return refusal("a timer runs", "wait for it, or end it: `rouse timer cancel \(timer.id)`")
    }
    return nil
  }

  static func takesCardsFromAlarms(_ erasure: Erasure, _ ledger: isolated Ledger) -> Bool {
    erasure.cards && !erasure.alarms && !ledger.book.alarms.isEmpty
  }

  static func whatRings(_ ledger: isolated Ledger) -> ControlError? {
    guard ledger.scheduler.ringing.isEmpty else {
      return refusal("an alarm rings, is snoozed, or asks for its card again", "show its card first, then try again")
    }
    if let next = ledger.scheduler.next, next.due < ledger.time.now + room {
      return refusal("an alarm is due within two minutes", "try again after its ring")
    }
    return nil
  }

  private static func refusal(_ why: String, _ fix: String) -> ControlError {
    ControlError(.tryAgain, "nothing is erased now: \(why)", why: "what a ring needs is left alone", fix: fix)
  }

  private static func isPlanned(_ erasure: Erasure, _ ledger: isolated Ledger) -> ControlError {
    ControlError(
      .tryAgain, "an erasure is planned already",
      why: "of \(erasure.scope == .all ? "all" : "the history"), on "
        + "\(ledger.zone.local(erasure.due).date); nothing was changed",
      fix: "take that back first: `rouse data erase --cancel`; or erase as much at once, with `--now`")
  }

  private static var isUnderWay: ControlError {
    ControlError(
      .tryAgain, "the erasure has begun, and cannot be taken back", why: "some of it may be gone already",
      fix: "wait until it is done: `rouse status`")
  }

  private static func unfinished(_ why: String) -> ControlError {
    ControlError(
      .cannotWrite, "the erasure has begun, and is not finished", why: why,
      fix: "see that the state folder takes changes (`rouse status` names it); it is tried again each minute by itself",
      stillWorks: "alarms ring, and cards end them")
  }
}
