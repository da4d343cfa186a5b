import AlarmClock
import ArgumentParser
import Control

struct NoisePlayCommand: AskingVerb {
  static let about = CommandConfiguration("noise play", "Play noise, in the place of what plays.")

  @Argument(
    help: ArgumentHelp("A noise, or a sound of your own (`rouse sound list`).", valueName: "name"),
    completion: LiveWords.noises)
  var name: String
  @Option(parsing: .unconditional, help: ArgumentHelp("1 to 100.", valueName: "percent"))
  var volume = "30"
  @Option(
    "How long, 1s to 24h; otherwise until `rouse noise stop`.", "span", name: .customLong("for"),
    parsing: .unconditional)
  var span: String?
  @Option("How long before its end it begins to grow softer.", "span", parsing: .unconditional)
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
}
