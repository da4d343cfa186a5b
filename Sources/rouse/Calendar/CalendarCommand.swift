import ArgumentParser
import Control

struct CalendarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "Skip alarms on holidays, out of calendar files; and write the coming rings as one.",
    discussion: """
      What the files may hold, and what counts of it: `rouse help holidays`.

      Examples:
        rouse calendar add holidays.ics
        rouse calendar show holidays
        rouse calendar export --output rings.ics
      """,
    subcommands: [
      CalendarAddCommand.self, CalendarListCommand.self, CalendarShowCommand.self, CalendarRemoveCommand.self,
      CalendarExportCommand.self,
    ],
    defaultSubcommand: CalendarListCommand.self)
}

/// Which calendar a verb is about.
struct CalendarArgument: ParsableArguments {
  @Argument(help: "The calendar's name.", completion: LiveWords.calendars)
  var name: String
}

struct CalendarListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the calendars, and what each skips.",
    discussion: """
      Examples:
        rouse calendar list
        rouse calendar list --json | jq -r '.calendars[] | select(.ending) | .name'
      """)
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(ListCalendars())
    try format.print(reply) {
      reply.calendars.isEmpty ? "" : CalendarText.table(reply.calendars).rendered(counting: "calendar")
    }
    if reply.calendars.isEmpty && !format.json {
      Output.note("There are no calendars. Add one: `rouse calendar add FILE`")
    }
  }
}

struct CalendarShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a calendar's days with their names.",
    discussion: """
      Examples:
        rouse calendar show holidays
        rouse calendar show holidays --json | jq -r '.days[].date'
      """)
  @OptionGroup var calendar: CalendarArgument
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(ShowCalendar(calendar: calendar.name))
    try format.print(reply) {
      ([CalendarText.sentence(reply.calendar)] + CalendarText.choice(reply.calendar)).joined(separator: "\n") + "\n\n"
        + CalendarText.table(reply.days).rendered(counting: "day")
    }
  }
}

struct CalendarRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a calendar: alarms ring on its days again.",
    discussion: """
      `rouse undo` brings it back, within an hour.

      Examples:
        rouse calendar remove holidays
      """)
  @OptionGroup var calendar: CalendarArgument
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let removed = try connection.ask(RemoveCalendar(calendar: calendar.name))
    try format.print(removed) {
      "The calendar \(Terminal.printable(removed.name)) is removed. \(ChangeText.next(removed.next))"
    }
    Output.notes(removed.notes)
  }
}
