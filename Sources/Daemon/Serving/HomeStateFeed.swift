import AlarmClock
import Control
import Insight
import Machine
import Storage

extension RouseDaemon {
  /// Combines changes that happen together into one message.
  private static let together: Duration = .milliseconds(200)
  /// The delay of a second look: consequences such as the record of a miss may follow their event.
  private static let after: Duration = .seconds(2)
  /// The minimum interval between looks because of sensors, whose readings change all the time.
  private static let ofSensors: Duration = .seconds(30)

  /// Sends the clock's state to the house, once and after each change. Never polls.
  func followHomeState(_ yield: @escaping @Sendable (HomeStateView) async throws -> Void) async throws {
    let (happened, readings, orders) = (events.follow(), homeSignal.follow(), homeLine.ordered.follow())
    let (looks, look) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (lateLooks, lateLook) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let ends = Box<Ends>((await last([.dismissSuccess]), await last([.dismissSuccess, .missed])))
    look.yield()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await event in happened {
          if event.kind == .dismissSuccess { ends.value = (event, event) }
          if event.kind == .missed { ends.value.ring = event }
          look.yield()
          lateLook.yield()
        }
      }
      group.addTask { [time] in
        for await _ in lateLooks {
          guard await time.rest(for: Self.after) else { return }
          look.yield()
        }
      }
      group.addTask { [time] in
        for await _ in readings {
          look.yield()
          guard await time.rest(for: Self.ofSensors) else { return }
        }
      }
      group.addTask { for await _ in orders { look.yield() } }
      group.addTask { [self] in try await tell(looks, ends, yield) { look.yield() } }
      for try await _ in group {}
    }
    try Task.checkCancellation()
  }

  private func tell(
    _ looks: AsyncStream<Void>, _ ends: Box<Ends>,
    _ yield: @Sendable (HomeStateView) async throws -> Void, lookAgain: @escaping @Sendable () -> Void
  ) async throws {
    var last: HomeStateView?
    var lock: Task<Void, Never>?
    defer { lock?.cancel() }
    for await _ in looks {
      if last != nil { guard await time.rest(for: Self.together) else { return } }
      let view = await homeState(ends.value)
      if view != last { try await yield(view) }
      last = view
      lock?.cancel()
      lock = nextLock.map { next in
        Task(executorPreference: WorkPool.shared) { [time] in if await time.rest(for: next) { lookAgain() } }
      }
    }
  }

  /// The time until an alarm can no longer be canceled, which no event reports, or `nil` if none is coming up.
  private var nextLock: Duration? {
    let now = time.now
    return scheduler.locks.filter { $0 > now }.min().map { $0 - now + .milliseconds(10) }
  }

  /// The last dismissal, and the last ring ended by a card or missed.
  private typealias Ends = (dismissal: Event?, ring: Event?)

  private func last(_ kinds: [Event.Kind]) async -> Event? {
    await EventHistory.events(ledger, since: nil, EventFilter(kinds: kinds), limit: 1).last
  }

  private func homeState(_ ends: Ends) async -> HomeStateView {
    let clock = await status()
    let alarms = await ledger.show { views.all }
    let policy = await homePolicy()
    let settings = inForce.settings
    let zone = scheduler.zone
    let sounds = shelf.views.map(board.fitting.listed).filter(\.available).prefix(HomeStateView.mostListed)
    var view = HomeStateView(clock, alarms, settings)
    view.dismissal = ends.dismissal.map { HomeStateView.DismissalView(EventView($0, in: zone)) }
    view.lastRing = ends.ring.map {
      HomeStateView.LastRingView(EventView($0, in: zone), $0.kind == .missed ? .missed : .dismissed)
    }
    view.scores = await scores(hasProblem: !clock.verdict.problems.isEmpty)
    if board.has(.display) { view.brightness = settings.text(of: .brightness) }
    view.sounds = sounds.map(\.id)
    view.noises = sounds.filter(PlayParser.isNoise).map(\.id)
    (view.commands, view.commandsProblem) = (policy.commands, policy.problem)
    view.order = homeLine.order
    return view
  }

  func homeView(at now: Instant, in zone: ZoneRules) async -> HomeStatusView? {
    guard isHomeServed else { return nil }
    let policy = await homePolicy()
    let (report, recent) = (homeLine.report, homeChanges.recent(at: now))
    guard policy.isThere || report != nil || homeProblem != nil || !recent.isEmpty else { return nil }
    var view = HomeStatusView(report?.local(in: zone))
    view.problem = homeProblem ?? policy.problem
    view.changes = recent.map { HomeStatusView.Change(time: RFC3339.format($0.time, in: zone), what: $0.words) }
    view.allowed = policy.commands
    if !homeLine.hasCome { view.unreached = homeSocket?.closed }
    return view
  }

  /// Reads the policy file on the ledger's thread, which may wait for a disk.
  func homePolicy() async -> HomePolicy {
    await ledger.show { [path = homeGate.path] in HomePolicy.read(path) }
  }

  /// More rings or happenings than anybody has in a few days.
  private static let most = 500

  /// Today's scores, as in `rouse insight`. Recomputed only after a ring, a test, a card or the day has changed.
  private func scores(hasProblem: Bool) async -> HomeStateView.ScoresView {
    let (now, zone) = (time.now, scheduler.zone)
    let basis = ScoresBasis(
      today: zone.local(now).date, zone: zone,
      cards: inForce.book.dismissCards.map { WakingHistory.EnrolledCard(name: $0.name, created: $0.created) },
      rings: await ledger.historyNumber, happenings: events.happenings, hasProblem: hasProblem)
    if let known = homeScores.value, known.basis == basis { return known.scores }
    // Scores look at the days before, and a night begins on the evening before.
    let since = now - .seconds(Int64(DayScores.span + 2) * 86_400)
    let history = WakingHistory(
      rings: await RingHistory.records(ledger, RingQuery(since: since, limit: Self.most)),
      happenings: await RingHistory.happenings(ledger, of: Happening.telling, since: since, most: Self.most),
      cards: basis.cards, zone: zone, now: now, hasProblem: hasProblem)
    let day = history.scores(of: basis.today)
    let scores = HomeStateView.ScoresView(
      waking: day.waking?.score.points, rhythm: day.rhythm?.score.points, readiness: day.readiness?.score.points)
    homeScores.value = (basis, scores)
    return scores
  }
}

/// The facts on which the scores depend.
struct ScoresBasis: Hashable, Sendable {
  let today: LocalDate
  let zone: ZoneRules
  let cards: [WakingHistory.EnrolledCard]
  let rings: Int
  let happenings: Int
  let hasProblem: Bool
}

extension HomeReport {
  /// Converts the times to `zone`, because `rouse-mqtt` does not know the clock's zone.
  func local(in zone: ZoneRules) -> HomeReport {
    func local(_ time: String) -> String { RFC3339.parse(time).map { RFC3339.format($0, in: zone) } ?? time }
    var report = self
    report.since = local(since)
    report.oldest = oldest.map(local)
    return report
  }
}

extension HomeSignal: Hook {
  func note(_ news: EngineNews) { if case .readingsChanged = news { changed() } }
}
