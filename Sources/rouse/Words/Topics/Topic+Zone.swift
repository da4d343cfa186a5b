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
        .lines([SystemZoneName.setCommand]),
        .text("The clock follows within seconds; no restart is needed. Daylight saving time needs no attention.")),
      Section(
        "A WEEK IN ANOTHER ZONE",
        .text("Take the clock with you, and set the zone where you are:"),
        .lines(["sudo timedatectl set-timezone Asia/Tokyo", "rouse next"]),
        .text(
          """
          Every alarm keeps its time of day: 07:30 is then 07:30 in Tokyo. Quiet hours and bedtime move with it. Timers \
          end after the same length as before. An alarm whose time the new zone has passed already does not ring late and \
          does not count as missed for a day, so that a mistake can be corrected. Back home, set the zone of before.
          """),
        .text("If you leave the clock at home, pause its alarms. The display can show the time of the other zone too:"),
        .lines(["rouse pause --from 2026-12-24 --until 2027-01-02", "rouse settings set zones Asia/Tokyo"])),
    ])
}
