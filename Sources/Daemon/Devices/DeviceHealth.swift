import AlarmClock
import Hardware
import Machine
import Storage
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
  }

  private let state = Mutex(State())
  private let events: EventLog
  private let time: any TimeSource

  init(events: EventLog, time: any TimeSource) {
    self.events = events
    self.time = time
  }

  func failure(of role: DeviceRole) -> Failure? { state.withLock { $0.failures[role] } }

  /// When it last did as it was told; nil: not since the start.
  func proof(of role: DeviceRole) -> Instant? { state.withLock { $0.proofs[role] } }

  /// The device did not do as it was told.
  func failed(_ error: HardwareError) { failed(error, isOfALook: false) }

  private func failed(_ error: HardwareError, isOfALook: Bool) {
    let isNew = state.withLock { state in
      let old = state.failures[error.device]
      state.failures[error.device] = Failure(error: error, since: old?.since ?? time.now, isOfALook: isOfALook)
      return old?.error.code != error.code
    }
    if isNew { events.append(.deviceFailed, detail: "\(error)") }
  }

  /// Somebody looked whether the device is there.
  ///
  /// - Parameter error: why it is not; nil: it is, which takes back what an earlier look found, and proves no more.
  func looked(for role: DeviceRole, _ error: HardwareError?) {
    let known = failure(of: role)
    guard known?.isOfALook ?? true else { return }
    if let error {
      failed(error, isOfALook: true)
    } else if known != nil {
      recovered(role)
    }
  }

  /// The device did as it was told.
  func worked(_ role: DeviceRole) {
    state.withLock { $0.proofs[role] = time.now }
    recovered(role)
  }

  private func recovered(_ role: DeviceRole) {
    let old = state.withLock { $0.failures.removeValue(forKey: role) }
    if old != nil { events.append(.deviceRecovered, detail: role.rawValue) }
  }
}
