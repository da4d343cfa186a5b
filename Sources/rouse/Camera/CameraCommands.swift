import AlarmClock
import ArgumentParser
import Control
import Glibc
import Hardware
import Pictures

struct CameraCommand: Described {
  static let about = CommandConfiguration("camera", subcommands: [CameraAimCommand.self, CameraSnapshotCommand.self])
}

struct CameraAimCommand: Verb {
  static let about = CommandConfiguration("camera aim")

  @Option("How long; otherwise until q or Ctrl-C.", "span", name: .customLong("for"))
  var span: String?
  @OptionGroup var io: IO

  /// Pixels. A terminal of 160 columns and 64 rows shows each one.
  private static let pictureWidth = 160
  private static let pictureHeight = 120

  func run() throws {
    let seconds = try span.map { try Span.seconds($0, field: "--for", in: 1...86_400) }
    let client = try connection.open()
    if Terminal.isDrawnOn && !format.json {
      try draw(client, seconds)
    } else {
      try Self.list(client, seconds, isJSON: format.json)
    }
  }

  private func draw(_ client: ControlClient, _ seconds: Int?) throws(ControlError) {
    let command = AimCamera(
      width: Self.pictureWidth, height: Self.pictureHeight, milliseconds: 125, seconds: seconds)
    let screen = try AlternateScreen(readingKeys: true)
    defer { screen.restore() }
    try screen.show(["Looking for the camera…"])
    var best = 0
    try client.stream(command, isFollowed: true) { (progress) throws(ControlError) in
      best = max(best, progress.sight?.sharpness ?? 0)
      while let key = screen.key() {
        switch key {
        case UInt8(ascii: "q"):
          // The daemon releases the camera when the connection closes.
          screen.restore()
          Glibc.exit(Control.ExitCode.ok.rawValue)
        case UInt8(ascii: "r"): best = progress.sight?.sharpness ?? 0
        default: break
        }
      }
      // Read every time: the window may have been resized.
      let (columns, rows) = Terminal.size
      let layout = AimScreen(
        columns: columns, rows: rows, colours: .output, style: .output, hasKeys: screen.readsKeys)
      try screen.show(try layout.lines(progress, best: best))
    }
  }

  static func list(_ client: ControlClient, _ seconds: Int?, isJSON: Bool) throws(ControlError) {
    // Ask for the smallest picture: the sharpness comes only with one, but it is not shown.
    let command = AimCamera(width: 1, height: 1, milliseconds: 1000, seconds: seconds)
    var best = 0
    try client.stream(command, isFollowed: true) { (progress) throws(ControlError) in
      best = max(best, progress.sight?.sharpness ?? 0)
      if isJSON {
        let sight = progress.sight
        let document = Document(
          brightness: sight?.brightness, light: sight.map { Light(brightness: $0.brightness) },
          sharpness: sight?.sharpness, bestSharpness: best, codes: sight?.codes ?? [], hint: sight?.hint,
          pixelsPerModule: sight?.pixelsPerModule, hasFocus: sight?.hasFocus, failure: progress.failure)
        try Output.line(JSONText.line(document))
      } else if let sight = progress.sight {
        try Output.line(Style.output.wrapped(SightText.line(sight, best: best)))
      } else {
        try Output.line(Style.output.wrapped(SightText.noFrame(progress.failure)))
      }
    }
  }

  private struct Document: Encodable {
    @OrNull var brightness: Int?
    @OrNull var light: Light?
    @OrNull var sharpness: Int?
    var bestSharpness: Int
    var codes: [SightView.Code]
    @OrNull var hint: ReadingHint?
    @OrNull var pixelsPerModule: Double?
    @OrNull var hasFocus: Bool?
    @OrNull var failure: String?
  }
}

struct CameraSnapshotCommand: Verb {
  static let about = CommandConfiguration("camera snapshot")

  @Argument(help: "The picture to write, `.png`.", completion: .file(extensions: ["png"]))
  var file: String
  @Flag(help: "Replace the file if it exists.")
  var force = false
  @OptionGroup var io: IO

  func validate() throws {
    guard CardPicture.Kind(path: file) == .png else {
      throw ValidationError("\(file): the name has to end with .png.")
    }
  }

  func run() throws {
    if !force { try OutputFile.checkThatNone(file) }
    let sight = try connection.ask(TakeSnapshot())
    let frame = try GrayFrame(sight.picture)
    try ControlError.naming("\(file) cannot be written") { () throws(PictureError) in
      try PictureFile.write(frame, to: file)
    }
    Output.done()
    let document = Document(
      file: file, width: sight.picture.width, height: sight.picture.height, brightness: sight.brightness,
      light: Light(brightness: sight.brightness), sharpness: sight.sharpness, codes: sight.codes, hint: sight.hint)
    try format.print(document) {
      "The camera's view is in \(Terminal.printable(file)): \(SightText.line(sight))."
    }
    if sight.codes.contains(where: { $0.card != nil }) {
      Output.note("The picture shows a card: whoever has it can silence your alarms. Delete it when you are done.")
    }
  }

  private struct Document: Encodable {
    var file: String
    var width: Int
    var height: Int
    var brightness: Int
    var light: Light
    var sharpness: Int
    var codes: [SightView.Code]
    @OrNull var hint: ReadingHint?
  }
}
