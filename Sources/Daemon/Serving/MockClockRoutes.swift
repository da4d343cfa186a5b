import AlarmClock
import Control
import ControlService
import Glibc
import Machine
import Storage
import Synchronization

extension RouseDaemon {
  func addMockClock(to router: inout Router) {
    router.on(AdvanceMockClock.self) { [self] in try await advance($0) }
    router.on(GetMockClock.self) { [self] _ in view(try mockClock()) }
    router.on(SetMockClock.self) { [self] in try set($0) }
    router.perform(RebootMock.self) { [self] in try reboot($0) }
  }

  private func mockClock() throws(ControlError) -> VirtualTime {
    guard let clock = VirtualTime.installed else {
      throw ControlError(
        .notPermitted, "this daemon runs on the real clock", why: "only a mock clock can be moved; nothing was changed",
        fix: Self.mockClockCommand)
    }
    return clock
  }

  private func view(_ clock: VirtualTime) -> GetMockClock.Reply {
    let zone = scheduler.zone
    let reading = clock.reading
    return GetMockClock.Reply(
      time: RFC3339.format(reading.now, in: zone), zone: zone.name, trusted: clock.trust.isTrusted, boot: reading.boot)
  }

  // MARK: Advancing

  /// The limit for one advance; `next` looks no further either.
  private static let farthest: Duration = .seconds(400 * 86_400)

  private func advance(_ command: AdvanceMockClock) async throws -> AdvanceMockClock.Reply {
    let clock = try mockClock()
    let start = clock.now
    let isUntilNext = command.to == "next"
    let span = isUntilNext ? untilNext(from: start) : try span(of: command, from: start)
    let story = MockStory(stopsAtNews: isUntilNext)
    let news = events.follow()
    let following = Task(executorPreference: WorkPool.shared) {
      for await event in news { if story.add(event) { clock.stop() } }
    }
    defer { following.cancel() }
    switch await clock.advance(by: span) {
    case .arrived: break
    case .refused:
      throw ControlError(
        .tryAgain, "the mock clock is being advanced already", why: "only one can run at a time",
        fix: "wait for the other one")
    case .stuck:
      throw ControlError(
        .tryAgain, "the mock clock stopped at \(RFC3339.format(clock.now, in: scheduler.zone))",
        why: "something in the daemon was busy for more than a minute; the clock runs at normal speed again",
        fix: "check `rouse log` and `rouse doctor`")
    }
    let zone = scheduler.zone
    if isUntilNext, !story.told.hasNews {
      throw ControlError(
        .nothingFound, "nothing was due until \(RFC3339.format(clock.now, in: zone))",
        why: "the clock shows that time now",
        fix: "set an alarm: `rouse alarm add 07:15 --days mon-fri`")
    }
    return AdvanceMockClock.Reply(
      from: RFC3339.format(start, in: zone), to: RFC3339.format(clock.now, in: zone), counts: story.told.counts,
      events: story.told.events.map { EventView($0, in: zone) })
  }

  /// Returns how far `next` may advance: to the next alarm, or a week, in which timers and reminders come due.
  private func untilNext(from now: Instant) -> Duration {
    min(Self.farthest, scheduler.next.map { $0.due - now + .seconds(60) } ?? .seconds(7 * 86_400))
  }

  private func span(of command: AdvanceMockClock, from now: Instant) throws -> Duration {
    try validated { () throws(InvalidValue) in
      let span: Duration
      switch (command.by, command.to) {
      case (let by?, nil): span = try DurationText.parse(by, field: "DURATION")
      case (nil, let to?): span = try moment(to, after: now) - now
      default: throw InvalidValue(field: "DURATION", value: "", reason: "", remedy: "give a duration, or --to")
      }
      guard (.zero...Self.farthest).contains(span) else {
        throw InvalidValue(
          field: command.by == nil ? "--to" : "DURATION", value: command.by ?? command.to ?? "",
          reason: span < .zero ? "it has passed" : "the clock advances by 400 days at most",
          remedy: span < .zero ? "set the clock back with `rouse mock step --by …`" : "advance in several steps")
      }
      return span
    }
  }

  /// Parses a moment. A time of day means its next occurrence.
  private func moment(_ text: String, after now: Instant) throws(InvalidValue) -> Instant {
    let zone = scheduler.zone
    let time: LocalTime
    do throws(InvalidValue) { time = try TimeText.timeOfDay(text, field: "--to", remedy: "") } catch {
      return try MomentText.parse(text, now: now, zone: zone, field: "--to")
    }
    return zone.resolve(zone.next(time, after: now)).instant
  }

  // MARK: Setting

  private func set(_ command: SetMockClock) throws -> GetMockClock.Reply {
    let clock = try mockClock()
    let step = try command.by.map { try Self.step($0, field: "--by") }
    if let zone = command.zone { try SettingCommands.checkZone(zone) }
    // Distrust comes before the step and trust after it, so that the old time is never trusted.
    if command.trusted == false { clock.trust(false) }
    if let step { clock.step(by: step) }
    if command.trusted == true { clock.trust(true) }
    if command.trusted != nil { trust.lookAgain() }
    if let zone = command.zone {
      system.use(zone)
      scheduler.zoneChanged()
    }
    return view(clock)
  }

  private static func step(_ text: String, field: String) throws -> Duration {
    let isBack = text.hasPrefix("-")
    let digits = isBack || text.hasPrefix("+") ? String(text.dropFirst()) : text
    let span = try valid(DurationText.parse(digits, field: field))
    return isBack ? .zero - span : span
  }

  private func reboot(_ command: RebootMock) throws {
    let clock = try mockClock()
    let off = try Self.step(command.off, field: "--off")
    guard off >= .zero else {
      throw ControlError(
        .usage, "--off: `\(command.off)` is not valid", why: "a duration cannot be negative",
        fix: "give a duration, such as `--off 20s`; `--by` sets the clock back")
    }
    let error = try command.by.map { try Self.step($0, field: "--by") }
    let start = MockStart(
      now: clock.now + off + (error ?? .zero),
      isTrusted: command.trusted ?? (error == nil && clock.trust.isTrusted), zone: scheduler.zone.name)
    // A power cut erases the record of starts.
    starts.clear()
    try MachineThread.start("reboot", clock: nil) { [events] in
      // Lets the reply leave first.
      usleep(50_000)
      events.tellLog("\(start.reboot())")
    }
  }
}

private final class MockStory: Sendable {
  struct State {
    var events: [Event] = []
    var counts: [String: Int] = [:]
    var hasNews = false
  }

  private let state = Mutex(State())
  private let stopsAtNews: Bool

  init(stopsAtNews: Bool) { self.stopsAtNews = stopsAtNews }

  var told: State { state.withLock { $0 } }

  /// Returns whether the clock must stop.
  func add(_ event: Event) -> Bool {
    state.withLock { state in
      state.counts[event.kind.rawValue, default: 0] += 1
      if state.events.count < AdvanceMockClock.mostEvents { state.events.append(event) }
      if event.kind.wasDue { state.hasNews = true }
      return stopsAtNews && event.kind.wasDue
    }
  }
}

extension Event.Kind {
  fileprivate var wasDue: Bool {
    [.fired, .missed, .skipped, .snoozeEnded, .wakeCheckStarted, .wakeCheckFailed, .timerEnded, .reminder]
      .contains(self)
  }
}
