import AlarmClock
import Faces
import Hardware
import Synchronization

final class SensorReadings: Sendable {
  private struct State {
    var readings = Readings()
    var lowSince: Instant?
    var isPowerKnown = false
    var processor: Processor?
  }

  private let state = Mutex(State())
  private let changed: @Sendable (_ isLight: Bool) -> Void

  /// - Parameter changed: called after each change, with whether only the light changed; must return immediately.
  init(changed: @escaping @Sendable (_ isLight: Bool) -> Void = { _ in }) { self.changed = changed }

  var latest: Readings { state.withLock { $0.readings } }

  var power: Power? {
    state.withLock { $0.isPowerKnown ? Power(isLow: $0.readings.isPowerLow, since: $0.lowSince) : nil }
  }

  struct Power: Hashable, Sendable {
    var isLow: Bool
    /// When the voltage became low, or `nil` if it is not low or that is unknown.
    var since: Instant?
  }

  var processor: Processor? { state.withLock { $0.processor } }

  struct Processor: Hashable, Sendable {
    /// In degrees Celsius.
    var temperature: Double
    var heat: Heat?
    var since: Instant?
  }

  func set(illuminance: Double?) {
    change { state in
      let before = state.readings.illuminance
      state.readings.illuminanceBefore = illuminance == nil ? nil : before
      state.readings.illuminance = illuminance
    }
  }

  func set(temperature: Double?, humidity: Double?) {
    change { state in
      state.readings.temperature = temperature
      state.readings.humidity = humidity
    }
  }

  func set(strain: BoardStrain?, at now: Instant) {
    let isLow = strain?.isPowerLow ?? false
    change { state in
      state.isPowerKnown = strain != nil
      state.lowSince = isLow ? state.lowSince ?? now : nil
      state.readings.isPowerLow = isLow
      let last = state.processor
      state.processor = strain?.processorTemperature.map { celsius in
        let heat = Heat(at: celsius, after: last?.heat)
        return Processor(temperature: celsius, heat: heat, since: heat == nil ? nil : last?.since ?? now)
      }
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let (old, new) = state.withLock { state in
      let old = state.readings
      body(&state)
      return (old, state.readings)
    }
    guard old != new else { return }
    var relit = old
    (relit.illuminance, relit.illuminanceBefore) = (new.illuminance, new.illuminanceBefore)
    // Not under the lock, because the callee may read the values.
    changed(relit == new)
  }
}

/// The level of an overheating processor, in °C. A Raspberry Pi slows the processor from 80 °C, and everything from
/// 85 °C (its documentation, "Frequency management and thermal control"). A 3B+ slows slightly from 60 °C: harmless.
enum Heat: Int, Comparable, Sendable {
  case hot = 80
  case tooHot = 85

  /// The degrees by which a level ends below its beginning, because the temperature swings around the throttling point.
  static let swing: Double = 3

  init?(at celsius: Double, after last: Heat? = nil) {
    let levels = [Heat.tooHot, .hot]
    let level = levels.first { level in
      let isHeld = last.map { $0 >= level } ?? false
      return celsius >= Double(level.rawValue) - (isHeld ? Self.swing : 0)
    }
    guard let level else { return nil }
    self = level
  }

  static func < (a: Heat, b: Heat) -> Bool { a.rawValue < b.rawValue }
}
