import AlarmClock
import Glibc
import Hardware
import Machine

/// The failures of devices, and when each last worked. Each change of a failure becomes an event.
struct DeviceHealth: Sendable {
  struct Failure: Hashable, Sendable {
    var error: HardwareError
    var since: Instant
    /// Whether it was found by looking, without using the device.
    var isOfALook = false
  }

  private struct State {
    var failures: [DeviceRole: Failure] = [:]
    var proofs: [DeviceRole: Instant] = [:]

    /// - Returns: whether this failure differs from the known one.
    mutating func fail(_ error: HardwareError, at now: Instant, isOfALook: Bool) -> Bool {
      let old = failures[error.device]
      failures[error.device] = Failure(error: error, since: old?.since ?? now, isOfALook: isOfALook)
      return old?.error.code != error.code
    }
  }

  private let state = Box(State())
  let events: EventLog
  let time: any TimeSource

  func failure(of role: DeviceRole) -> Failure? { state.withLock { $0.failures[role] } }

  func proof(of role: DeviceRole) -> Instant? { state.withLock { $0.proofs[role] } }

  func failed(_ error: HardwareError) {
    let isNew = state.withLock { $0.fail(error, at: time.now, isOfALook: false) }
    if isNew { events.append(.deviceFailed, detail: "\(error)") }
  }

  /// Records whether a look found the device; `error` is why it is missing. Presence clears failures that looks found
  /// and errors of a missing device, but does not prove that the device works.
  func looked(for role: DeviceRole, _ error: HardwareError?) {
    let isChanged = state.withLock { state -> Bool in
      let known = state.failures[role]
      if let error { return known?.isOfALook ?? true && state.fail(error, at: time.now, isOfALook: true) }
      guard let known, known.isOfALook || Self.absence.contains(known.error.code) else { return false }
      state.failures[role] = nil
      return true
    }
    guard isChanged else { return }
    events.append(error == nil ? .deviceRecovered : .deviceFailed, detail: error.map { "\($0)" } ?? role.rawValue)
  }

  /// The errors of a missing device (errno(3)).
  private static let absence: Set<Int32> = [ENODEV, ENXIO, ENOENT]

  func worked(_ role: DeviceRole) {
    let old = state.withLock { state in
      state.proofs[role] = time.now
      return state.failures.removeValue(forKey: role)
    }
    if old != nil { events.append(.deviceRecovered, detail: role.rawValue) }
  }
}
