import AlarmClock
import ArgumentParser
import Control

struct NoiseCommand: Described {
  static let about = CommandConfiguration(
    "noise", "Noise to fall asleep by; without a verb, how it is.",
    subcommands: [NoiseStatusCommand.self, NoisePlayCommand.self, NoiseStopCommand.self],
    defaultSubcommand: NoiseStatusCommand.self)
}

struct NoiseStatusCommand: Verb {
  static let about = CommandConfiguration("noise status", "What plays, and until when.")
  @OptionGroup var io: IO

  func run() throws {
    let noise = try connection.ask(GetStatus()).noise
    try format.print(["noise": noise]) {
      noise.map { "\(NoiseText.line($0, style: .output))." } ?? "No noise is playing."
    }
  }
}

struct NoiseStopCommand: AskingVerb {
  static let about = CommandConfiguration("noise stop", "End the noise.")
  @OptionGroup var io: IO

  var command: StopNoise { StopNoise() }
  func text(_ reply: StopNoise.Reply) -> String {
    reply.sound.map { "\(Terminal.printable($0)) is stopped." } ?? "No noise was playing."
  }
}

enum NoiseText {
  /// Example: `rain at 30 % until 23:15, growing softer in its last 10m`.
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
