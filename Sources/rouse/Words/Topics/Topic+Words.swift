extension Topic {
  /// What the clock means by its words.
  static let words = Topic(
    name: "words", about: "what the clock means by alarm, ring, skip, lock and the like",
    sections: [
      Section(
        "RINGING",
        .terms([
          Term("alarm", "a time that is set: once, on days of the week, or some minutes from now"),
          Term("ring", "what happens at that time, once: light and vibration, then sound, then the buzzer"),
          Term("dismiss", "to end a ring for good; only a card does that"),
          Term("snooze", "to silence a ring for some minutes, with a snooze card; it rings again"),
          Term("missed", "a ring that nobody answered, or that could not ring, as when the power was off"),
          Term("pre-alarm", "the time in which light and vibration go alone before the sound"),
          Term("fade-in", "the time in which the sound comes up to its volume"),
          Term(
            "silence after", "when a ring that nobody answers gives up, so that an empty house is not rung at all day"),
          Term("wake check", "some minutes after the dismissal the card has to be shown again, or it rings again"),
        ])),
      Section(
        "CARDS",
        .terms([
          Term("card", "a QR code on paper, which hangs where one has to get up for it"),
          Term("enrolled", "a card that the clock has seen, so that it counts"),
          Term("spare", "a second card, for the day when the first one is lost or wet"),
          Term("brought", "a card that came into view after the ring began; one that lay there does not count"),
        ])),
      Section(
        "DAYS OFF",
        .terms([
          Term("skip", "to let the next ring of one alarm pass, and only that"),
          Term("pause", "to skip all repeating alarms until a date"),
          Term("lock", "the time before a ring in which it can no longer be taken back (cancel-lock)"),
          Term("quiet hours", "when nothing but alarms makes a noise"),
        ])),
      Section(
        "THE CLOCK",
        .terms([
          Term("verdict", "the first line of `rouse status`: whether the next ring can be counted on"),
          Term("bedtime test", "a look at all that the next ring needs, in the evening, without a noise"),
          Term("trusted", "of the time: a time server or a clock chip with a battery stands behind it"),
          Term("board", "which devices there are, and on which pins; the mock board has them in memory alone"),
          Term("evidence", "the camera's last pictures of a ring, kept only where somebody has turned that on"),
        ])),
    ])
}
