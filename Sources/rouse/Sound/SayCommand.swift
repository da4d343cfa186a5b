import AlarmClock
import ArgumentParser
import Control

struct SayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "say", abstract: "Say the time, or any words.",
    discussion: """
      It needs espeak-ng: `sudo apt-get install espeak-ng`. It ends by itself, with Ctrl-C, or with `rouse sound stop` from \
      elsewhere; an alarm goes before it. Alarms speak by themselves with `rouse settings set speak on`.

      Examples:
        rouse say time
        rouse say "Good night" --volume 30
      """)

  @Argument(help: ArgumentHelp("`time`, or what is to be said.", valueName: "text"))
  var words: [String]
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("0 to 100; otherwise as `rouse settings get volume`.", valueName: "percent"))
  var volume: String?
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  /// nil: the time.
  var text: String? { words == ["time"] ? nil : words.joined(separator: " ") }

  /// The command for what was typed.
  var command: Say {
    get throws { Say(text: text, volume: try volume.map { try FieldText.volume($0, field: "--volume") }) }
  }

  func run() throws {
    try PreviewFollowing(format: format).follow(try command, on: try connection.open())
  }
}
