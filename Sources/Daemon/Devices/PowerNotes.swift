import AlarmClock
import Machine
import Storage
import Synchronization

/// Writes into the log that the supply gives too little, or that the processor is hot. The voltage drops when the motor
/// starts, again and again: a line an hour says enough of each.
final class PowerNotes: Sendable {
  private struct Trouble {
    /// When the log was told last that it is.
    var told: Duration?
    /// The log has to be told that it is over.
    var isOpen = false

    /// Whether there is something to tell.
    mutating func note(_ isThere: Bool, at now: Duration) -> Bool {
      guard isThere else {
        defer { isOpen = false }
        return isOpen
      }
      guard told.map({ now - $0 >= PowerNotes.interval }) ?? true else { return false }
      (told, isOpen) = (now, true)
      return true
    }
  }

  private struct State {
    var voltage = Trouble()
    var heat = Trouble()
  }

  private let events: EventLog
  private let time: any TimeSource
  private let state = Mutex(State())
  private static let interval: Duration = .seconds(3600)

  init(events: EventLog, time: any TimeSource) {
    self.events = events
    self.time = time
  }

  /// What is nil is not known, and nothing is told of it.
  func note(_ power: SensorReadings.Power?, _ processor: SensorReadings.Processor?) {
    let now = time.monotonic
    if let power, state.withLock({ $0.voltage.note(power.isLow, at: now) }) {
      events.append(
        power.isLow ? .powerLow : .powerRecovered,
        detail: power.isLow ? "under-voltage; `rouse doctor` says what mends it" : nil)
    }
    if let processor, state.withLock({ $0.heat.note(processor.heat != nil, at: now) }) {
      let isHot = processor.heat != nil
      events.append(
        isHot ? .processorHot : .processorCooled,
        detail: "\(Int(processor.temperature.rounded())) °C" + (isHot ? "; `rouse doctor` says what cools it" : ""))
    }
  }
}
