extension Topic {
  static let holidays = Topic(
    name: "holidays", about: "calendars whose days alarms skip, what counts of a file, and the coming rings as one",
    sections: [
      Section(
        "CALENDARS",
        .text(
          """
          An alarm that repeats is skipped on the days of a calendar. One that is set for a single time rings. The files are \
          iCalendar (.ics), as schools, states and phones give them. Nothing is fetched by the clock itself.
          """),
        .lines([
          "rouse calendar add holidays.ics", "rouse calendar add school.ics --skip Work",
          "curl -s URL | rouse calendar add - --name holidays --yes", "rouse calendar show holidays",
        ]),
        .text(
          """
          `rouse next`, `rouse status` and the history name the day for which a ring is skipped. `rouse alarm unskip Work` \
          lets it ring all the same. An alarm whose `holidays` is `ring` rings on all of them.
          """),
        .text(
          """
          A calendar is kept by its name, and one of the same name takes its place: so add the next year's under the name of the \
          last. From 30 days before its last day on, status, doctor and the test before the night say that it ends. After it, \
          alarms ring. Days that come back every year for ever count ten years ahead; the end is that of the other days.
          """)),
      Section(
        "WHAT IT CANNOT SILENCE",
        .text(
          """
          `rouse calendar add` shows which rings it skips, also those that a pause skips for now. More than three of one alarm \
          one after the other, or twenty within 60 days, all calendars together, are more than holidays do: that has to be \
          confirmed, or asked for with `--yes`. An alarm that is set later says so itself. What would skip a locked ring is \
          refused. A ring that has begun goes on. At most 100 calendars are kept.
          """)),
      Section(
        "WHAT COUNTS OF A FILE",
        .text(
          """
          Events of whole days, with all that repeats and replaces them: RRULE, RDATE, EXDATE, RECURRENCE-ID, CANCELLED. A day \
          that is taken back rings, however that is written. Whole days are also those that Outlook marks, those from midnight \
          to midnight, and those from 00:01 to 23:59. Events with another time of day are counted, and left out. What is not \
          understood is named with its line, and the rest counts. What is to replace a day that its series leaves out does not \
          count: in doubt, the alarm rings.
          """),
        .text(
          """
          Some files sort their days by DESCRIPTION, as Google's calendars do. Public holidays count; observances and holidays \
          of regions are left out. You are asked about words that Rouse does not know; a script has to give `--only`. \
          `--only TEXT` counts only the days whose description contains TEXT, or whose first line it is where TEXT has quotes \
          of its own. `--except NAME` leaves out a day by its name. Both are kept for the next file of that name. In other \
          files every day counts.
          """),
        .lines(["rouse calendar add basic.ics --only \"Public holiday\" --only Bavaria"]),
        .terms([
          Term("refused", "what is longer than 5 MB, 200000 lines or 10000 events, or comes to more than 10000 dates"),
          Term("read", "from a year back to ten years ahead"),
          Term("letters", "UTF-8; where they are not, Windows-1252"),
        ])),
      Section(
        "YOUR RINGS, FOR OTHER CALENDARS",
        .text(
          """
          The coming rings can be written as a calendar. Read again, each is the same event as before.
          """),
        .lines(["rouse calendar export --output rings.ics"])),
    ])
}
