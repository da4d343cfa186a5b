import AlarmClock
import Machine
import Storage
import Synchronization

/// Logs a low voltage and a hot processor, each at most once an hour: the voltage drops whenever the motor starts.
struct PowerNotes: Sendable {
  private struct Trouble {
    var told: Duration?
    var isOpen = false

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

  let events: EventLog
  let time: any TimeSource
  private let voltage = Box(Trouble())
  private let heat = Box(Trouble())
  private static let interval: Duration = .seconds(3600)

  /// `nil` means unknown, and is not logged.
  func note(_ power: SensorReadings.Power?, _ processor: SensorReadings.Processor?) {
    let now = time.monotonic
    if let power, voltage.withLock({ $0.note(power.isLow, at: now) }) {
      events.append(
        power.isLow ? .powerLow : .powerRecovered,
        detail: power.isLow ? "under-voltage; `rouse doctor` says what mends it" : nil)
    }
    if let processor, heat.withLock({ $0.note(processor.heat != nil, at: now) }) {
      let isHot = processor.heat != nil
      events.append(
        isHot ? .processorHot : .processorCooled,
        detail: "\(Int(processor.temperature.rounded())) °C" + (isHot ? "; `rouse doctor` says what cools it" : ""))
    }
  }
}
