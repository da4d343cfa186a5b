import AlarmClock
import Machine
import Storage
import Synchronization

/// Writes into the log that the supply gives too little. It drops when the motor starts, again and again: a line an hour says
/// enough.
final class PowerNotes: Sendable {
  private struct State {
    /// When the log was told last that it is.
    var told: Duration?
    /// The log has to be told that it is over.
    var isOpen = false
  }

  private let events: EventLog
  private let time: any TimeSource
  private let state = Mutex(State())
  private static let interval: Duration = .seconds(3600)

  init(events: EventLog, time: any TimeSource) {
    self.events = events
    self.time = time
  }

  func note(isLow: Bool) {
    let now = time.monotonic
    let kind = state.withLock { state -> Event.Kind? in
      if isLow {
        guard state.told.map({ now - $0 >= Self.interval }) ?? true else { return nil }
        state.told = now
        state.isOpen = true
        return .powerLow
      }
      defer { state.isOpen = false }
      return state.isOpen ? .powerRecovered : nil
    }
    switch kind {
    case .powerLow?: events.append(.powerLow, detail: "under-voltage; `rouse doctor` says what mends it")
    case .powerRecovered?: events.append(.powerRecovered)
    default: break
    }
  }
}
