import AlarmClock
import Control
import Faces
import Hardware
import MockHardware

extension RungView {
  /// - Parameters:
  ///   - playsInstead: the sound that is heard in place of one that is gone or refused, or `nil` if it plays.
  ///   - shelf: knows why that one does not play.
  init(_ rung: RingPlan.Rung, playsInstead: String?, shelf: SoundShelf) {
    let what =
      switch rung.kind {
      case .light: "light"
      case .vibration(let level): "vibration \(level.rawValue)"
      case .sound(let sound, let volume, let fadeIn):
        "sound \(shelf.holds(sound) ? sound : playsInstead ?? sound) \(volume)%"
          + (fadeIn > .zero ? " fading in over \(DurationText.format(fadeIn))" : "")
          + (playsInstead == nil || shelf.holds(sound) ? "" : " (\(LostSound(sound, on: shelf).words))")
      case .buzzer: "buzzer"
      case .silence: "silence"
      }
    self.init(after: rung.after.wholeSeconds, what: what)
  }
}

extension MockEntryView {
  init(_ entry: MockHistory.Entry, in zone: ZoneRules) {
    self.init(
      sequence: entry.sequence, time: RFC3339.format(Instant(nanoseconds: entry.nanoseconds), in: zone),
      nanoseconds: String(entry.nanoseconds), device: entry.device.rawValue, action: entry.action,
      detail: entry.detail)
  }
}

extension DisplayShapeView {
  init(_ shape: DisplayShape) {
    self.init(
      segments: shape.segments.rawValue, digits: shape.digits, colons: shape.colons.sorted(), dots: shape.dots.sorted())
  }
}

extension ReadingsView {
  init(_ readings: Readings) {
    self.init(
      illuminance: readings.illuminance, temperature: readings.temperature, humidity: readings.humidity)
  }
}

extension ProcessorView {
  /// - Parameter zone: in which it is said since when; nil: that is not said.
  init(_ processor: SensorReadings.Processor, in zone: ZoneRules? = nil) {
    let level: Level =
      switch processor.heat {
      case nil: .ok
      case .hot?: .hot
      case .tooHot?: .tooHot
      }
    self.init(
      temperature: processor.temperature, level: level,
      since: zone.flatMap { zone in processor.since.map { RFC3339.format($0, in: zone) } },
      fix: level == .ok ? nil : Diagnosis.coolingRemedy)
  }
}

extension MockStateView {
  init(_ board: MockBoard) {
    // Each is read once: a duty must belong to its level.
    let (playback, level, face) = (board.speaker.playback, board.vibration.level, board.display.face)
    let (air, strain) = (board.room.air, board.power.current)
    self.init(
      buzzer: Switch(on: board.buzzer.isOn),
      vibration: Motor(level: level.rawValue, duty: board.vibration.duty(of: level)),
      speaker: Speaker(
        playing: playback.isPlaying, sound: playback.stream?.sound, volume: playback.stream?.volume,
        mixer: playback.mixer),
      display: Display(
        text: face.text, brightness: face.brightness, shape: DisplayShapeView(board.display.shape)),
      lamp: Switch(on: board.lamp.isOn), camera: Camera(open: board.camera.isOpen, picture: board.camera.picture),
      light: Light(lux: board.light.lux), room: Room(temperature: air.temperature, humidity: air.humidity),
      power: Power(low: strain.isPowerLow, processor: strain.processorTemperature),
      button: Button(open: board.button.isOpen),
      failing: Dictionary(uniqueKeysWithValues: board.failing.map { ($0.key.rawValue, $0.value.description) }))
  }
}
