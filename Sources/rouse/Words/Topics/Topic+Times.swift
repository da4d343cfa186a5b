import Control

extension Topic {
  static let exitCodes = Topic(
    name: "exit-codes", about: "what a command ends with",
    sections: [
      Section("EXIT STATUS", .terms(Control.ExitCode.allCases.map { Term("\($0.rawValue)", $0.meaning) }))
    ])

  static let times = Topic(
    name: "times", about: "how times, days and lengths are typed",
    sections: [
      Section(
        "TIMES OF DAY",
        .terms([
          Term("07:30, 7:30", "on 24 hours; seconds may follow, as 07:30:15"),
          Term("7:30am, 9:30pm, 7am", "on 12 hours"),
          Term("+20m, +1h30m", "a delay from now, seven days at most; it rings once"),
        ])),
      Section(
        "DATES",
        .terms([
          Term("2026-12-24", "a date"), Term("today, tomorrow", "by the clock's own zone"),
          Term("friday, fri", "the next one after today"),
        ])),
      Section(
        "DAYS THAT REPEAT",
        .terms([
          Term("daily, weekdays, weekend", "every day, Monday to Friday, Saturday and Sunday"),
          Term("mon-fri, sat-mon", "from one day to another"),
          Term("mon,wed,fri", "these; names of days may be shortened to three letters"),
          Term("once", "a single time"),
        ])),
      Section(
        "MOMENTS",
        .text("Where a list of what comes begins, as in `rouse next --from`."),
        .terms([
          Term("2026-12-24, today", "the first moment of that day"),
          Term("2026-12-24T07:30", "by the clock's own zone"),
          Term("2026-12-24T07:30:00+01:00", "with its distance from UTC (RFC 3339)"),
          Term("-1h, +2h", "so long ago, and so long from now"),
        ])),
      Section(
        "MOMENTS THAT HAVE PASSED",
        .text("Where a list of what was begins and ends: `--since` and `--until` of `rouse log` and `rouse history`."),
        .terms([
          Term("2026-11-01, yesterday, today", "that day: `--since` takes its beginning, `--until` its end"),
          Term("friday, fri", "the last one, or today"), Term("7d, 12h", "so long ago"),
          Term("2026-11-01T07:30", "by the clock's own zone"),
        ])),
      Section(
        "LENGTHS",
        .terms([
          Term("90s, 20m, 1h30m, 1d", "whole numbers of days, hours, minutes and seconds, in this order")
        ])),
      Section(
        "WHERE THE CLOCKS CHANGE",
        .text(
          """
          An alarm whose time is skipped rings at the first moment after the gap. One whose time comes twice rings the \
          first time. `rouse next` says so beforehand.
          """)),
    ])

  static let display = Topic(
    name: "display", about: "what the display says",
    sections: [
      Section(
        "WHILE IT RINGS",
        .text(
          """
          The word goes by turns with the time, and says what keeps the card from being read. The buzzer, or the motor \
          where there is none, says it in short and long pulses. With `speak alarms` words say it too. \
          A card that was taken is a rising tone, where the alarm had a sound. `guidance off` leaves that tone out, and all but `Err` and `OUt`.
          """),
        .terms([
          Term("dAr, dArK", "too dark: more light on the card; long"),
          Term("GLAr", "glare: tilt the card, or turn a screen's light down; long, long"),
          Term("FAr", "too far: bring it nearer; short, long"),
          Term("nEAr", "too near: take it farther away; long, short"),
          Term("HoLd", "a code is in view: hold it still and flat, with no finger on it; short"),
          Term("Err", "a wrong code: take the right card; short, short, short"),
          Term(
            "OUt, AWAY", "the card lay there when the ring began: take it away, and bring it back; long, long, long"),
        ])),
      Section(
        "AT OTHER TIMES",
        .terms([
          Term("a blinking time", "the clock is not to be trusted, or its zone cannot be read; see `rouse status`"),
          Term("a time without a colon", "the same, with `flash off`"),
          Term("a point behind the time", "an alarm was missed: `rouse acknowledge`"),
          Term("24:59, 1h40, 12h", "what is left of the first timer"),
          Term("a blinking 0:00, End", "a timer has ended"),
        ])),
      Section(
        "DOTS BESIDE THE TIME",
        .text(
          """
          Each has its place on displays of one width; `marks` says which are lit. What finds no dot, or one that stands for \
          a colon, stands in `rouse status`.
          """),
        .terms([
          Term("behind the first digit", "the afternoon, on twelve hours; letters say it where there is room"),
          Term("behind the second", "the supply's voltage is too low"),
          Term("behind the third", "an alarm rings within twelve hours"),
          Term("behind the fifth, of six and eight", "the clock is not to be trusted"),
          Term("behind the last", "an alarm was missed"),
        ])),
      Section(
        "BY TURNS",
        .text(
          """
          With `turns` the time makes way for these, each for `turn-for`; what there is nothing to say of is left out.
          """),
        .terms([
          Term("22.11, 11-22", "the date (`date-format`); on letters after the day of the week"),
          Term("AL, then 7:30", "the next alarm, within 24 hours"),
          Term("21.5C, 70.7F", "the temperature of the room"), Term("H 45, 45%", "its humidity"),
          Term("TOYO, then 16:00", "the time in Tokyo, of `zones`: as many letters as the display can draw"),
        ]),
        .lines([
          "rouse settings set turns date,alarm", "rouse settings set zones Asia/Tokyo,America/New_York",
          "rouse settings set theme 22:00-07:00", "rouse settings set night-turns off",
        ]),
        .text(
          """
          `rouse face` tells what it shows, and what comes next. `rouse peek` lights a dark display for ten seconds, and asked \
          for again goes on to the next turn.
          """)),
    ])
}
