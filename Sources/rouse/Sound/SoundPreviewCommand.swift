import AlarmClock
import ArgumentParser
import Control

struct SoundPreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Play a sound to hear what it is like.",
    discussion: """
      It ends by itself, with Ctrl-C, or with `rouse sound stop` from elsewhere; another preview takes its place, an alarm \
      goes before it. It plays in quiet hours too, as somebody asked for it.

      Where stdout is no terminal, a line is printed each second, and at the end; with --json it is a JSON value.

      Examples:
        rouse sound preview bell
        rouse sound preview rain --volume 30 --for 20s
      """,
    aliases: ["play"])

  @Argument(help: ArgumentHelp("The sound (`rouse sound list`).", valueName: "name"), completion: LiveWords.sounds)
  var name: String
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("0 to 100; otherwise as `rouse settings get volume`.", valueName: "percent"))
  var volume: String?
  @Option(
    name: .customLong("for"), parsing: .unconditional, help: ArgumentHelp("How long, 1s to 60s.", valueName: "span"))
  var span = "10s"
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let volume = try volume.map { try FieldText.volume($0, field: "--volume") }
    let seconds = try Span.seconds(span, field: "--for", in: 1...60)
    try PreviewFollowing(format: format)
      .follow(PreviewSound(sound: name, volume: volume, seconds: seconds), on: try connection.open())
  }
}
