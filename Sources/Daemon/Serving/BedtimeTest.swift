import AlarmClock
import Control
import ControlService
import Faces
import Machine

extension RouseDaemon {
  /// Runs the test on request. Waits up to `seconds` for a card, or skips that part if it is 0.
  func testBedtime(for seconds: Int) async throws -> TestBedtime.Reply {
    try checkSpan(seconds, isIn: 0...600)
    guard !ringer.isRinging else {
      throw ControlError.ringing("the devices belong to the alarm until its card was seen")
    }
    if seconds > 0, board.has(.camera) { try checkCamera(withoutOne: "leave the card out: `--for 0s`") }
    guard bedtime.beginTest() else {
      throw ControlError(
        .tryAgain, "a test is under way already", why: "two would disturb each other",
        fix: "wait until it has ended: `rouse status` has its verdict")
    }
    defer { bedtime.endTest() }
    return try await lookBeforeTheNight(waitingForACard: .seconds(seconds))
  }

  func keepBedtime() async {
    if let last = await BedtimeVerdict.last(in: ledger) { bedtime.restore(last) }
    await bedtime.run(
      zone: { scheduler.zone }, isRinging: { ringer.isRinging }, test: { await testByItself() })
  }

  /// Returns `false` if a ring interrupted the test.
  private func testByItself() async -> Bool {
    guard bedtime.beginTest() else { return true }
    defer { bedtime.endTest() }
    do {
      _ = try await lookBeforeTheNight(waitingForACard: .zero)
      newsSpeaker.tell(.tested)
      return true
    } catch {
      // Only a ring or the shutdown of the daemon cuts the test short.
      return false
    }
  }

  /// - Parameter limit: zero if nobody is asked to show a card. A card in view then counts as left there.
  private func lookBeforeTheNight(waitingForACard limit: Duration) async throws -> TestBedtime.Reply {
    var facts = await examine(looksForCards: limit == .zero)
    let next = await ledger.show { [views] in views.nextToAnswer }
    let names = next.cards.map(\.name)
    var seen = SeenCards()
    if limit > .zero, board.has(.camera), desk.holder == nil {
      seen = try await cardsShown(endingWith: next.cards, within: limit)
      facts.append(shownCardFact(seen, of: next.ring, cards: names, within: limit))
    }
    try Task.checkCancellation()
    guard !ringer.isRinging else { throw ControlError.takenByRing }
    let verdict = BedtimeVerdict(time: time.now, facts: facts, card: seen.answering)
    bedtime.use(verdict)
    // Withdraws the reminder to run this test.
    reminders.refresh()
    // Somebody may have skipped an alarm through the house: list those changes before the night.
    let (zone, format) = (scheduler.zone, inForce.settings.timeFormat)
    let changes = homeChanges.recent(at: verdict.time).map { change in
      let time = zone.local(change.time).time
      return "\(change.words) \((LocalTime(hour: time.hour, minute: time.minute) ?? time).text(format))"
    }
    let told = [verdict.detail, changes.isEmpty ? nil : "in the last day: \(changes.joined(separator: ", "))"]
    let detail = told.compactMap(\.self).joined(separator: "; ")
    events.append(
      verdict.kind, detail: detail.isEmpty ? nil : detail,
      happening: Happening(
        verdict.isReady ? .bedtimePassed : .bedtimeFailed, began: verdict.time, ended: verdict.time,
        // The card was read, even if it does not end the next ring.
        label: seen.answering ?? seen.other))
    face.notice((verdict.isReady ? DisplayWord.ready : .notReady).rawValue, at: time.monotonic)
    faceRunner.refresh()
    Task(executorPreference: WorkPool.shared) { [self] in await keep(verdict) }
    return TestBedtime.Reply(bedtime: BedtimeView(verdict, in: scheduler.zone), findings: facts.map(FindingView.init))
  }

  /// Stores the verdict for the next start, retrying until the disk accepts it.
  private func keep(_ verdict: BedtimeVerdict) async {
    while bedtime.verdict == verdict, await !verdict.keep(in: ledger) {
      guard await time.rest(for: .seconds(60)) else { return }
    }
  }

  private func cardsShown(endingWith cards: [Card], within limit: Duration) async throws -> SeenCards {
    let seen = Box(SeenCards())
    defer { ringer.ifIdle { outputs.light(false) } }
    _ = try await time.withDeadline(limit) { [self] in
      var light = LightControl()
      for await sight in desk.sights(for: .bedtime) {
        light.isSteady = !inForce.settings.flashes
        light.look(brightness: sight.brightness, obstacle: sight.obstacle, at: time.monotonic)
        ringer.ifIdle { outputs.light(light.isLampOn) }
        for payload in sight.payloads {
          guard let card = await desk.card(for: payload) else { continue }
          if cards.contains(where: { $0.id == card.id }) {
            seen.value.answering = card.name
            return
          }
          seen.value.other = card.name
        }
      }
    }
    return seen.value
  }
}

extension BedtimeVerdict {
  static func last(in ledger: isolated Ledger) -> BedtimeVerdict? {
    do { return try file(in: ledger.folder.path).read() } catch {
      ledger.events.append(.storageFailed, detail: "the last verdict before the night cannot be read: \(error)")
      return nil
    }
  }

  /// Returns `false` if the verdict could not be written. The store reports the failure.
  func keep(in ledger: isolated Ledger) -> Bool { Self.file(in: ledger.folder.path).keep(self, in: ledger) == nil }
}
