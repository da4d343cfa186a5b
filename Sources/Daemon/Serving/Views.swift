import AlarmClock
import Control
import Hardware
import MockHardware
import Storage

extension EventView {
  init(_ event: Event, in zone: ZoneRules) {
    self.init(
      time: RFC3339.format(event.time, in: zone), nanoseconds: String(event.time.nanoseconds),
      event: event.kind.rawValue, alarmId: event.alarmID, label: event.label, detail: event.detail)
  }
}

extension CardView {
  init(_ card: Card, in zone: ZoneRules) {
    self.init(
      id: card.id, name: card.name, enrolled: card.isEnrolled, created: RFC3339.format(card.created, in: zone))
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

extension MockStateView {
  init(_ board: MockBoard) {
    let state = board.state
    self.init(
      buzzer: Switch(on: state.buzzer.on),
      vibration: Motor(level: state.vibration.level.rawValue, duty: state.vibration.duty),
      speaker: Speaker(playing: state.speaker.playing, sound: state.speaker.sound, volume: state.speaker.volume),
      display: Display(text: state.display.text, brightness: state.display.brightness),
      lamp: Switch(on: state.lamp.on), camera: Camera(open: state.camera.open, picture: board.camera.picture),
      failing: state.failing)
  }
}
