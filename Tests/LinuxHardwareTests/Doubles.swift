import Glibc
import Hardware
import Synchronization
import TestSupport

@testable import LinuxHardware

/// A clock that only sleeping moves, and that can be held up.
final class SleptClock: Sendable {
  private struct State {
    var now: Duration = .seconds(1000)
    var sleeps = 0
    /// By the count of sleeps: what happens after it.
    var events: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  var now: Duration { state.withLock { $0.now } }
  var sleeps: Int { state.withLock { $0.sleeps } }

  func advance(_ span: Duration) { state.withLock { $0.now += span } }

  /// Lets something happen at the end of a sleep to come, counted from 1.
  func after(sleep count: Int, _ event: @escaping @Sendable () -> Void) {
    state.withLock { $0.events[$0.sleeps + count] = event }
  }

  var clock: DeviceClock {
    DeviceClock(
      now: { self.now },
      sleepUntil: { moment in
        let event = self.state.withLock { state in
          state.now = max(state.now, moment)
          state.sleeps += 1
          return state.events.removeValue(forKey: state.sleeps)
        }
        event?()
      })
  }
}

/// Records what it is told, with the time of a clock, and fails on request.
final class Recorder<Value: Hashable & Sendable>: Sendable {
  struct Entry: Hashable, Sendable {
    var moment: Duration
    var value: Value
  }

  private struct State {
    var entries: [Entry] = []
    var failures: [Int32] = []
  }

  private let state = Mutex(State())
  private let clock: SleptClock

  init(_ clock: SleptClock) { self.clock = clock }

  var entries: [Entry] { state.withLock { $0.entries } }
  var values: [Value] { entries.map(\.value) }

  /// Errors of the next calls; 0: none.
  func fail(_ failures: [Int32]) { state.withLock { $0.failures = failures } }

  func record(_ value: Value) throws(HardwareError) {
    try state.withLock { state throws(HardwareError) in
      let failure = state.failures.isEmpty ? 0 : state.failures.removeFirst()
      guard failure == 0 else { throw HardwareError(.vibration, "setting \(value)", code: failure) }
      state.entries.append(Entry(moment: clock.now, value: value))
    }
  }
}

extension Recorder: SwitchOutput where Value == Bool {
  func set(on: Bool) throws(HardwareError) { try record(on) }
}

extension Recorder: DutyOutput where Value == Double {
  func set(duty: Double) throws(HardwareError) { try record(duty) }
}

/// Waits for what another thread is about to do; false when it does not.
func eventually(_ condition: () -> Bool) -> Bool {
  var detector = HangDetector()
  while !condition() {
    if detector.hangs() { return false }
    usleep(1000)
  }
  return true
}
