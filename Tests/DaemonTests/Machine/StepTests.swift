import Synchronization
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine

/// The clock is set at the worst moment: while the scheduler's thread is awake.
@Suite struct StepTests {
  /// Reports a step as the kernel does: once, in whichever call comes first.
  private final class FakeTimer: WallTimer {
    private struct State {
      var isStepped = false
      var moment: Instant?
      var beforeSetting: (@Sendable () -> Void)?
    }
    private let state = Mutex(State())
    private let wakeup: Descriptor

    init() throws { wakeup = try Descriptor.socketPair().0 }

    var descriptor: Int32 { wakeup.number }
    var moment: Instant? { state.withLock { $0.moment } }
    func step() { state.withLock { $0.isStepped = true } }
    func beforeSetting(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.beforeSetting = body } }

    func set(_ moment: Instant?) -> Bool {
      let body = state.withLock { state in
        defer { state.beforeSetting = nil }
        return state.beforeSetting
      }
      body?()
      state.withLock { $0.moment = moment }
      return sawStep()
    }

    func sawStep() -> Bool {
      state.withLock { state in
        defer { state.isStepped = false }
        return state.isStepped
      }
    }
  }

  private final class Told: RingObserver {
    let due = Mutex<[ArmedOccurrence]>([])
    let steps = Mutex(0)

    func note(_ news: RingNews) {
      switch news {
      case .passed(let passed): due.withLock { $0 += passed }
      case .clock(.stepped): steps.withLock { $0 += 1 }
      default: break
      }
    }
  }

  @Test(arguments: [-86_400, -3600, 1800, 3600])
  func aStepBetweenWakingAndSettingTheTimerIsTold(seconds: Int) throws {
    let (time, timer, told) = (ManualTime(morning), try FakeTimer(), Told())
    let rig = try RingRig()
    let scheduler = try Scheduler(zone: .utc, time: time, timer: timer)
    let daily = Recurrence.weekly(.daily, at: try #require(LocalTime("07:30")))
    let occurrence = try #require(daily.next(after: morning, in: .utc))
    scheduler.arm(
      ArmedOccurrence(
        occurrence: occurrence, plan: Settings().plan(for: Alarm(id: "aaaaaa", recurrence: daily)), recurrence: daily,
        isSkipped: false))
    let watch = ZoneWatch(SystemZone())
    // Keeps the following round from sleeping, even if the test fails.
    scheduler.prod()
    timer.beforeSetting {
      time.step(by: .seconds(seconds))
      timer.step()
    }
    var changes = scheduler.round(rig.ringer, told, after: [], watch)
    scheduler.prod()
    changes = scheduler.round(rig.ringer, told, after: changes, watch)
    #expect(told.steps.withLock { $0 } == 1)
    #expect(changes.isEmpty)
    let isDue = time.now >= occurrence.due
    #expect(told.due.withLock { $0.map(\.due) } == (isDue ? [occurrence.due] : []))
    #expect(timer.moment == (isDue ? occurrence.due + .seconds(86_400) : occurrence.due))
  }

  @Test func aStepWhileItSleepsIsToldOnce() throws {
    let (time, timer, told) = (ManualTime(morning), try FakeTimer(), Told())
    let rig = try RingRig()
    let scheduler = try Scheduler(zone: .utc, time: time, timer: timer)
    let watch = ZoneWatch(SystemZone())
    var changes: [ClockChange] = [.stepped]
    for _ in 0..<3 {
      scheduler.prod()
      changes = scheduler.round(rig.ringer, told, after: changes, watch)
    }
    #expect(told.steps.withLock { $0 } == 1)
  }

  /// Does not set the clock, because other tests rely on it.
  @Test func theKernelsTimerIsReadyWhenItsMomentHasCome() throws {
    let timer = try TimerDescriptor()
    let wakeup = try Wakeup()
    #expect(!timer.set(SystemTime().now))
    #expect(wakeup.wait(with: [timer.descriptor], timeout: .seconds(60)) == [timer.descriptor])
    #expect(!timer.sawStep())
  }
}
