import AlarmClock
import Glibc
import Hardware
import Machine
import Synchronization

/// Which devices fail, since when and why, and when each last did as it was told; each change of a failure is an event.
final class DeviceHealth: Sendable {
  struct Failure: Hashable, Sendable {
    var error: HardwareError
    var since: Instant
    /// Only a look has found it, which did not ask the device to do anything.
    var isOfALook = false
  }

  private struct State {
    var failures: [DeviceRole: Failure] = [:]
    var proofs: [DeviceRole: Instant] = [:]

    /// - Returns: whether it is another failure than the one that is known.
    mutating func fail(_ error: HardwareError, at now: Instant, isOfALook: Bool) -> Bool {
      let old = failures[error.device]
      failures[error.device] = Failure(error: error, since: old?.since ?? now, isOfALook: isOfALook)
      return old?.error.code != error.code
    }
  }

  private let state = Mutex(State())
  private let events: EventLog
  private let time: any TimeSource

  init(events: EventLog, time: any TimeSource) {
    self.events = events
    self.time = time
  }

  func failure(of role: DeviceRole) -> Failure? { state.withLock { $0.failures[role] } }

  func proof(of role: DeviceRole) -> Instant? { state.withLock { $0.proofs[role] } }

  func failed(_ error: HardwareError) {
    let isNew = state.withLock { $0.fail(error, at: time.now, isOfALook: false) }
    if isNew { events.append(.deviceFailed, detail: "\(error)") }
  }

  /// Somebody looked whether the device is there.
  ///
  /// - Parameter error: why it is not; nil: it is, which takes back what an earlier look found, or that it was not there
  ///   when it was used. It proves no more.
  func looked(for role: DeviceRole, _ error: HardwareError?) {
    let (isNew, isBack) = state.withLock { state -> (Bool, Bool) in
      let known = state.failures[role]
      if let error {
        guard known?.isOfALook ?? true else { return (false, false) }
        return (state.fail(error, at: time.now, isOfALook: true), false)
      }
      guard let known, known.isOfALook || Self.absence.contains(known.error.code) else { return (false, false) }
      state.failures[role] = nil
      return (false, true)
    }
    if isNew, let error { events.append(.deviceFailed, detail: "\(error)") }
    if isBack { events.append(.deviceRecovered, detail: role.rawValue) }
  }

  /// What a device that is not there answers (errno(3)).
  private static let absence: Set<Int32> = [ENODEV, ENXIO, ENOENT]

  func worked(_ role: DeviceRole) {
    let old = state.withLock { state in
      state.proofs[role] = time.now
      return state.failures.removeValue(forKey: role)
    }
    if old != nil { events.append(.deviceRecovered, detail: role.rawValue) }
  }
}
