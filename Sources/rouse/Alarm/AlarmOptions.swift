import AlarmClock
import ArgumentParser
import Control

/// What can be said of an alarm beside its time. The daemon reads the values, so that their rules stand in one place.
struct AlarmOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("What it is for, up to 100 characters.", valueName: "text"))
  var label: String?

  @Option(
    help: ArgumentHelp(
      "The days it rings: daily, weekdays, weekend, mon-fri, mon,wed,fri; first-mon, last-fri of each month; `once` for "
        + "a single time.",
      valueName: "days"))
  var days: String?

  @Option(help: ArgumentHelp("The one day it rings: 2026-12-24, today, tomorrow.", valueName: "date"))
  var date: String?

  @Option(
    help: ArgumentHelp(
      "Only every so many weeks, 1w to 52w, counted from the week of --from.", valueName: "weeks"))
  var every: String?

  @Option(
    help: ArgumentHelp("The first date that counts: 2026-11-30, monday; `off` for none.", valueName: "date"))
  var from: String?

  @Option(
    help: ArgumentHelp("The date before which it ends: 2027-07-01; `off` for none.", valueName: "date"))
  var until: String?

  // The first day may be a day off, which begins as an option does.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Shifts: a time for each day from --from on, over and over, `-` for a day off: \"05:30 05:30 13:30 - -\".",
      valueName: "times"))
  var cycle: String?

  @Option(
    help: ArgumentHelp(
      "A group of alarms that pauses and calendars can name; `none` for none.", valueName: "group"))
  var group: String?

  @Option(
    help: ArgumentHelp(
      "What it does on the holidays of a calendar: skip, or ring all the same.", valueName: "skip|ring"),
    completion: .list(["skip", "ring"]))
  var holidays: String?

  @Option(
    help: ArgumentHelp(
      "A card that answers it, by name or id; give it again for a spare. `all`: every card.", valueName: "card"),
    completion: LiveWords.answeringCards)
  var card: [String] = []

  @OptionGroup var heardAndFelt: HeardAndFelt

  @Option(help: ArgumentHelp("How long the sound takes to get loud, 0s to 5m, or `default`.", valueName: "span"))
  var fadeIn: String?

  @Option(
    help: ArgumentHelp(
      "How long light and vibration go alone before the sound, 0s to 5m, or `default`.", valueName: "span"))
  var preAlarm: String?

  @Option(
    help: ArgumentHelp(
      "When the buzzer joins, 0s to 60s after the sound, or `default`. It comes earlier when the speaker fails.",
      valueName: "span"))
  var buzzerAfter: String?

  @Option(
    help: ArgumentHelp("When a ring that nobody answers gives up, 1m to 3h, or `default`.", valueName: "span"))
  var silenceAfter: String?

  @Option(
    help: ArgumentHelp(
      "How late it still rings after a time without power, 0s to 3h, or `default`.", valueName: "span"))
  var catchUp: String?

  @Option(
    help: ArgumentHelp(
      "How often a snooze card silences it: off, 1 to 5, or `default`. Make one: `rouse card new NAME --kind snooze`.",
      valueName: "number"))
  var snooze: String?

  @Option(help: ArgumentHelp("For how long a snooze card silences it, 1m to 30m, or `default`.", valueName: "span"))
  var snoozeTime: String?

  @Option(
    help: ArgumentHelp(
      "How soon after the dismissal a card has to be shown again, 2m to 30m, off, or `default`; else it rings again.",
      valueName: "span"))
  var wakeCheck: String?

  @Option(
    help: ArgumentHelp(
      "How long before its ring it can no longer be taken back, 1m to 12h, off, or `default`.", valueName: "span"))
  var cancelLock: String?

  @Option(
    help: ArgumentHelp(
      "Whether it grows softer, for 15s at most, while a code is in view and not yet read: on, off, or `default`.",
      valueName: "on|off"))
  var soften: String?

  @Option(
    help: ArgumentHelp(
      "Whether it says its label and the time under its sound: on, off, or `default`.", valueName: "on|off"))
  var speak: String?

  @Option(
    help: ArgumentHelp(
      "Whether the display flashes while it rings; off: display and lamp shine steadily: on, off, or `default`.",
      valueName: "on|off"))
  var flash: String?

  /// All that was typed, with the time where there is one.
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
