import AlarmClock
import ArgumentParser
import Control

struct ReminderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reminder",
    abstract: "What the clock reminds you of before bedtime; without a verb, the list.",
    discussion: """
      Reminders come in the evening, before the time that `rouse settings set bedtime 22:30` names; without one, none \
      comes. None comes during a ring, in quiet hours, or between bedtime and the ring after it: nothing wakes you but an \
      alarm. The display shows them for half an hour, and the button answers what is seen.

      Other settings: `reminder-sound`, `reminders-a-day`, `sleep-time`. Programs hear of each by \
      `rouse log --follow --event reminder --json`.

      Examples:
        rouse reminder
        rouse reminder on bedtime --at 21:30
        rouse reminder off milestone
        rouse reminder done
      """,
    subcommands: [
      ReminderListCommand.self, ReminderOnCommand.self, ReminderOffCommand.self, ReminderShowCommand.self,
      ReminderDoneCommand.self, ReminderSnoozeCommand.self,
    ],
    defaultSubcommand: ReminderListCommand.self)
}

extension ReminderKind: ExpressibleByArgument {}
