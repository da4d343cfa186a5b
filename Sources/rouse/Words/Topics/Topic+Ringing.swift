extension Topic {
  static let ringing = Topic(
    name: "ringing", about: "what a ring does, what ends it, and all the ways out",
    sections: [
      Section(
        "THE LADDER",
        .text(
          """
          `rouse alarm show` prints what comes when: light and vibration (alone for a while, with `pre-alarm`), then the \
          sound, a minute later the buzzer. A step that fails brings the next one at once: where the speaker is not \
          proven to play, the buzzer rings. Without a working camera it rings 40 seconds of each minute. The buzzer \
          joins every alarm, also one whose sound is off; without a buzzer the speaker plays the \
          built-in tone at 50 % or louder instead.
          """)),
      Section(
        "THE CARD HAS TO BE BROUGHT",
        .text(
          """
          A card that lies before the camera when the ring begins ends nothing. The display says `AWAY` (`OUt` on seven \
          segments), which alternates with the time. Take the card away for a second, then hold it in another place of the \
          picture, closer, or turned: two corners of its code must be seen 5 % of the picture away from where they were. \
          A card held by hand hardly ever misses that. In the same place it counts only after ten seconds in which the \
          camera would have read it. Seconds do not count in the dark, in glare, before a blank wall, with a hand or a \
          sheet of paper over a part of the lens, or while something else hides the place. Pushing the camera does not \
          count as moving the card. A card held closer, or turned, counts even then. In the dark, turn on the light \
          first, then show the card. A card that is in view when the light goes on counts as lying there. A spare that \
          hangs in view, and is read, holds back no other card. The same holds after a restart, after a snooze, for a \
          wake check and for a timer. While a ring is snoozed, each card that was seen before counts as lying there, \
          above all the one that snoozed; any other ends it at once, also in the dark, where movement lights the lamp \
          for ten seconds, at most every thirty.
          """)),
      Section(
        "WHEN NOBODY ANSWERS",
        .text(
          """
          A ring gives up after `silence-after`, an hour if nothing else is set, and is recorded as missed. Misses come \
          first in `rouse status`, and the display shows a point behind the time, until `rouse acknowledge`. An alarm \
          that came due while the power was off still rings when it is at most `catch-up` late, 15 minutes if nothing \
          else is set.
          """)),
      Section(
        "WAKE CHECK, SNOOZE AND LOCK",
        .text(
          """
          With `wake-check 10m` a beep asks for the card once more, five minutes after it ended the ring. Whoever does \
          not show it within the ten minutes is rung again. A snooze card silences a ring for `snooze-time`, as often \
          as `snooze` says; nothing else snoozes. With `cancel-lock 1h` nothing takes an alarm back from an hour before \
          it on: a change is refused, with the exit code 75.
          """)),
      Section(
        "A CLOCK THAT MAY BE WRONG",
        .text(
          """
          A blinking time (with `flash off`, one without a colon) means that the clock is not synchronized, or that its \
          zone cannot be read. Alarms ring by the time there is, and by the last zone that could be read. A wrong clock \
          uses no alarm up, and a wrong zone uses none up either: what a new zone has passed waits for a day, or until \
          that alarm rings next, before it counts as missed. Where a clock chip with a battery keeps the time, say so:
          """),
        .lines(["rouse settings set clock-source battery"])),
      Section(
        "WHEN THE CARD IS NOT READ",
        .text(
          """
          In the dark the lamp comes on, and goes off when it dazzles. Where that is not enough, or no lamp is fitted, \
          the display shines as brightly as it can between the flashes of the time. The camera is told to expose \
          shorter when its picture is blurred or dazzled. The display says what is in the way: `rouse help display`. \
          `Err` stays as long as the wrong card is in view. `guidance off` leaves nothing of the words and pulses but \
          `Err` and `AWAY`; the light still helps. `rouse camera aim` says the same while nothing rings.
          """),
        .text(
          """
          While a code is in view that is not yet read, a ring grows softer: the sound about half as loud, the motor \
          light, and the buzzer rests as long as the speaker is proven to play. It is never silent, softer for 15 \
          seconds of a ring at most, and not for a wrong code. `soften off` keeps it as loud as it is.
          """),
        .text(
          """
          `evidence on` keeps the last pictures of each ring, to find out later why a card was not read: \
          `rouse evidence --help`. `rouse status` says that it is on; tell everybody who sleeps there.
          """)),
      Section(
        "WITHOUT FLASHES",
        .text(
          """
          A ring flashes once a second, where three are thought to be safe (WCAG 2.3.1). With `flash off`, for people \
          with photosensitive epilepsy and for all whom it bothers, display and lamp shine steadily, and what blinking \
          says has a steady mark. The lamp that lights the card then stays on, though it may dazzle: tilt the card. \
          Off in the settings is off for all alarms.
          """)),
      Section(
        "WAYS OUT",
        .text(
          """
          Each of these is meant for the honest, and leaves its line in `rouse log`. Nothing else ends a ring: who edits, \
          disables or removes an alarm changes its next ring and not the one that sounds, and with `cancel-lock` not \
          even the next one. What was tried and refused is `change_refused`.
          """),
        .terms([
          Term(
            "a spare card",
            "enrolled beforehand, kept where you find it: it ends the ring as any card does (`dismiss_success_qr`)"),
          Term("wait", "the ring gives up after `silence-after` (`missed`, until acknowledged)"),
          Term(
            "sudo systemctl stop rouse",
            "silence; started again before `silence-after` has passed, it rings on (`aborted`, `daemon_stopped`; then "
              + "`resumed`)"),
          Term("pull the plug", "silence; with the power back within that time, it rings on (`resumed`, or `missed`)"),
          Term(
            "a lost card",
            "before the lock or after the ring: `rouse card new`, or any QR code with `rouse card add` (`card_enrolled`)"
          ),
        ])),
    ])
}
