/// What the display says.
extension Topic {
  static let display = Topic(
    name: "display", about: "what the display says",
    sections: [
      Section(
        "WHILE IT RINGS",
        .text(
          """
          The time alternates with the label of the alarm, page by page, as far as the display can form its letters; for half a \
          minute after `Err` with the names of the cards that end the ring. A label that looks like a time is not shown. \
          A word says what keeps the card from being read. The buzzer, or the motor \
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
            "OUt, AWAY",
            "the card lay there when the ring began or the light went on: take it away, then hold it in another place, or "
              + "closer; long, long, long"
          ),
          Term("Snd0", "the speaker was turned down; the alarm turns it up again, and the buzzer joins"),
        ])),
      Section(
        "AT OTHER TIMES",
        .terms([
          Term("a blinking time", "the clock is not to be trusted, or its zone cannot be read; see `rouse status`"),
          Term("a time without a colon", "the same, with `flash off`"),
          Term("a point behind the last digit", "an alarm was missed: `rouse acknowledge`"),
          Term("24:59, 1h40, 12h", "what is left of the first timer"),
          Term("a blinking 0:00, End", "a timer has ended; alternates with its label"),
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
          Term(
            "behind the second",
            """
            the supply's voltage is too low. Where that dot stands for the colon: behind the fourth of six (not with seconds), \
            the seventh of eight; four digits have none
            """),
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
          Term("22-11; SU22, then NOV", "the same where a time has a dot for its colon: no date looks like one"),
          Term("AL, then 7:30", "the next alarm, within 24 hours; its label, if it has one, instead of `AL`"),
          Term("21.5C, 70.7F", "the temperature of the room"), Term("H 45, 45%", "its humidity"),
          Term("TOYO, then 16:00", "the time in Tokyo, of `zones`: as many letters as the display can draw"),
        ]),
        .lines([
          "rouse settings set turns date,alarm", "rouse settings set zones Asia/Tokyo,America/New_York",
        ]),
        .text(
          """
          `rouse face` tells what it shows, and what comes next. `rouse peek` lights a dark display for ten seconds. It shows \
          the time; asked for again, it goes on to each message that waits, then to the turns. A button does the same. But \
          while a message is seen, or the time between messages, a press takes away the message that was seen last.
          """)),
      Section(
        "BY NIGHT",
        .text(
          """
          `theme` says when it is night; then turns, seconds, colon, dots, brightness, and how time and date are written, can be \
          others than by day: `rouse settings list night`.
          """),
        .lines([
          "rouse settings set theme 22:00-07:00", "rouse settings set theme sunset+1h-sunrise",
          "rouse settings set night-turns off",
        ])),
      Section(
        "HOW BRIGHT",
        .text(
          """
          `brightness` is a level from 0 to 15, `off`, `schedule` or `auto`; `night-brightness` is that of the night. A ring \
          ignores both. `rouse face` says why the display is as bright as it is.
          """),
        .terms([
          Term("schedule", "by time of day, or by the sun: `brightness-schedule`, and `location` for the sun"),
          Term(
            "auto",
            "by a light sensor: `light-levels`. Without one that answers, by the schedule. A lamp is followed within some "
              + "seconds; headlights that pass seldom are, unless they shine in for 4.5 seconds, or steadily for more than one"
          ),
        ]),
        .lines([
          "rouse settings set brightness-schedule \"07:00 12, sunset 4 over 1h, 22:00 off\"",
          "rouse settings set location 52.52,13.40", "rouse settings set brightness schedule",
        ])),
      Section(
        "MESSAGES",
        .text(
          """
          `rouse show TEXT` shows a text by turns with the time, ten of them at most, each until its time is over, \
          `rouse show clear` or a press of the button. What is longer than the display scrolls; with `motion off` it comes \
          page by page. `display message` keeps the display dark between messages.
          """)),
    ])
}
