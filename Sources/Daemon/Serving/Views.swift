import AlarmClock
import Control
import Faces
import Hardware
import MockHardware

extension RungView {
  /// `playsInstead` replaces a sound that is missing or refused, for which `shelf` has the reason.
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
  /// - Parameter zone: the zone for `since`, or `nil` to leave that out.
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
      fix: level == .ok ? nil : MachineLook.coolingRemedy)
  }
}

extension MockStateView {
  init(_ board: MockBoard) {
    self.init()
    // Each device is read once, because a duty must belong to its level.
    let (playback, level, face) = (board.speaker.playback, board.vibration.level, board.display.face)
    let (air, strain) = (board.room.current, board.power.current)
    buzzer.on = board.buzzer.isOn
    (vibration.level, vibration.duty) = (level.rawValue, board.vibration.duty(of: level))
    (speaker.playing, speaker.mixer) = (playback.isPlaying, playback.mixer)
    (speaker.sound, speaker.volume) = (playback.stream?.sound, playback.stream?.volume)
    (display.text, display.brightness) = (face.text, face.brightness)
    display.shape = DisplayShapeView(board.display.shape)
    lamp.on = board.lamp.isOn
    (camera.open, camera.picture) = (board.camera.isOpen, board.camera.picture)
    light.lux = board.light.current.lux
    (room.temperature, room.humidity) = (air.temperature, air.humidity)
    (power.low, power.processor) = (strain.isPowerLow, strain.processorTemperature)
    button.open = board.button.isOpen
    failing = Dictionary(uniqueKeysWithValues: board.failing.map { ($0.key.rawValue, $0.value.description) })
  }
}

extension StorageView {
  init(_ ledger: isolated Ledger) {
    let (folder, health) = (ledger.folder, ledger.health)
    let notices = [
      ledger.replacement.map { "\($0). To dismiss this: `rouse acknowledge`" },
      health.backupError.map { "no backup could be made: \($0)" }, folder.store.isLogAstray ? StateFolder.lostLog : nil,
      folder.textOfFlaws,
    ].compactMap(\.self)
    self.init()
    self.folder = folder.path
    writable = folder.isWritable && folder.displacement == nil && health.error == nil
    error = health.error?.description ?? folder.problem ?? folder.displacement
    notice = notices.isEmpty ? nil : notices.joined(separator: "; ")
    unstored = ledger.rings.unrecorded.count
  }
}
