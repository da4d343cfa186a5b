import ArgumentParser
import Control

/// The verbs that need an alarm's name and no more.
protocol AlarmChangeCommand: ParsableCommand {
  var alarm: AlarmArgument { get }
  var format: Format { get }
  var connection: Connection { get }
  static var change: ChangeAlarm.Change { get }
}

extension AlarmChangeCommand {
  func run() throws {
    let saved = try connection.ask(ChangeAlarm(alarm: alarm.name, change: Self.change))
    try format.print(saved) {
      let lines =
        Self.change == .remove
        ? ["\(AlarmText.subject(saved.alarm)) is removed.", ChangeText.next(saved.next)] : ChangeText.lines(saved)
      return lines.joined(separator: "\n")
    }
    Output.notes(saved.notes)
  }
}

struct AlarmEnableCommand: AlarmChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable", abstract: "Let an alarm ring again.",
    discussion: """
      Examples:
        rouse alarm enable Work
      """)
  static let change = ChangeAlarm.Change.enable
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection
}

struct AlarmDisableCommand: AlarmChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable", abstract: "Keep an alarm, but let it not ring.",
    discussion: """
      This does not end a ring: only the card does.

      Examples:
        rouse alarm disable Work
      """)
  static let change = ChangeAlarm.Change.disable
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection
}

struct AlarmSkipCommand: AlarmChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "skip", abstract: "Let an alarm's next ring pass, and only that.",
    discussion: """
      Examples:
        rouse alarm skip Work
        rouse next
      """)
  static let change = ChangeAlarm.Change.skip
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection
}

struct AlarmUnskipCommand: AlarmChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "unskip", abstract: "Let a skipped ring happen after all.",
    discussion: """
      Examples:
        rouse alarm unskip Work
      """)
  static let change = ChangeAlarm.Change.unskip
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection
}

struct AlarmRemoveCommand: AlarmChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove an alarm for good.",
    discussion: """
      This does not end a ring: only the card does. `rouse undo` brings the alarm back, within an hour.

      Examples:
        rouse alarm remove k3f9xa
      """)
  static let change = ChangeAlarm.Change.remove
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection
}
