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
          alarms ring.
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
          that is taken back rings, however that is written. Events with a time of day are counted, and left out. What is not understood is named with its line, and the rest counts. What \
          is to replace a day that its series leaves out does not count: in doubt, the alarm rings.
          """),
        .terms([
          Term("refused", "what is longer than 5 MB, 200000 lines or 10000 events, or comes to more than 10000 dates"),
          Term("read", "from a year back to ten years ahead"),
          Term("letters", "UTF-8; where they are not, Latin-1"),
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
