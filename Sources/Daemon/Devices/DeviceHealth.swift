import AlarmClock
import Hardware
import Machine
import Storage
import Synchronization

/// Which devices fail, since when and why; each change of it is an event.
final class DeviceHealth: Sendable {
  struct Failure: Hashable, Sendable {
    var error: HardwareError
    var since: Instant
  }

  private let failures = Mutex<[DeviceRole: Failure]>([:])
  private let events: EventLog
  private let time: any TimeSource

  init(events: EventLog, time: any TimeSource) {
    self.events = events
    self.time = time
  }

  func failure(of role: DeviceRole) -> Failure? { failures.withLock { $0[role] } }

  /// The device did not do as it was told.
  func failed(_ error: HardwareError) {
    let isNew = failures.withLock { failures in
      let old = failures[error.device]
      failures[error.device] = Failure(error: error, since: old?.since ?? time.now)
      return old?.error.code != error.code
    }
    if isNew { events.append(.deviceFailed, detail: "\(error)") }
  }

  /// The device did as it was told.
  func worked(_ role: DeviceRole) {
    let recovered = failures.withLock { $0.removeValue(forKey: role) }
    if recovered != nil { events.append(.deviceRecovered, detail: role.rawValue) }
  }
}
