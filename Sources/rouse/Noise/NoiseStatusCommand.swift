import AlarmClock
import ArgumentParser
import Control

struct NoiseStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "What plays, and until when.",
    discussion: """
      Examples:
        rouse noise status --json
      """)
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let noise = try connection.ask(GetStatus()).noise
    try format.print(Document(noise: noise)) {
      noise.map { "\(NoiseText.line($0, style: .output))." } ?? "No noise is playing."
    }
  }

  private struct Document: Encodable {
    @OrNull var noise: NoiseView?
  }
}

/// Noise in words.
enum NoiseText {
  /// `rain at 30 % until 23:15, growing softer in its last 10m`
  static func line(_ noise: NoiseView, style: Style) -> String {
    let end = noise.until.map { "until \(TimePhrase.clock($0))" } ?? "until it is stopped"
    let fade = noise.fadeOut > 0 ? ", growing softer in its last \(DurationText.format(.seconds(noise.fadeOut)))" : ""
    let why = noise.why.map(Terminal.printable) ?? ""
    let state =
      switch noise.state {
      case .playing: ""
      case .starting: ", about to begin"
      case .waiting: ", waiting behind \(why)"
      case .failed: ", \(style.red("NOT HEARD")): \(why)"
      }
    return "\(Terminal.printable(noise.sound)) at \(noise.volume) % \(end)\(fade)\(state)"
  }
}
