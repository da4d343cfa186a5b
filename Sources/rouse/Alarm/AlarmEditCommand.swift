import ArgumentParser
import Control

struct AlarmEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change an alarm; what is not given stays.",
    discussion: """
      An edit of an alarm that is ringing applies from its next ring. `default` gives a value back to the settings. \
      While `cancel-lock` holds an alarm, it cannot be changed: `rouse alarm show` says whether it does.

      Examples:
        rouse alarm edit Work --time 07:15
        rouse alarm edit k3f9xa --days mon-thu --volume default
        rouse alarm edit Work --card bathroom --card spare
        rouse alarm edit Work --snooze 2 --wake-check off
        rouse alarm edit Work --preview
      """)

  @OptionGroup var alarm: AlarmArgument
  @Option(help: ArgumentHelp("The new time: 07:30, 7:30am, or a delay: +20m.", valueName: "time"))
  var time: String?
  @OptionGroup var options: AlarmOptions
  @OptionGroup var preview: PreviewOption
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func validate() throws {
    if !preview.preview, options.input(time: time) == AlarmInput() {
      throw ValidationError("Nothing to change was given. Say what, as in `--time 07:15`.")
    }
  }

  func run() throws {
    let input = options.input(time: time)
    guard input != AlarmInput() else {
      // There is only what it is already to be heard and felt.
      let command = PreviewAlarm(alarm: alarm.name, seconds: PreviewOption.alarmSeconds)
      return try PreviewFollowing(format: format).follow(command, on: try connection.open())
    }
    let saved = try connection.ask(EditAlarm(alarm: alarm.name, input: input))
    try format.print(saved) {
      ([ChangeText.sentence(saved.changes)] + ChangeText.lines(saved)).joined(separator: "\n")
    }
    Output.notes(saved.notes)
    preview.follow(alarm: saved.alarm.id, format, connection)
  }
}
