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

  /// - Parameter changed: called after each change, with whether it is the light's alone; returns at once.
  init(changed: @escaping @Sendable (_ isLight: Bool) -> Void = { _ in }) { self.changed = changed }

  var latest: Readings { state.withLock { $0.readings } }

  var power: Power? {
    state.withLock { $0.isPowerKnown ? Power(isLow: $0.readings.isPowerLow, since: $0.lowSince) : nil }
  }

  struct Power: Hashable, Sendable {
    var isLow: Bool
    /// Since when it is low; nil: it is not, or that is not known.
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

  /// - Parameter strain: nil: it is not known any more.
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
    // Not under the lock: whoever is told may ask.
    changed(relit == new)
  }
}

/// That a processor is hotter than it should be. A Raspberry Pi slows itself down from 80 °C on, and all of it from 85 °C on
/// (its documentation, "Frequency management and thermal control"); that a 3B+ runs a little slower from 60 °C on harms nothing.
enum Heat: Int, Comparable, Sendable {
  case hot = 80
  case tooHot = 85

  /// It swings about the degree at which it slows down. A level ends only so many degrees below the one at which it began.
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
