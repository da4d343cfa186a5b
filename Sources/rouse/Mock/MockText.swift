import Control
import Hardware
import PlainText

enum MockText {
  /// Returns each device with its state, in the order of the board.
  static func lines(_ state: MockStateView) -> [(device: String, text: String)] {
    let sound = state.speaker.sound.map { " \(Terminal.printable($0))" } ?? ""
    let volume = state.speaker.volume.map { " at volume \($0)" } ?? ""
    let mixer = state.speaker.mixer < 100 ? ", mixer at \(state.speaker.mixer)" : ""
    let brightness = state.display.brightness.map { "brightness \($0)" } ?? "off"
    let picture = state.camera.picture.map { ", \(Terminal.printable($0)) before it" } ?? ""
    let duty = state.vibration.duty > 0 ? ", duty \(percent(state.vibration.duty))" : ""
    let processor = state.power.processor.map { ", processor \(ReadingsView(temperature: $0).room ?? "")" } ?? ""
    let lines = [
      ("buzzer", state.buzzer.on ? "ON" : "off"),
      ("vibration", state.vibration.level + duty),
      ("speaker", (state.speaker.playing ? "PLAYING\(sound)\(volume)" : "silent") + mixer),
      ("display", "[\(Terminal.printable(state.display.text))] \(brightness)"),
      ("lamp", state.lamp.on ? "ON" : "off"),
      ("camera", (state.camera.open ? "OPEN" : "closed") + picture),
      ("light", ReadingsView(illuminance: state.light.lux).light ?? ""),
      ("room", ReadingsView(temperature: state.room.temperature, humidity: state.room.humidity).room ?? ""),
      ("power", (state.power.low ? "LOW" : "good") + processor),
      ("button", state.button.open ? "listened to" : "not listened to"),
    ]
    return lines.map { line in
      let failure = state.failing[line.0].map { "  (made to fail: \(Terminal.printable($0)))" } ?? ""
      return (line.0, line.1 + failure)
    }
  }

  static func listing(_ state: MockStateView) -> String {
    var listing = Listing()
    for line in lines(state) { listing.add(line.device, line.text) }
    return listing.rendered()
  }

  static func drawing(_ state: MockStateView) -> [String] {
    let face = DisplayFace(text: state.display.text, brightness: state.display.brightness)
    let digits = SegmentDrawing.lines(for: face, on: state.display.shape?.shape ?? .fourDigits)
    return digits + [""] + listing(state).split(separator: "\n").map(String.init)
  }

  /// Example: `07:30:00.012  buzzer     set  on`.
  static func line(_ entry: MockEntryView) -> String {
    let device = Terminal.printable(entry.device).padded(to: 9)
    let action = Terminal.printable(entry.action).padded(to: 8)
    let detail = Terminal.printable(entry.detail ?? "")
    return "\(TimePhrase.clock(entry.time, .milliseconds))  \(device)  \(action)  \(detail)".trimmingTrailingSpaces
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}

extension DisplayShapeView {
  /// `nil` if the display cannot be drawn: with unknown segments, or without 1 to 64 digits.
  var shape: DisplayShape? {
    guard let segments = DisplayShape.Segments(rawValue: segments), (1...64).contains(digits) else { return nil }
    return DisplayShape(segments, digits: digits, colons: Set(colons), dots: Set(dots))
  }
}
