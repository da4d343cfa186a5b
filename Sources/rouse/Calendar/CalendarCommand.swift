import ArgumentParser
import Control

struct CalendarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "calendar", "Skip alarms on holidays, out of calendar files; and write the coming rings as one.",
    subcommands: [
      CalendarAddCommand.self, CalendarListCommand.self, CalendarShowCommand.self, CalendarRemoveCommand.self,
      CalendarExportCommand.self,
    ], defaultSubcommand: CalendarListCommand.self)
}

/// Which calendar a verb is about.
struct CalendarArgument: ParsableArguments {
  @Argument(help: "The calendar's name.", completion: LiveWords.calendars)
  var name: String
}

struct CalendarListCommand: ListVerb {
  static let configuration = CommandConfiguration("calendar list", "List the calendars, and what each skips.")
  @OptionGroup var io: IO

  static let rows = (noun: "calendar", none: "There are no calendars. Add one: `rouse calendar add FILE`")

  var command: ListCalendars { ListCalendars() }
  func table(_ reply: ListCalendars.Reply) -> Table { CalendarText.table(reply.calendars) }
}

struct CalendarShowCommand: AskingVerb {
  static let configuration = CommandConfiguration("calendar show", "Show a calendar's days with their names.")
  @OptionGroup var calendar: CalendarArgument
  @OptionGroup var io: IO

  var command: ShowCalendar { ShowCalendar(calendar: calendar.name) }
  func text(_ reply: ShowCalendar.Reply) -> String {
    ([CalendarText.sentence(reply.calendar)] + CalendarText.choice(reply.calendar)).joined(separator: "\n") + "\n\n"
      + CalendarText.table(reply.days).rendered(counting: "day")
  }
}

struct CalendarRemoveCommand: AskingVerb {
  static let configuration = CommandConfiguration(
    "calendar remove", "Remove a calendar: alarms ring on its days again.")
  @OptionGroup var calendar: CalendarArgument
  @OptionGroup var io: IO

  var command: RemoveCalendar { RemoveCalendar(calendar: calendar.name) }
  func text(_ removed: DaysOffSaved) -> String {
    "The calendar \(Terminal.printable(removed.name)) is removed. \(ChangeText.next(removed.next))"
  }
}
