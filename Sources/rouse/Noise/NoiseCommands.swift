import AlarmClock
import ArgumentParser
import Control

struct NoiseCommand: Described {
  static let about = CommandConfiguration(
    "noise", subcommands: [NoiseStatusCommand.self, NoisePlayCommand.self, NoiseStopCommand.self],
    defaultSubcommand: NoiseStatusCommand.self)
}

struct NoiseStatusCommand: Verb {
  static let about = CommandConfiguration("noise status")
  @OptionGroup var io: IO

  func run() throws {
    let noise = try connection.ask(GetStatus()).noise
    try format.print(["noise": noise]) {
      noise.map { "\(NoiseText.line($0, style: .output))." } ?? "No noise is playing."
    }
  }
}

struct NoisePlayCommand: AskingVerb {
  static let about = CommandConfiguration("noise play")

  @Argument(
    help: ArgumentHelp("A noise, or a sound of your own (`rouse sound list`).", valueName: "name"),
    completion: LiveWords.noises)
  var name: String
  @Option(parsing: .unconditional, help: ArgumentHelp("1 to 100.", valueName: "percent"))
  var volume = "30"
  @Option(
    "How long, 1s to 24h; default: until `rouse noise stop`.", "span", name: .customLong("for"),
    parsing: .unconditional)
  var span: String?
  @Option("How long it fades out before its end.", "span", parsing: .unconditional)
  var fadeOut: String?
  @OptionGroup var io: IO

  var command: PlayNoise {
    get throws {
      PlayNoise(
        sound: name, volume: try FieldText.volume(volume, field: "--volume"),
        seconds: try span.map { try Span.seconds($0, field: "--for", in: 1...86_400) },
        fadeOutSeconds: try fadeOut.map { try Span.seconds($0, field: "--fade-out", in: 0...86_400) } ?? 0)
    }
  }
  func text(_ reply: PlayNoise.Reply) -> String { "\(NoiseText.line(reply.noise, style: .output))." }
  func notes(_ reply: PlayNoise.Reply) -> [String] { reply.notes }
}

struct NoiseStopCommand: AskingVerb {
  static let about = CommandConfiguration("noise stop")
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
    let fade = noise.fadeOut > 0 ? ", fading out in its last \(DurationText.format(.seconds(noise.fadeOut)))" : ""
    let why = noise.why.map(Terminal.printable) ?? ""
    let state =
      switch noise.state {
      case .playing: ""
      case .starting: ", starting"
      case .waiting: ", waiting behind \(why)"
      case .failed: ", \(style.red("NOT HEARD")): \(why)"
      }
    return "\(Terminal.printable(noise.sound)) at \(noise.volume) % \(end)\(fade)\(state)"
  }
}
