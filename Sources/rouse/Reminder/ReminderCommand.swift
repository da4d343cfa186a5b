import AlarmClock
import ArgumentParser
import Control

struct ReminderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reminder",
    abstract: "What the clock reminds you of before bedtime; without a verb, the list.",
    discussion: """
      Reminders come in the evening, before the time that `rouse settings set bedtime 22:30` names; without one, none \
      comes. The display shows a reminder until bedtime, or until you answer, as by the button, or its cause is gone. \
      One that nobody answers comes again the next evening, without a sound. None comes during a ring.

      Quiet hours hold back the sound, not the display. At night a reminder makes no sound, and it is no brighter than \
      the time. It never lights a display that is off: nothing wakes you but an alarm.

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
