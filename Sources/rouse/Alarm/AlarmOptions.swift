import AlarmClock
import ArgumentParser
import Control

/// The options of an alarm except its time. The daemon parses the values, so that their rules are in one place.
struct AlarmOptions: ParsableArguments {
  @Option("A label, up to 100 characters.", "text", parsing: .unconditional)
  var label: String?

  @Option(
    "The days it rings: daily, weekdays, weekend, mon-fri, mon,wed,fri; first-mon, last-fri of each month; `once` for "
      + "a single time.", "days")
  var days: String?

  @Option("The only date on which it rings: 2026-12-24, today, tomorrow.", "date")
  var date: String?

  @Option("Ring only every N weeks, 1w to 52w, counted from the week of --from.", "weeks")
  var every: String?

  @Option("The first date on which it may ring: 2026-11-30, monday; `off` for none.", "date")
  var from: String?

  @Option("The first date on which it no longer rings: 2027-07-01; `off` for none.", "date")
  var until: String?

  // The first day may be a day off: `-` looks like the start of an option.
  @Option(
    "Shifts: a time for each day from --from on, repeated; `-` for a day off: \"05:30 05:30 13:30 - -\".", "times",
    parsing: .unconditional)
  var cycle: String?

  @Option("A group of alarms that pauses and calendars can name; `none` for none.", "group")
  var group: String?

  @Option(
    "Whether it skips or rings on the holidays of calendars.", "skip|ring",
    completion: .list(["skip", "ring"]))
  var holidays: String?

  @Option(
    help: ArgumentHelp(
      "A card that ends it, by name or id; repeat for more cards. `all`: every card.", valueName: "card"),
    completion: LiveWords.answeringCards)
  var card: [String] = []

  @OptionGroup var heardAndFelt: HeardAndFelt

  @Option("How long the sound takes to reach its volume, 0s to 5m, or `default`.", "span")
  var fadeIn: String?

  @Option("How long light and vibration run before the sound, 0s to 5m, or `default`.", "span")
  var preAlarm: String?

  @Option(
    "When the buzzer joins, 0s to 60s after the sound, or `default`. It comes sooner if the speaker fails.", "span")
  var buzzerAfter: String?

  @Option("When an unanswered ring gives up, 1m to 3h, or `default`.", "span")
  var silenceAfter: String?

  @Option("How late it still rings after a power cut, 0s to 3h, or `default`.", "span")
  var catchUp: String?

  @Option(
    "How often a snooze card can silence it: off, 1 to 5, or `default`. Make one: `rouse card new NAME --kind snooze`.",
    "number")
  var snooze: String?

  @Option("How long a snooze card silences it, 1m to 30m, or `default`.", "span")
  var snoozeTime: String?

  @Option(
    "How soon after the dismissal you must show a card again, 2m to 30m, off, or `default`; otherwise it rings again.",
    "span")
  var wakeCheck: String?

  @Option("How long before its ring it can no longer be canceled, 1m to 12h, off, or `default`.", "span")
  var cancelLock: String?

  @Option(
    "Whether it gets softer, for at most 15s, while a code is in view but not yet read: on, off, or `default`.",
    "on|off")
  var soften: String?

  @Option("Whether it speaks the time and its label: on, off, or `default`.", "on|off")
  var speak: String?

  @Option(
    "Whether the display flashes during a ring, or display and lamp shine steadily: on, off, or `default`.", "on|off"
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
