import ArgumentParser
import Control

struct AlarmCopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Set a new alarm like another, with some things changed.",
    discussion: """
      Examples:
        rouse alarm copy Work --time 09:00 --days weekend --label Sleep-in
      """)

  @OptionGroup var alarm: AlarmArgument
  @Option(help: ArgumentHelp("The copy's time: 07:30, 7:30am, or a delay: +20m.", valueName: "time"))
  var time: String?
  @OptionGroup var options: AlarmOptions
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let saved = try connection.ask(CopyAlarm(alarm: alarm.name, input: options.input(time: time)))
    try format.print(saved) { AlarmText.sentence(saved.alarm) }
    Output.notes(saved.notes)
  }
}
