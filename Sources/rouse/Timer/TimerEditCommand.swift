import ArgumentParser
import Control

struct TimerEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a preset, or what a timer does the next time it is started.",
    discussion: """
      What runs stays as it is: the change is kept in its preset, or in a new one of its label. To let it run longer: \
      `rouse timer extend`. `default` gives a value back to the settings.

      Examples:
        rouse timer edit tea --length 4m
        rouse timer edit tea --volume default --vibration strong
      """)

  @Argument(help: ArgumentHelp("A preset, or a timer's id or label.", valueName: "name"), completion: LiveWords.presets)
  var name: String
  @OptionGroup var change: PresetChange
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let unsupported = try connection.unsupportedSettings()
    let saved = try connection.ask(EditTimer(timer: name, input: change.input))
    try PresetText.print(saved, format, unsupported: unsupported)
  }
}

/// What can be changed of a preset.
struct PresetChange: ParsableArguments {
  @Option(help: ArgumentHelp("How long it runs, 1s to 24h.", valueName: "span"))
  var length: String?
  @OptionGroup var options: ChimeOptions

  var input: TimerInput { options.input(length: length) }

  func validate() throws {
    if input == TimerInput() {
      throw ValidationError("Nothing to change was given. Say what, as in `--length 5m`.")
    }
  }
}
