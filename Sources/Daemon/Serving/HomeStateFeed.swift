import AlarmClock
import Control
import Hardware
import Machine
import Storage

/// How the clock is, for the house: once, and again whenever something of it is another thing. While nothing happens, and
/// no lock begins, it looks at nothing.
struct HomeStateFeed: Sendable {
  let status: StatusReport
  let shelf: SoundShelf
  let look: HomeLook
  let scores: HomeScores
  let events: EventLog
  let signal: HomeSignal
  let time: any TimeSource

  /// What happens at once is said once.
  private static let together: Duration = .milliseconds(200)
  /// What an event leads to may come after it, as the record of a miss.
  private static let after: Duration = .seconds(2)
  /// What sensors say changes all the time.
  private static let ofSensors: Duration = .seconds(30)

  func follow(_ yield: @escaping @Sendable (HomeStateView) async throws -> Void) async throws {
    let (happened, readings, orders) = (events.follow(), signal.follow(), self.look.line.ordered.follow())
    let (looks, look) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (lateLooks, lateLook) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let ends = Box(Ends(dismissal: await last([.dismissSuccess]), ring: await last([.dismissSuccess, .missed])))
    look.yield()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await event in happened {
          if event.kind == .dismissSuccess { ends.value = Ends(dismissal: event, ring: event) }
          if event.kind == .missed { ends.value.ring = event }
          look.yield()
          lateLook.yield()
        }
      }
      group.addTask {
        for await _ in lateLooks {
          guard await time.rest(for: Self.after) else { return }
          look.yield()
        }
      }
      group.addTask {
        for await _ in readings {
          look.yield()
          guard await time.rest(for: Self.ofSensors) else { return }
        }
      }
      group.addTask { for await _ in orders { look.yield() } }
      group.addTask { try await tell(looks, ends, yield) { look.yield() } }
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
      let view = await view(ends.value)
      if view != last { try await yield(view) }
      last = view
      lock?.cancel()
      lock = nextLock.map { next in
        Task(executorPreference: WorkPool.shared) { if await time.rest(for: next) { lookAgain() } }
      }
    }
  }

  /// How long until an alarm can no longer be taken back, which no event tells; nil: none is going to be.
  private var nextLock: Duration? {
    let now = time.now
    let coming = status.scheduler.locks.filter { $0 > now }
    return coming.min().map { $0 - now + .milliseconds(10) }
  }

  /// How rings have ended.
  struct Ends: Sendable {
    /// The last one by a card.
    var dismissal: Event?
    /// The last one, however.
    var ring: Event?
  }

  private func last(_ kinds: [Event.Kind]) async -> Event? {
    await EventHistory.events(status.ledger, since: nil, EventFilter(kinds: kinds), limit: 1).last
  }

  private func view(_ ends: Ends) async -> HomeStateView {
    let clock = await status.view()
    let views = status.views
    let alarms = await status.ledger.show { views.all }
    let policy = await look.policy()
    let (inForce, zone) = (views.inForce.settings, status.scheduler.zone)
    let sounds = shelf.views.map(status.board.fitting.listed).filter(\.available).prefix(HomeStateView.mostListed)
    let (state, ring) = Self.state(clock.rings)
    return HomeStateView(
      name: inForce.name, version: clock.version, state: state,
      ringing: ring.map { HomeStateView.RingView(alarmId: $0.alarmId, label: $0.label, due: $0.due) },
      next: clock.next.map { HomeStateView.NextView($0, inForce) },
      alarms: alarms.prefix(HomeStateView.mostListed).map { HomeStateView.AlarmView($0) }, missed: clock.misses.count,
      verdict: HomeStateView.VerdictView(clock.verdict), underVoltage: clock.power?.low, trusted: clock.clock.trusted,
      readings: clock.readings.rounded,
      dismissal: ends.dismissal.map { event in
        HomeStateView.DismissalView(
          time: RFC3339.format(event.time, in: zone), label: event.label ?? "", card: event.detail)
      },
      lastRing: ends.ring.map { event in
        HomeStateView.LastRingView(
          time: RFC3339.format(event.time, in: zone), label: event.label ?? "",
          outcome: event.kind == .missed ? .missed : .dismissed)
      }, scores: await scores.view(hasProblem: !clock.verdict.problems.isEmpty),
      volume: inForce.volume, sound: inForce.text(of: .sound) ?? Settings.builtInSound,
      brightness: status.board.has(.display) ? inForce.text(of: .brightness) : nil, noise: clock.noise?.sound,
      sounds: sounds.map(\.id), noises: sounds.filter(PlayParser.isNoise).map(\.id), commands: policy.commands,
      commandsProblem: policy.problem, order: look.line.order)
  }

  /// What rings goes before what is snoozed, and that before what is checked.
  private static func state(_ rings: [RingView]) -> (HomeStateView.State, RingView?) {
    let order: [(RingView.State, HomeStateView.State)] = [
      (.ringing, .ringing), (.snoozed, .snoozed), (.checking, .checking),
    ]
    for (state, word) in order {
      if let ring = rings.first(where: { $0.state == state }) { return (word, ring) }
    }
    return (.idle, nil)
  }
}

extension HomeStateView.NextView {
  fileprivate init(_ next: OccurrenceView, _ settings: Settings) {
    // As the view has it: local, with its offset.
    let (date, time) = (next.time.prefix(10), LocalTime(String(next.time.dropFirst(11).prefix(5))))
    self.init(
      alarmId: next.alarmId, label: next.label, time: next.time,
      local: time.map { "\(date) \($0.text(settings.timeFormat))" } ?? next.time)
  }
}

extension HomeStateView.AlarmView {
  fileprivate init(_ alarm: Control.AlarmView) {
    // A cycle has several times: the house is told the one that comes.
    let coming = alarm.next.map { String($0.time.dropFirst(11).prefix(5)) } ?? "00:00"
    self.init(
      id: alarm.id, label: alarm.label, time: alarm.time.isEmpty ? coming : alarm.time,
      days: alarm.pattern?.words ?? alarm.days?.description, date: alarm.date,
      enabled: alarm.enabled, skipNext: alarm.skipNext, locked: alarm.locked, next: alarm.next?.time)
  }
}

extension HomeStateView.VerdictView {
  fileprivate init(_ verdict: Control.VerdictView) {
    let state: State =
      switch verdict.state {
      case .nothingSet: .nothingSet
      case .ready: .ready
      case .atRisk: .atRisk
      }
    self.init(state: state, problems: verdict.problems.map { "\($0.check): \($0.what)".withoutPaths })
  }
}

extension ReadingsView {
  /// As far as anybody in the house wants to know it: else each look would be another one.
  fileprivate var rounded: ReadingsView {
    func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }
    return ReadingsView(
      illuminance: illuminance.map { $0 < 10 ? tenths($0) : $0.rounded() }, temperature: temperature.map(tenths),
      humidity: humidity.map { $0.rounded() })
  }
}

extension String {
  /// With `…` in the place of what looks like the path of a file: that is nobody's business in the house.
  var withoutPaths: String {
    var text = ""
    var isStart = true
    var isPath = false
    for character in self {
      if isPath, !character.isWhitespace, !",;)`\"'".contains(character) { continue }
      isPath = isStart && character == "/"
      isStart = character.isWhitespace || "(`\"':".contains(character)
      text += isPath ? "…" : String(character)
    }
    return text
  }
}
