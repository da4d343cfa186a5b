import ArgumentParser
import Control

struct CardSource: ParsableArguments {
  @Option(
    "A picture of the code instead of the camera: PNG, JPEG or PGM.", "file",
    completion: .file(extensions: ["png", "jpg", "jpeg", "pgm"]))
  var image: String?

  /// Returns the payload in hex from the picture, or `nil` to use the camera.
  func payload() throws -> String? {
    guard let image else { return nil }
    let payloads = try OwnProgram.find(.scan).payloads(inPicture: image)
    guard payloads.count == 1, let payload = payloads.first else {
      throw ControlError(
        payloads.isEmpty ? .nothingFound : .badData,
        "\(Terminal.printable(image)) shows \(payloads.isEmpty ? "no code" : "\(payloads.count) different codes")",
        why: payloads.isEmpty ? "no code could be read" : "it is not clear which one is the card",
        fix: payloads.isEmpty ? "photograph it sharply, from near, without glare" : "crop the picture to one code")
    }
    return payload
  }
}

enum CardWatch {
  /// Follows the daemon while it looks for a card, and returns the last sighting.
  static func follow<Look: Control.Command>(
    _ source: CardSource, _ span: String, _ io: IO, command: (_ payload: String?, _ seconds: Int) -> Look
  ) throws -> CardProgress? where Look.Reply == CardProgress {
    let seconds = try Span.seconds(span, field: "--for", in: 1...600)
    let payload = try source.payload()
    let isCameraUsed = payload == nil
    var seen: CardProgress?
    var isHinted = false
    try io.connection.open().stream(command(payload, seconds), isFollowed: isCameraUsed) {
      (progress) throws(ControlError) in
      if io.format.json { try Output.line(JSONText.line(progress)) }
      switch progress.state {
      case .looking:
        if isCameraUsed && !isHinted { Output.note("Hold the card before the camera… (Ctrl-C ends this)") }
        isHinted = true
      case .unknownCode:
        if isCameraUsed { Output.note("A code was seen, but no card of this clock has it. Still looking…") }
        seen = progress
      case .seen, .enrolled: seen = progress
      }
    }
    return seen
  }

  static func nothingSeen(in span: String) -> ControlError {
    ControlError(
      .nothingFound, "no code was seen in \(span)", why: "the camera saw nothing that reads as a QR code",
      fix: "hold the card 15 to 40 cm before the camera, flat and well lit; look longer with `--for 2m`")
  }
}
