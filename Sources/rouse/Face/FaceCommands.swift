import ArgumentParser
import Control
import Hardware

struct FaceCommand: Verb {
  static let about = CommandConfiguration("face")
  @Flag(help: "Show it live, until Ctrl-C.")
  var watch = false
  @OptionGroup var io: IO

  func run() throws {
    guard watch else {
      let face = try connection.ask(GetFace())
      return try format.print(face) { FaceText.lines(face, style: .output).joined(separator: "\n") }
    }
    try watch(every: 250) {
      try $0.send(GetFace())
    } draw: {
      ["DISPLAY", ""] + FaceText.lines($0, style: .output) + ["", "Ctrl-C quits."]
    } print: { face, last in
      // The time of the next change does not count.
      let isSame = last.map {
        ($0.text, $0.shows, $0.brightness, $0.blinking) == (face.text, face.shows, face.brightness, face.blinking)
      }
      if isSame != true { try Output.line(format.json ? JSONText.line(face) : FaceText.sentence(face)) }
    }
  }
}

struct PeekCommand: AskingVerb {
  static let about = CommandConfiguration("peek")
  @OptionGroup var io: IO

  var command: PeekFace { PeekFace() }
  func text(_ face: FaceView) -> String { FaceText.sentence(face) }
}

enum FaceText {
  /// Draws the segments if the style allows it, and says what they show and what comes next.
  static func lines(_ face: FaceView, style: Style) -> [String] {
    var drawing: [String] = []
    if !style.isPlain, let shape = face.shape.shape {
      drawing = SegmentDrawing.lines(for: DisplayFace(text: face.text, brightness: face.brightness), on: shape) + [""]
    }
    return drawing + [sentence(face)] + (face.note.map { [Terminal.printable($0)] } ?? []) + next(face)
  }

  /// Example: `[07:30.] the time, at brightness 8 (as chosen), by day.`
  static func sentence(_ face: FaceView) -> String {
    guard let brightness = face.brightness else { return "The display is off \(light(face))." }
    let blinking = face.blinking ? ", blinking" : ""
    return
      "[\(Terminal.printable(face.text))] \(name(of: face.shows)), at brightness \(brightness) \(light(face))\(blinking), "
      + "by \(Terminal.printable(face.theme))."
  }

  private static func light(_ face: FaceView) -> String { "(\(Terminal.printable(face.light)))" }

  /// Mentions brightness and theme only where they change.
  private static func next(_ face: FaceView) -> [String] {
    var (brightness, theme) = (face.brightness, face.theme)
    return face.next.map { next in
      defer { (brightness, theme) = (next.brightness, next.theme) }
      let time = TimePhrase.clock(next.time, .seconds)
      let other = next.theme == theme ? "" : ", by \(Terminal.printable(next.theme))"
      guard let level = next.brightness else { return "\(time)  the display is off\(other)" }
      return "\(time)  [\(Terminal.printable(next.text))] \(name(of: next.shows))"
        + (level == brightness ? "" : ", at brightness \(level)") + other
    }
  }

  private static func name(of content: String) -> String {
    switch content {
    case "ring": "a ringing alarm"
    case "notice": "a word of the clock"
    case "timer": "a timer"
    case "message": "a message"
    // For half a second, until the display is off.
    case "nothing": "a face that goes dark"
    case "alarm": "the next alarm"
    case "temperature", "humidity": "the \(content) of the room"
    case "time", "date", "seconds": "the \(content)"
    default: "the time in \(Terminal.printable(content))"
    }
  }
}
