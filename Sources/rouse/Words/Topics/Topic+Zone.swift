import AlarmClock

extension Topic {
  static let zone = Topic(
    name: "zone", about: "the time zone, and a week in another one",
    sections: [
      Section(
        "THE TIME ZONE",
        .text(
          """
          Alarms ring by the time zone of the computer. A new Raspberry Pi has Etc/UTC or Europe/London. `rouse status` \
          shows the zone in the line `clock`. Set it once; `timedatectl list-timezones` lists the names:
          """),
        .lines([ZoneAdvice.setCommand()]),
        .text("The clock follows within seconds; no restart is needed. Daylight saving time needs no attention.")),
      Section(
        "A WEEK IN ANOTHER ZONE",
        .text("Take the clock with you, and set the zone where you are:"),
        .lines([ZoneAdvice.setCommand("Asia/Tokyo"), "rouse next"]),
        .text(
          """
          Every alarm keeps its time of day: 07:30 is then 07:30 in Tokyo. So do quiet hours and bedtime. Timers are not \
          affected. If it is already past an alarm's time in the new zone, that alarm does not ring late. It counts as \
          missed only after a day, so that you can correct a mistake. Back home, set your own zone again.
          """),
        .text("If you leave the clock at home, pause its alarms. The display can show the time of the other zone too:"),
        .lines(["rouse pause --from 2026-12-24 --until 2027-01-02", "rouse settings set zones Asia/Tokyo"])),
    ])
}
