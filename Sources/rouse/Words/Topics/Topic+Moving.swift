extension Topic {
  static let moving = Topic(
    name: "moving", about: "moving to another clock, and two clocks that should be alike",
    sections: [
      Section(
        "A NEW CLOCK IN PLACE OF AN OLD ONE",
        .text(
          """
          A copy holds all alarms, cards, pauses, calendars, settings, presets and sounds of your own. Restored on a new clock, it is the old \
          one, and your cards end its rings.
          """),
        .lines(["rouse backup clock.sqlite", "rouse restore clock.sqlite"])),
      Section(
        "TWO CLOCKS",
        .text(
          """
          `rouse import` takes no more of a copy than you choose. It shows all that is not alike, mine beside theirs, and \
          asks what is to become of it. `--dry-run` only shows it. The copy can come through a pipe; then nobody can be \
          asked, and the choice is `--mine`, `--theirs` or `--both`.
          """),
        .lines([
          "rouse import clock.sqlite", "rouse import clock.sqlite --dry-run",
          "rouse backup - | ssh bedroom rouse import - --theirs --yes",
        ])),
      Section(
        "WHAT IS ALIKE",
        .text(
          """
          An alarm of theirs is taken for the one of mine that has its id, or else its label and its time. Without a label \
          the days have to be the same too, and of what rings once the date. A label that an import has numbered, such as \
          `Work 2`, counts as the same if all else is. Pauses, calendars and presets go by their names, sounds by the names \
          of their files.
          """),
        .text(
          """
          What only one clock has stays, or is added. Alarms of theirs that can never ring again are left out, unless you have \
          an alarm of the same id. Both of an alarm makes a copy beside yours. If the label of an alarm that comes is taken, \
          the alarm gets the next free one, such as `Work 2`, and the command says so. Both of a pause, calendar or preset \
          makes a copy such as `trip (theirs)`. Theirs that are for that alarm alone are for the copy then. What \
          a calendar of theirs would skip here is shown with it. Both makes \
          no sense for a setting or a sound file, of which there is one: mine stays. What says which clock it is never comes: \
          the settings `name` and `clock-source`.
          """)),
      Section(
        "CARDS",
        .text(
          """
          A clock keeps no card's code, only a salted digest of it, so that cards come all together or not at all: \
          `--cards` puts theirs in the place of mine. Else mine stay. An alarm that comes names cards that are here, by id \
          or by name; if none of them is here every card ends it, and that is said. Where no enrolled card could end it, it \
          is off.
          """)),
      Section(
        "WHEN IT IS DONE",
        .text(
          """
          All of it is done, or nothing; nothing while an alarm rings, or where it is about one that is locked, or where the \
          clock or the file has changed since it was shown. What was there before is copied first, and the command says how \
          it comes back; `rouse undo` does not bring it. Afterwards the store is checked and compared with what was \
          promised; where that fails, all is as before. The same file twice changes nothing.
          """)),
    ])
}
