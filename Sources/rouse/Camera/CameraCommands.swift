import AlarmClock
import ArgumentParser
import Control
import FoundationEssentials
import Glibc
import Hardware
import Pictures

struct CameraCommand: Described {
  static let about = CommandConfiguration("camera", subcommands: [CameraAimCommand.self, CameraSnapshotCommand.self])
}

struct CameraAimCommand: Verb {
  static let about = CommandConfiguration("camera aim")

  @Option("How long; default: until q or Ctrl-C.", "span", name: .customLong("for"))
  var span: String?
  @OptionGroup var io: IO

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
    // A terminal of 160 columns and 64 rows shows each pixel.
    let command = AimCamera(width: 160, height: 120, milliseconds: 125, seconds: seconds)
    let screen = try AlternateScreen(readingKeys: true)
    defer { screen.restore() }
    try screen.show(["Looking for the camera…"])
    var best = 0
    try client.stream(command, isFollowed: true) { (progress) throws(ControlError) in
      best = max(best, progress.sight?.sharpness ?? 0)
      while let key = screen.key() {
        if key == UInt8(ascii: "r") { best = progress.sight?.sharpness ?? 0 }
        guard key == UInt8(ascii: "q") else { continue }
        // The daemon releases the camera when the connection closes.
        screen.restore()
        Glibc.exit(Control.ExitCode.ok.rawValue)
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
      throw ValidationError("\(file): the name must end with .png.")
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

/// Brightness of a picture, rated for reading cards.
enum Light: String, Codable {
  case dark, fine, bright

  /// - Parameter brightness: the mean gray, 0…255. Below 50, a ring switches the lamp on.
  init(brightness: Int) {
    switch brightness {
    case ..<50: self = .dark
    case ...205: self = .fine
    default: self = .bright
    }
  }

  var hint: String {
    switch self {
    case .dark: "too dark: give it more light"
    case .fine: "fine"
    case .bright: "too bright: give it less light"
    }
  }
}

enum SightText {
  /// Lists the cards by name, but never the content of a code.
  static func codes(_ sight: SightView) -> String {
    guard !sight.codes.isEmpty else { return sight.hint == nil ? "no code in view" : "no code read" }
    return sight.codes.map { code in
      guard let card = code.card else { return "an unknown code" }
      let name = "card \(Terminal.printable(card.name)) (\(card.id))"
      return card.enrolled ? name : "\(name), not enrolled yet: `rouse card test`"
    }.joined(separator: "; ")
  }

  /// Says how to make the card readable, with the word that the display shows during a ring; `nil` if nothing is wrong.
  static func advice(_ sight: SightView) -> String? {
    if let hint = sight.hint { return "\(remedy(hint)) (on the display: \(hint.word))" }
    return sight.codes.isEmpty ? "show the whole code and its white margin, a third of the picture" : nil
  }

  /// Pixels per module that are enough for a shaking hand in little light. The decoder needs two.
  static let enoughPixels = 3.0
  private static let larger = "print the card larger: `rouse card new NAME --size 9cm --output card.png`"

  /// Says whether the code is large enough, and what to do if the lens has a fixed focus; `nil` if nothing is known.
  static func size(_ sight: SightView) -> String? {
    guard let pixels = sight.pixelsPerModule else {
      return sight.hasFocus == false && sight.codes.isEmpty ? "fixed focus, so a near card is blurred: \(larger)" : nil
    }
    let count = "\((pixels * 10).rounded() / 10) pixels per module"
    guard pixels < enoughPixels else { return "\(count), enough" }
    let remedy = sight.hasFocus == false ? "fixed focus," : "bring it nearer, or"
    return "\(count), too few: \(remedy) \(larger)"
  }

  private static func remedy(_ hint: ReadingHint) -> String {
    switch hint {
    case .tooDark: "too dark: give the card more light"
    case .glare: "glare: tilt the card, or dim the light"
    case .tooFar: "too far: bring the card nearer"
    case .tooNear: "too near: take the card farther away"
    case .holdStill: "a code is in view: hold it still"
    case .wrongCode: "wrong code: not a card of this clock"
    case .takeAway: "already there: remove it, show it elsewhere"
    }
  }

  /// Example: `brightness 120 (fine), sharpness 182, card bathroom (k3f9xa)`; advice may follow.
  static func line(_ sight: SightView, best: Int? = nil) -> String {
    let hint = Light(brightness: sight.brightness).hint
    let mark = best.map { " (best \($0))" } ?? ""
    return "brightness \(sight.brightness) (\(hint)), sharpness \(sight.sharpness)\(mark), \(codes(sight))"
      + [size(sight), advice(sight)].compactMap(\.self).map { ", \($0)" }.joined()
  }

  static func noFrame(_ failure: String?) -> String {
    "no picture: \(failure.map(Terminal.printable) ?? "the camera is silent")"
  }
}

extension GrayFrame {
  init(_ picture: PictureView) throws(ControlError) {
    guard let pixels = Data(base64Encoded: picture.pixels),
      let frame = GrayFrame(width: picture.width, height: picture.height, pixels: [UInt8](pixels))
    else {
      throw .notUnderstood("the daemon's picture cannot be read")
    }
    self = frame
  }
}
