import ArgumentParser
import Control

struct FaceCommand: Verb {
  static let configuration = CommandConfiguration("face", "What the display shows now, and what comes next.")
  @Flag(help: "Show it live, until Ctrl-C.")
  var watch = false
  @OptionGroup var io: IO

  func run() throws {
    guard watch else {
      let face = try connection.ask(GetFace())
      return try format.print(face) { FaceText.lines(face, style: .output).joined(separator: "\n") }
    }
    let client = try connection.open()
    var last: FaceView?
    let isDrawn = Terminal.isDrawnOn && !format.json
    let screen = isDrawn ? try AlternateScreen() : nil
    defer { screen?.restore() }
    while true {
      let face = try client.send(GetFace())
      if let screen {
        // Also without a change: the window may have been resized.
        try screen.show(["DISPLAY", ""] + FaceText.lines(face, style: .output) + ["", "Ctrl-C ends this."])
      } else if face.isOther(than: last) {
        try Output.line(format.json ? JSONText.line(face) : FaceText.sentence(face))
      }
      last = face
      Output.rest(milliseconds: 250)
    }
  }
}

extension FaceView {
  /// What is to be seen is another thing; how soon the next one comes does not count.
  fileprivate func isOther(than last: FaceView?) -> Bool {
    guard let last else { return true }
    return (text, brightness, blinking) != (last.text, last.brightness, last.blinking) || shows != last.shows
  }
}
