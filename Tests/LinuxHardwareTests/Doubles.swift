import Glibc
import Hardware
import Synchronization
import TestSupport

@testable import LinuxHardware

/// A clock that only sleeping advances and that can be held up.
final class SleptClock: Sendable {
  private struct State {
    var now: Duration = .seconds(1000)
    var sleeps = 0
    /// Actions by the number of the sleep that they follow.
    var events: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  var now: Duration { state.withLock { $0.now } }
  var sleeps: Int { state.withLock { $0.sleeps } }

  func advance(_ span: Duration) { state.withLock { $0.now += span } }

  /// Runs an action at the end of a later sleep, counted from 1.
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

/// Records values with the times of a clock, and fails on request.
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

  /// Sets the errors of the next calls; 0 is success.
  func fail(_ failures: [Int32]) { state.withLock { $0.failures = failures } }

  func record(_ value: Value) throws(HardwareError) {
    try state.withLock { state throws(HardwareError) in
      let failure = state.failures.isEmpty ? 0 : state.failures.removeFirst()
      guard failure == 0 else { throw HardwareError(.vibration, "setting \(value)", code: failure) }
      state.entries.append(Entry(moment: clock.now, value: value))
    }
  }
}

extension Recorder: SwitchedDevice where Value == Bool {
  func set(on: Bool) throws(HardwareError) { try record(on) }
}

extension Recorder: SegmentDisplay where Value == DisplayFace {
  func show(_ face: DisplayFace) throws(HardwareError) { try record(face) }
}

extension Recorder: DutyOutput where Value == Double {
  func set(duty: Double) throws(HardwareError) { try record(duty) }
}

/// Waits for another thread; returns `false` if the condition never holds.
func eventually(_ condition: () -> Bool) -> Bool {
  var detector = HangDetector()
  while !condition() {
    if detector.hangs() { return false }
    usleep(1000)
  }
  return true
}
