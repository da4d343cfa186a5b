import ArgumentParser
import Control

/// The verbs that need an alarm's name and no more.
protocol AlarmChangeCommand: ParsableCommand {
  var alarm: AlarmArgument { get }
  var format: Format { get }
  var connection: Connection { get }
  static var change: ChangeAlarm.Change { get }
  /// As they were typed; empty: the next ring.
  var dates: [String] { get }
}

extension AlarmChangeCommand { var dates: [String] { [] } }

/// On which dates something is done.
struct DatesOption: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("On these dates instead of the next ring: 2026-12-24, friday.", valueName: "date"))
  var on: [String] = []
}

extension AlarmChangeCommand {
  func run() throws {
    let saved = try connection.ask(
      ChangeAlarm(alarm: alarm.name, change: Self.change, dates: dates.isEmpty ? nil : dates))
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
    commandName: "skip", abstract: "Let an alarm's next ring pass, or those of some dates, and only that.",
    discussion: """
      Examples:
        rouse alarm skip Work
        rouse alarm skip Work --on 2026-12-24 2026-12-31
        rouse next
      """)
  static let change = ChangeAlarm.Change.skip
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var option: DatesOption
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection
  var dates: [String] { option.on }
}

struct AlarmUnskipCommand: AlarmChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "unskip", abstract: "Let a skipped ring happen after all, and a moved one at its usual time.",
    discussion: """
      It goes before a holiday too; with a date, before a pause.

      Examples:
        rouse alarm unskip Work
        rouse alarm unskip Work --on 2026-12-24
      """)
  static let change = ChangeAlarm.Change.unskip
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var option: DatesOption
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection
  var dates: [String] { option.on }
}

struct AlarmMoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Let an alarm ring at another time on one date.",
    discussion: """
      On the other dates it rings as ever. It rings then also on a holiday, and in a pause. `rouse alarm unskip` with the \
      date takes it back.

      Examples:
        rouse alarm move Work --on 2026-12-24 --to 09:00
        rouse alarm unskip Work --on 2026-12-24
      """)
  @OptionGroup var alarm: AlarmArgument
  @Option(help: ArgumentHelp("The date: 2026-12-24, tomorrow, friday.", valueName: "date"))
  var on: String
  @Option(help: ArgumentHelp("The time of that day: 09:00, 9am.", valueName: "time"))
  var to: String
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let saved = try connection.ask(ChangeAlarm(alarm: alarm.name, change: .move, dates: [on], time: to))
    try format.print(saved) {
      ([ChangeText.sentence(saved.changes)] + ChangeText.lines(saved)).joined(separator: "\n")
    }
    Output.notes(saved.notes)
  }
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
