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
          Term("once", "a single time; the alarm is removed a day after its ring"),
          Term("first-mon, last-fri", "of every month; also second, third and fourth"),
        ])),
      Section(
        "WEEKS THAT ARE NOT ALIKE",
        .text("Beside the days of `rouse alarm add` and `rouse alarm edit`."),
        .terms([
          Term("--every 2w", "only every second week, counted from the week of --from; weeks begin on Monday"),
          Term("--from 2026-11-30", "the first date that counts"),
          Term("--until 2027-07-01", "the date before which it ends; on that date it does not ring"),
          Term(
            "--cycle \"05:30 05:30 13:30 - -\"",
            "shifts: a time for each day from --from on, over and over, 2 to 60 of them; `-` is a day off"),
        ])),
      Section(
        "DAYS OFF",
        .text(
          """
          What skips a ring is told wherever it is shown. What was asked for one date goes first, then a pause, then a \
          holiday. What is set for one time has no days off. `cancel-lock` refuses what would take a locked ring back.
          """),
        .terms([
          Term("rouse alarm skip Work --on 2026-12-24", "that date; `rouse alarm unskip` takes it back, a holiday too"),
          Term("rouse alarm move Gym --on fri --to 9am", "that date at another time; on the others it rings as ever"),
          Term("rouse pause --until DATE", "all that repeats; with --from, --name, --alarm or --group several"),
          Term("rouse alarm edit Work --group work", "puts it into a group, which pauses and calendars can name"),
          Term("rouse alarm edit Work --holidays ring", "lets it ring on the holidays of calendars"),
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
}
