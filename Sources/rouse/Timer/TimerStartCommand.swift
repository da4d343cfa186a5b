import ArgumentParser
import Control

struct TimerStartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Start a timer; prints when it ends, and returns at once.",
    discussion: """
      TIMER is a length from 1s to 24h, or the name of a preset. Up to 50 run at a time. What is not given, it inherits \
      from the settings (`rouse settings list`). In quiet hours its end makes no sound, but shakes.

      Examples:
        rouse timer start 25m --label tea
        rouse timer start 1h30m --sound off --vibration strong
        rouse timer start eggs
      """)

  @Argument(help: ArgumentHelp("A length like 25m, or a preset.", valueName: "timer"), completion: LiveWords.presets)
  var timer: String
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What it is for, up to 100 characters; otherwise the preset's name.", valueName: "text"))
  var label: String?
  @OptionGroup var options: ChimeOptions
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let saved = try connection.ask(StartTimer(what: timer, input: options.input(label: label)))
    try format.print(saved) { TimerText.sentence(saved.timer) }
    Output.notes(saved.notes)
  }
}
