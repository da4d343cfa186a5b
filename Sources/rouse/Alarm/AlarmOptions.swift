import AlarmClock
import ArgumentParser
import Control

/// The options of an alarm except its time. The daemon parses the values, so that their rules are in one place.
struct AlarmOptions: ParsableArguments {
  @Option("What it is for, up to 100 characters.", "text", parsing: .unconditional)
  var label: String?

  @Option(
    "The days it rings: daily, weekdays, weekend, mon-fri, mon,wed,fri; first-mon, last-fri of each month; `once` for "
      + "a single time.", "days")
  var days: String?

  @Option("The one day it rings: 2026-12-24, today, tomorrow.", "date")
  var date: String?

  @Option("Only every so many weeks, 1w to 52w, counted from the week of --from.", "weeks")
  var every: String?

  @Option("The first date that counts: 2026-11-30, monday; `off` for none.", "date")
  var from: String?

  @Option("The date before which it ends: 2027-07-01; `off` for none.", "date")
  var until: String?

  // The first day may be a day off: `-` looks like the start of an option.
  @Option(
    "Shifts: a time for each day from --from on, over and over, `-` for a day off: \"05:30 05:30 13:30 - -\".", "times",
    parsing: .unconditional)
  var cycle: String?

  @Option("A group of alarms that pauses and calendars can name; `none` for none.", "group")
  var group: String?

  @Option(
    "What it does on the holidays of a calendar: skip, or ring all the same.", "skip|ring",
    completion: .list(["skip", "ring"]))
  var holidays: String?

  @Option(
    help: ArgumentHelp(
      "A card that answers it, by name or id; give it again for a spare. `all`: every card.", valueName: "card"),
    completion: LiveWords.answeringCards)
  var card: [String] = []

  @OptionGroup var heardAndFelt: HeardAndFelt

  @Option("How long the sound takes to get loud, 0s to 5m, or `default`.", "span")
  var fadeIn: String?

  @Option("How long light and vibration go alone before the sound, 0s to 5m, or `default`.", "span")
  var preAlarm: String?

  @Option(
    "When the buzzer joins, 0s to 60s after the sound, or `default`. It comes earlier when the speaker fails.", "span")
  var buzzerAfter: String?

  @Option("When a ring that nobody answers gives up, 1m to 3h, or `default`.", "span")
  var silenceAfter: String?

  @Option("How late it still rings after a time without power, 0s to 3h, or `default`.", "span")
  var catchUp: String?

  @Option(
    "How often a snooze card silences it: off, 1 to 5, or `default`. Make one: `rouse card new NAME --kind snooze`.",
    "number")
  var snooze: String?

  @Option("For how long a snooze card silences it, 1m to 30m, or `default`.", "span")
  var snoozeTime: String?

  @Option(
    "How soon after the dismissal a card has to be shown again, 2m to 30m, off, or `default`; else it rings again.",
    "span")
  var wakeCheck: String?

  @Option("How long before its ring it can no longer be taken back, 1m to 12h, off, or `default`.", "span")
  var cancelLock: String?

  @Option(
    "Whether it grows softer, for 15s at most, while a code is in view and not yet read: on, off, or `default`.",
    "on|off")
  var soften: String?

  @Option("Whether it says its label and the time under its sound: on, off, or `default`.", "on|off")
  var speak: String?

  @Option(
    "Whether the display flashes while it rings; off: display and lamp shine steadily: on, off, or `default`.", "on|off"
  )
  var flash: String?

  func input(time: String?) -> AlarmInput {
    let own: [SettingKey: String?] = [
      .fadeIn: fadeIn, .preAlarm: preAlarm, .buzzerAfter: buzzerAfter, .silenceAfter: silenceAfter,
      .catchUp: catchUp, .snooze: snooze, .snoozeTime: snoozeTime, .wakeCheck: wakeCheck, .cancelLock: cancelLock,
      .soften: soften, .speak: speak, .flash: flash,
    ]
    let typed = heardAndFelt.typed.merging(own) { $1 }
    return AlarmInput(
      time: time, label: label, days: days, date: date, every: every, from: from, until: until, cycle: cycle,
      group: group, holidays: holidays, values: typed.compactMapValues(\.self),
      cards: card.isEmpty ? nil : card)
  }
}

/// Options for sound and vibration, shared by alarms and timers. The daemon parses the values.
struct HeardAndFelt: ParsableArguments {
  @Option("A sound (`rouse sound list`), off, or `default`.", "sound", completion: LiveWords.soundsAndNone)
  var sound: String?

  @Option("0 to 100, or `default`.", "percent")
  var volume: String?

  @Option(
    "off, light, medium, strong, or `default`.", "level",
    completion: .list(Vibration.allCases.map(\.rawValue) + [SettingKey.defaultWord]))
  var vibration: String?

  @Option(
    "steady, pulse, heartbeat, escalating, or `default`.", "pattern", name: [.long, .customLong("pattern")],
    completion: .list(VibrationPattern.allCases.map(\.rawValue) + [SettingKey.defaultWord]))
  var vibrationPattern: String?

  var typed: [SettingKey: String?] {
    [.sound: sound, .volume: volume, .vibration: vibration, .vibrationPattern: vibrationPattern]
  }
}
