import AlarmClock
import ArgumentParser
import Control

struct NoisePlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play noise, in the place of what plays.",
    discussion: """
      It returns once the noise is heard. Quiet hours do not silence it, as somebody asked for it. After a restart it \
      does not play again.

      Examples:
        rouse noise play rain
        rouse noise play brown --volume 20 --for 45m --fade-out 10m
      """)

  @Argument(
    help: ArgumentHelp("A noise, or a sound of your own (`rouse sound list`).", valueName: "name"),
    completion: LiveWords.noises)
  var name: String
  @Option(parsing: .unconditional, help: ArgumentHelp("1 to 100.", valueName: "percent"))
  var volume = "30"
  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp("How long, 1s to 24h; otherwise until `rouse noise stop`.", valueName: "span"))
  var span: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long before its end it begins to grow softer.", valueName: "span"))
  var fadeOut: String?
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let volume = try FieldText.volume(volume, field: "--volume")
    let seconds = try span.map { try Span.seconds($0, field: "--for", in: 1...86_400) }
    let fadeOut = try fadeOut.map { try Span.seconds($0, field: "--fade-out", in: 0...86_400) } ?? 0
    let reply = try connection.ask(
      PlayNoise(sound: name, volume: volume, seconds: seconds, fadeOutSeconds: fadeOut))
    try format.print(reply) { "\(NoiseText.line(reply.noise, style: .output))." }
    Output.notes(reply.notes)
  }
}
