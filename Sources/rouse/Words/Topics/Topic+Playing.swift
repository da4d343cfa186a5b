extension Topic {
  static let playing = Topic(
    name: "playing", about: "sounds, timers, noise and words, and which goes before which",
    sections: [
      Section(
        "SOUNDS",
        .text(
          """
          Sound, volume, vibration and its pattern are each an alarm's own, or inherited from the settings. A sound that \
          is gone is replaced by the default, then by the built-in tone: the log, the status and the next command say \
          so. A volume or a mixer below 30 % is pointed out. Only an alarm ever sets the mixer, to the board file's \
          level, and puts back what it found, unless the power or the service is cut off while it rings. `--preview` \
          behind a change plays what was saved:
          """),
        .lines([
          "rouse alarm edit Work --sound birds --preview", "rouse settings set vibration strong --preview",
          "rouse vibration preview strong --pattern heartbeat",
        ]),
        .text(
          """
          The built-in sounds are about equally loud, and none has the rhythm of a smoke or CO alarm. They are made from \
          `Sources/Sound/sounds.json5`, which is part of the program; they lie within 2 LU of each other and below \
          -1 dBTP, and their joints do not click.
          """)),
      Section(
        "SOUNDS OF YOUR OWN",
        .text(
          """
          `rouse sound add morning.flac` takes WAV, FLAC, Ogg and MP3: half a second to ten minutes long, without ten \
          seconds of silence. A sound that nobody would hear is refused: one whose loudest three seconds, once it is \
          made as loud as it can be, stay more than 20 LU below the built-in tone between 100 Hz and 12 kHz. A constant \
          offset and what lies below 40 Hz are filtered out. Sounds that an earlier version took are measured again at \
          the next start. An alarm whose sound is refused rings with the default sound, or with the built-in tone; \
          `rouse status` and `rouse doctor` say why. Files may also be copied into /var/lib/rouse/sounds, readable for all. A process that can \
          open neither file nor socket (`rouse-sound`) decodes them, and makes them nearly as loud. When a file breaks, \
          or a disk hangs while it rings, the default sound plays within half a second. `rouse backup` takes them too.
          """)),
      Section(
        "TIMERS",
        .text(
          """
          Timers outlive restarts and power cuts, and no step of the clock moves them. One that ended meanwhile chimes \
          late, and says how late. A chime ends by itself (`chime-for`), by `rouse timer stop`, or by any enrolled card: \
          a timer is no alarm. Behind an alarm it waits, and is heard after it.
          """),
        .text(
          """
          Quiet hours silence its sound, never its vibration; `--chime off` silences both. A timer that nobody would \
          notice says so when it is started. One that nobody could notice, as with a broken speaker or a muted mixer, is \
          `NOT NOTICED` in the status while it chimes, and then in the log. `rouse help display` says how the display \
          shows timers; `countdown off` leaves the time there.
          """),
        .text(
          """
          A preset is a timer with a name. A running timer keeps sound, volume and vibration: a change of its preset or of \
          the settings applies next time.
          """),
        .lines(["rouse timer preset add eggs 6m30s --sound marimba", "rouse timer start eggs"])),
      Section(
        "NOISE",
        .text(
          """
          It is never the same twice, and fades out down to true silence. Noise gives way to previews and chimes, and \
          comes back. It outlives an unplugged speaker, but no restart. An alarm takes the speaker from it at once, and \
          it does not return.
          """)),
      Section(
        "WORDS",
        .text(
          """
          For those who cannot see the display: with `speak alarms` (or `--speak on` of one alarm) an alarm says `It is 7:30. Work.` five seconds after the \
          sound begins and then once a minute, while the sound grows softer by 10 dB. It also says what keeps the \
          card from being read. With `speak all` the clock also says by itself that an alarm was missed, that its time \
          may be wrong, and what the test at bedtime found: outside of quiet hours, and never over anything else. \
          `rouse say --status` says how the clock is. All of that needs espeak-ng, which is \
          optional. Missing, hanging or broken, it delays no alarm: that rings without words, and the next command says \
          why.
          """)),
    ])
}
