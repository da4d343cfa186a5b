import AlarmClock
import Control
import ControlService
import Storage

extension RouseDaemon {
  /// The only four requests of the house. None can end or change a ring: during a ring every command is refused.
  func addHome(to router: inout Router) {
    router.onStream(FollowHomeState.self) { [self] _, yield in try await bounded { try await followHomeState(yield) } }
    router.on(ReadHomeEvents.self) { [self] command in try await bounded { try await page(command) } }
    router.onStream(ReportHome.self) { [self] command, yield in
      try await bounded { try await homeLine.hold(command.report) { try await yield(Done()) } }
    }
    router.on(HomeCommand.self) { [self] command in
      do { return try await perform(command) } catch let error as ControlError {
        homeGate.refused(command, error)
        throw error
      }
    }
  }

  private func bounded<Value>(_ body: () async throws -> Value) async throws -> Value {
    guard homeFollowers.enter() else {
      throw ControlError(
        .tryAgain, "the daemon is followed by \(homeFollowers.most) of the house already", why: "more are not taken",
        fix: "end another `rouse-mqtt`: one is enough", stillWorks: "alarms ring, and the card ends them")
    }
    defer { homeFollowers.leave() }
    return try await body()
  }

  // MARK: Events

  private func page(_ command: ReadHomeEvents) async throws -> HomeEventPage {
    let cursor = command.after.flatMap { HomeCursor($0) }
    if cursor == nil, let text = command.after {
      throw ControlError(
        .usage, "`\(text.prefix(40))` is no cursor", why: "it is none that the daemon has given",
        fix: "give the `cursor` of the last page as it was, or none")
    }
    let limit = max(1, min(command.limit, ReadHomeEvents.mostInAPage))
    // Subscribes before the first read, so that no event is missed between the read and the wait.
    let stored = events.followStored()
    try await homeGate.waitForPage()
    var page = try await Self.read(ledger, after: cursor, limit)
    guard cursor != nil else { return view(page) }
    var news = stored.makeAsyncIterator()
    while page.isEmpty {
      guard await news.next() != nil else { throw CancellationError() }
      page = try await Self.read(ledger, after: cursor, limit)
    }
    return view(page)
  }

  private static func read(
    _ ledger: isolated Ledger, after cursor: HomeCursor?, _ limit: Int
  ) throws(ControlError) -> HomePage {
    do { return try HomePage.read(ledger.folder.store, after: cursor, limit: limit) } catch {
      throw ControlError(
        .tryAgain, "the log cannot be read", why: "\(error)", fix: "see `rouse doctor` on the clock, then try again",
        stillWorks: "alarms ring, and the card ends them")
    }
  }

  private func view(_ page: HomePage) -> HomeEventPage {
    let zone = scheduler.zone
    return HomeEventPage(
      events: page.lines.compactMap { line in line.event.map { HomeEvent($0, of: line, in: zone) } },
      cursor: page.cursor.text, left: page.left, gap: page.gap)
  }

  // MARK: Commands

  private func perform(_ command: HomeCommand) async throws -> HomeCommand.Reply {
    try await homeGate.check(command) { await homePolicy() }
    guard !ringer.isRinging else {
      throw ControlError.ringing("until its card was seen nothing is done for the house, so that nothing is in its way")
    }
    let origin = Origin(name: command.origin.words)
    let done = try await Origin.$current.withValue(origin) {
      try await perform(command.command, command.arguments)
    }
    let detail = "\(done.what) by \(command.origin.words)"
    events.append(.homeCommand, alarmID: done.alarm?.id, label: done.alarm?.label, detail: detail)
    homeChanges.add(HomeChanges.words(alarmID: done.alarm?.id, label: done.alarm?.label, detail), at: time.now)
    return HomeCommand.Reply(
      what: HomeChanges.words(alarmID: done.alarm?.id, label: done.alarm?.label, done.what), notes: done.notes)
  }

  func restoreHomeChanges() async {
    guard homeSocket != nil else { return }
    let kept = await EventHistory.events(
      ledger, since: time.now - HomeChanges.span, EventFilter(kinds: [.homeCommand]), limit: HomeChanges.most)
    homeChanges.restore(
      kept.map {
        HomeChanges.Change(
          time: $0.time, words: HomeChanges.words(alarmID: $0.alarmID, label: $0.label, $0.detail ?? ""))
      })
  }

  private static let orderPatience: Duration = .seconds(30)

  /// Adds the orders to `rouse-mqtt` from users of the control socket, who need neither root nor the broker's password.
  /// The house cannot give orders: on its socket they only appear in the state.
  func addHomeOrders(to router: inout Router) {
    router.on(OrderHome.self) { [self] command in try await carryOut(command.kind) }
  }

  private func carryOut(_ kind: HomeOrder.Kind) async throws -> HomeReport {
    guard let report = homeLine.report else {
      throw ControlError(
        .unreachable, "rouse-mqtt is not running", why: "it is what talks to the broker; nothing was sent",
        fix: "start it: `sudo systemctl start rouse-mqtt`; where no broker is set up yet: `rouse mqtt setup`",
        stillWorks: "alarms ring, and the card ends them")
    }
    guard report.state == .connected else {
      throw ControlError(
        .unreachable, "the clock is not connected to \(report.broker)",
        why: "\(report.why ?? "it does not answer"); nothing was sent",
        fix: report.fix ?? "see at which step it fails: `rouse mqtt test`",
        stillWorks: "alarms ring, and what happens waits for the broker")
    }
    guard let (order, done) = homeLine.begin(kind) else {
      throw ControlError(
        .tryAgain, "another order is under way", why: "rouse-mqtt does one after the other",
        fix: "try again in half a minute")
    }
    defer { homeLine.end(order) }
    let answer = try await time.withDeadline(Self.orderPatience) {
      for await report in done { return report }
      throw CancellationError()
    }
    guard let answer else {
      throw ControlError(
        .tryAgain, "rouse-mqtt has not done it within half a minute", why: "the broker may be slow, or gone by now",
        fix: "see how the line is: `rouse mqtt status`; then try again",
        stillWorks: "alarms ring, and the card ends them")
    }
    return answer.local(in: scheduler.zone)
  }
}

extension HomeChanges {
  /// Returns a sentence such as `Work skipped by Home Assistant`.
  static func words(alarmID: String?, label: String?, _ what: String) -> String {
    guard let alarmID else { return what }
    return "\(label.map { $0.isEmpty ? alarmID : $0 } ?? alarmID) \(what)"
  }
}
