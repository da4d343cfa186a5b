import AlarmClock
import Control
import ScanLine

/// Which part of the daemon answers which command.
extension RouseDaemon {
  var router: Router {
    var router = Router()
    addAlarmRoutes(&router)
    addCardRoutes(&router)
    addClockRoutes(&router)
    addMockRoutes(&router)
    return router
  }

  private func addAlarmRoutes(_ router: inout Router) {
    let ledger = ledger
    router.on(AddAlarm.self) { try await ledger.add($0.input) }
    router.on(EditAlarm.self) { try await ledger.edit($0.alarm, $0.input) }
    router.on(CopyAlarm.self) { try await ledger.copy($0.alarm, $0.input) }
    router.on(ChangeAlarm.self) { try await ledger.change($0.alarm, $0.change) }
    router.onStream(ListAlarms.self) { _, yield in
      let alarms = await ledger.alarmViews
      // Without alarms, one item that says so.
      for start in stride(from: 0, to: max(1, alarms.count), by: ListAlarms.mostInAnItem) {
        let end = min(start + ListAlarms.mostInAnItem, alarms.count)
        try await yield(ListAlarms.Reply(alarms: Array(alarms[start..<end])))
      }
    }
    router.on(ShowAlarm.self) { try await ledger.alarmView($0.alarm) }
    router.on(NextOccurrences.self) {
      NextOccurrences.Reply(occurrences: try await ledger.occurrences(count: $0.count, from: $0.from))
    }
  }

  private func addCardRoutes(_ router: inout Router) {
    let (ledger, ringer) = (ledger, ringer)
    router.on(CreateCard.self) { command in
      try await ledger.createCard(
        named: command.cardName, payload: try Self.payload(command.payload), isRinging: ringer.isRinging)
    }
    router.on(ListCards.self) { _ in ListCards.Reply(cards: await ledger.cardViews) }
    router.on(RemoveCard.self) { try await ledger.removeCard($0.card, isRinging: ringer.isRinging) }
    router.onStream(AddCard.self) { command, yield in
      try await ledger.checkCardChange(named: command.cardName, isRinging: ringer.isRinging)
      try await look(command.payload, for: .cardAdd, seconds: command.seconds, yield) { payload in
        let card = try await ledger.enroll(payload, as: command.cardName, isRinging: ringer.isRinging)
        return CardProgress(state: .enrolled, card: card)
      }
    }
    router.onStream(TestCard.self) { command, yield in
      try await look(command.payload, for: .cardTest, seconds: command.seconds, yield) { payload in
        try await ledger.look(at: payload, isRinging: ringer.isRinging)
      }
    }
  }

  private func addClockRoutes(_ router: inout Router) {
    let (ledger, faceKeeper, scheduler, events) = (ledger, faceKeeper, scheduler, events)
    router.on(ListSettings.self) { _ in ListSettings.Reply(settings: await ledger.settingViews) }
    router.on(ChangeSetting.self) { command in
      let reply = try await ledger.change(command.key, to: command.value)
      faceKeeper.refresh()
      return reply
    }
    router.on(GetStatus.self) { _ in await status() }
    router.on(Examine.self) { _ in Examine.Reply(findings: await findings()) }
    router.on(TestDevices.self) { try await testDevices(for: .milliseconds($0.milliseconds)) }
    router.onStream(ReadLog.self) { command, yield in
      let zone = scheduler.zone
      var since: Instant?
      if let text = command.since {
        do throws(InvalidValue) {
          since = try MomentText.parse(text, now: time.now, zone: zone, field: "--since")
        } catch {
          throw ControlError(error)
        }
      }
      let following = command.follow ? events.follow() : nil
      var last: Int64 = 0
      for event in await ledger.events(since: since, limit: max(0, min(command.limit, 100_000))) {
        last = event.sequence ?? last
        try await yield(EventView(event, in: zone))
      }
      guard let following else { return }
      for await event in following where event.sequence ?? 0 > last {
        try await yield(EventView(event, in: scheduler.zone))
      }
    }
  }

  private func addMockRoutes(_ router: inout Router) {
    let scheduler = scheduler
    router.on(ShowPicture.self) { try showPicture($0) }
    router.on(HidePicture.self) { _ in
      try mock().camera.hide()
      return Done()
    }
    router.on(FailDevice.self) { command in
      let role = try Self.role(command.device)
      try mock().fail(role, try Self.failure(command.error))
      return Done()
    }
    router.on(HealDevice.self) { command in
      try mock().heal(try Self.role(command.device))
      return Done()
    }
    router.on(GetMockState.self) { _ in MockStateView(try mock()) }
    router.on(GetMockHistory.self) { _ in
      let history = try mock().history
      let zone = scheduler.zone
      return GetMockHistory.Reply(
        history: history.entries.map { MockEntryView($0, in: zone) }, dropped: history.dropped)
    }
  }

  /// Gives one payload, or those that the camera sees, to `judge` until one of them is a card's.
  private func look(
    _ hex: String?, for purpose: CameraPurpose, seconds: Int,
    _ yield: @escaping @Sendable (CardProgress) async throws -> Void,
    judge: @escaping @Sendable ([UInt8]) async throws -> CardProgress
  ) async throws {
    if let hex { return try await yield(try await judge(try Self.payload(hex))) }
    guard (1...600).contains(seconds) else {
      throw ControlError(
        InvalidValue(
          field: "--for", value: "\(seconds)s", reason: "it has to be from 1s to 10m",
          remedy: "give a duration in that range"))
    }
    guard board.has(.camera) else {
      throw ControlError(
        .notPermitted, "there is no camera", why: "it is not fitted on the board \(board.name)",
        fix: "give a picture with `--image FILE`")
    }
    guard !ringer.isRinging else { throw Self.busyRinging("the camera is watching for the card") }
    if let holder = desk.holder {
      throw ControlError(
        .tryAgain, "the camera is taken", why: "`\(holder.rawValue)` looks through it",
        fix: "wait until that has ended, then try again")
    }
    try await yield(CardProgress(state: .looking))
    let found = try await withDeadline(.seconds(seconds)) {
      var toldUnknown: Set<[UInt8]> = []
      for await sight in desk.sights(for: purpose) {
        for payload in sight.payloads {
          let progress = try await judge(payload)
          if progress.state == .unknownCode, !toldUnknown.insert(payload).inserted { continue }
          try await yield(progress)
          if progress.state != .unknownCode { return true }
        }
      }
      return false
    }
    switch found {
    case true?: return
    case false? where ringer.isRinging: throw Self.busyRinging("an alarm took the camera")
    default:
      throw ControlError(
        .nothingFound, "no card was seen within \(DurationText.format(.seconds(seconds)))",
        why: "the camera saw no code that answers",
        fix:
          "hold the card flat, a hand's width to an arm's length away, with light on it; `rouse status` tells how the camera is"
      )
    }
  }

  /// nil when the time is over first.
  private func withDeadline<Result: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result? {
    try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await time.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  /// A QR code holds 2,953 bytes (ISO/IEC 18004, version 40-L).
  private static let longestPayload = 2953

  static func payload(_ hex: String) throws(ControlError) -> [UInt8] {
    guard let bytes = Hexadecimal.bytes(hex), bytes.count <= longestPayload else {
      throw ControlError(
        .usage, "the payload is not hexadecimal", why: "it could not be read", fix: "use the `rouse` command")
    }
    return bytes
  }

  static func busyRinging(_ why: String) -> ControlError {
    ControlError(.tryAgain, "an alarm is ringing", why: why, fix: "show the alarm's card first, then try again")
  }
}
