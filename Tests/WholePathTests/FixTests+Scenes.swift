extension FixTests {
  private static let cards = Step.given(
    "rouse card new left --output left.png && rouse card test --image left.png",
    "rouse card new right --output right.png && rouse card test --image right.png")

  /// Makes the clock trusted even if the machine's time is not synchronized.
  private static let trustedClock = Step.given("rouse settings set clock-source battery")

  private static let chimes = "timeout 180 bash -c 'until rouse timer list | grep CHIMING; do sleep 0.1; done'"
  private static let isDark = "timeout 180 bash -c 'until rouse face | grep display; do sleep 0.2; done'"

  static let scenes = [
    Scene(
      .refused("rouse undo", "rouse timer cancel", "rouse card test --for 1s"), .given("rouse timer cancel; true"),
      .told(
        "rouse timer list", "rouse timer preset list", "rouse show list", "rouse evidence list", "rouse settings list",
        "rouse settings set zones Asia/Tokyo"),
      .refused(
        "rouse timer cancel nosuch", "rouse snooze", "rouse calendar remove nosuch", "rouse data erase --cancel",
        "rouse show clear nosuch", "rouse settings search xyzzy", "rouse evidence delete nosuch --yes", "rouse board",
        "rouse nosuch", "rouse statsu", "rouse help nosuch", "rouse wait ringing --for 0s", "rouse next --count 0",
        "rouse data erase --foo")),

    // The first card.
    Scene(
      trustedClock, .given("rouse card new left --output left.png", "rouse mock show left.png"),
      .refused("rouse alarm add 07:30"), .told("rouse next"), .given("rouse alarm remove $(id alarm)"),
      .told("rouse alarm list"), .misread("rouse alarm add"), .given("rouse alarm list"),
      .given("rouse alarm remove $(id alarm)"), .cured("rouse card remove left")),

    // What an alarm needs.
    Scene(
      trustedClock, cards, .given("rouse alarm add 07:30 --days daily --label Work --card left"),
      .cured("rouse card remove left"),
      .given("rouse alarm add 08:30 --days daily --label Off", "rouse alarm disable Off"),
      .cured("rouse alarm skip Off"),
      .given(
        "rouse card new spare --output spare.png && rouse card test --image spare.png",
        "rouse alarm edit Work --card spare"), .lastOf("rouse card remove spare"),
      .given("rouse alarm add +25s --label Gone", "rouse alarm disable Gone", "sleep 25"),
      .cured("rouse alarm enable Gone")),

    // Alarms.
    Scene(
      trustedClock, cards,
      .given(
        "rouse card new bedside --kind snooze --output b.png", "rouse mock show b.png",
        "rouse alarm add 07:30 --days daily --label 'Work late' --card left",
        "rouse alarm add 09:00 --date tomorrow --label Once --card left"),
      .refused("rouse snooze", "rouse snooze"),
      .given("rouse card remove bedside", "rouse card new chair --kind snooze --output c.png", "rouse mock show c.png"),
      .told("rouse alarm edit 'Work late' --snooze 2"), .given("rouse card remove chair"),
      .told("rouse alarm edit 'Work late' --snooze 2"),
      .given("rouse mock show bedside.png && rouse card test"),
      .refused(
        "rouse alarm show nosuch", "rouse alarm lst", "rouse alarm edit 'Work late'",
        "rouse alarm move 'Work late' --on friday", "rouse alarm skip Once --on friday",
        "rouse alarm add 07:30 --card nosuch", "rouse alarm edit 'Work late' --card bedside"),
      .told("rouse alarm edit 'Work late' --volume 3"), .given("rouse settings set flash off"),
      .told("rouse alarm edit 'Work late' --flash on"),
      .given("rouse alarm add 07:45 --days mon-fri --label Gym", "rouse alarm add 00:00 --days daily --label Early"),
      .refused("rouse alarm unskip Gym --on sunday", "rouse alarm skip Early --on today"),
      .given("rouse alarm remove Early", "rouse alarm skip 'Work late'"), .told("rouse status", "rouse alarm show Gym")),

    // Cards.
    Scene(
      cards, .refused("rouse card remove nosuch"), .misread("rouse stop"),
      .given("rouse card new 'in the bath' --output bath.png", "rouse mock show bath.png"),
      .refused("rouse card add other --image bath.png"), .given("rouse card new other --output other.png"),
      .refused("rouse card new other --output second.png", "rouse card add again --image left.png"),
      .given("rouse card new third --output third.png", "rouse mock show third.png"),
      .told("rouse camera aim --for 2s"), .refused("rouse card test --image left.png")),

    // Days off.
    Scene(
      trustedClock, cards,
      .given("rouse alarm add 07:30 --days daily --label Work", "rouse pause --until $(date -d +2years +%F)"),
      .told("rouse alarm unskip Work"), .given("rouse pause --until $(date -d +2years +%F)"), .told("rouse alarm list"),
      .given("rouse pause --until tomorrow --name 'bin day'"), .told("rouse pause"),
      .given("rouse pause --until friday --name trip"), .told("rouse pause --until $(date -d +3years +%F) --name trip"),
      .refused("rouse pause off nosuch", "rouse calendar remove nosuch", "rouse calendar show nosuch"),
      .given("rouse pause --until $(date -d +2years +%F)"), .misread("rouse pause soon"),
      .given("rouse pause --until $(date -d +2years +%F)"), .misread("rouse pause --until off"),
      .given("rouse pause --until $(date -d +2years +%F)"), .misread("rouse pause --until tomorrow --name off"),
      .refused("rouse pause --from monday")),

    // Timers and their presets.
    Scene(
      .cured("rouse timer start tea"), .told("rouse timer preset edit tea --length 6m"),
      .given("rouse timer cancel $(id timer)"),
      .refused("rouse timer preset add tea 5m", "rouse timer preset remove nosuch", "rouse timer cancel nosuch"),
      .misread(
        "rouse timer extend", "rouse timer extend tea", "rouse timer extend 5m tea", "rouse timer extend tea 5m 6m"),
      .firstOf("rouse timer stop tea"), .given("rouse timer start tea"), .lastOf("rouse timer stop tea"),
      .given("rouse timer start 20m --label ''"), .refused("rouse timer edit $(id timer) --length 5m"),
      trustedClock, .given("rouse timer start 1s --label egg", chimes), .told("rouse status"),
      .given("rouse timer start 1s --label one", chimes), .firstOf("rouse timer pause one"),
      .given("rouse timer start 1s --label two", chimes), .lastOf("rouse timer pause two"),
      .given("rouse timer start 1s --label three", chimes), .cured("rouse sound preview tone --for 1s"),
      .given("while rouse timer start 2h; do :; done"), .refused("rouse timer start 2h")),

    // Timers that nobody would notice.
    Scene(
      .given("rouse settings set chime off"), .told("rouse timer start 21m"),
      .given("rouse settings set sound off", "rouse settings set vibration off"),
      .told("rouse timer preset add one 5m"),
      .given("rouse settings set vibration off", "rouse settings set sound tone", "rouse settings set volume 0"),
      .told("rouse timer preset add two 5m"),
      .given("rouse settings set vibration off", "rouse settings set volume 80"), .told("rouse settings set volume 2"),
      .given("rouse settings set volume 2"), .told("rouse timer preset add three 5m"),
      .given("rouse settings set vibration medium", "rouse quiet on"), .told("rouse timer start 24m"),
      .given("rouse quiet on", "rouse settings set vibration off"), .told("rouse timer start 25m"),
      .given("rouse quiet on"), .told("rouse test devices --for 1s"),
      .given(
        "rouse mock fail speaker EIO", "rouse mock fail buzzer EIO", "rouse mock fail vibration EIO",
        "rouse test devices --for 1s; true"),
      .told("rouse timer preset add four 5m")),

    // The display.
    Scene(
      .told("rouse settings set turns zones"), .given("rouse settings set turns date", "rouse settings set zones off"),
      .told("rouse settings set zones Asia/Tokyo"), .given("rouse settings set display off"),
      .told(
        "rouse settings set turns date", "rouse settings set brightness-schedule '07:00 12, 22:00 off'",
        "rouse settings set light-levels '1:off 10:2 50:6'"),
      .given("rouse settings set theme day"), .told("rouse settings set night-seconds on"),
      .given("rouse settings set display off"), .told("rouse show hello"), .given("rouse settings set brightness off"),
      .told("rouse show hello"), .given("rouse timer start 20m", "rouse settings set countdown on"),
      .told("rouse show hello"), .given("while rouse show hello; do :; done"), .refused("rouse show more"),
      .misread("rouse show clear")),

    // A display that shows the time for a while only.
    Scene(
      .given("rouse settings set display off", isDark), .told("rouse face"),
      .given("rouse settings set display message", isDark), .told("rouse face")),

    // Reminders and bedtime.
    Scene(
      .given("rouse settings set bedtime 22:30", "rouse reminder off"), .told("rouse reminder list"),
      .refused("rouse reminder done nosuch", "rouse reminder snooze", "rouse settings set reminders-a-day 99"),
      .given("rouse settings set display off"), .told("rouse reminder off"),
      .given("rouse settings set display off", "rouse reminder off"), .told("rouse reminder on"),
      .given("rouse settings set speak all", "rouse quiet 21:00-08:00"),
      .told("rouse settings set bedtime 22:35")),

    // The last change.
    Scene(
      cards, .given("rouse settings set volume 44", "rouse undo"), .refused("rouse undo"),
      .given("rouse timer start 5m", "rouse timer cancel"), .refused("rouse undo"),
      .given("rouse alarm add +25s --label Nap", "rouse alarm remove Nap", "sleep 25"), .refused("rouse undo")),

    // Sounds.
    Scene(
      .refused("rouse sound remove nosuch", "rouse sound show nosuch", "rouse noise play rain --volume 0"),
      .refused("rouse sound list --category own"), .told("rouse sound add owl.wav"),
      .given("cp second.wav owl.wav"), .refused("rouse sound add owl.wav"),
      .given("rouse sound add owl.wav", "rouse settings set sound owl"), .told("rouse sound remove owl")),

    // Devices that fail.
    Scene(
      trustedClock, cards, .given("rouse alarm add 07:30 --days daily", "rouse mock fail speaker EBUSY"),
      .refused("rouse sound preview tone"), .given("rouse mock fail buzzer EIO"),
      .refused("rouse test devices --for 1s", "rouse doctor"), .told("rouse status"),
      .given("rouse mock fail camera EIO"), .refused("rouse camera snapshot x.png")),

    // Erasing.
    Scene(
      cards, trustedClock, .given("rouse alarm add 07:30 --days daily"),
      .refused("rouse data erase --all --cards"), .given("rouse data erase --cancel"),
      .told("rouse data", "rouse backup 'my copy'", "rouse data erase --all"),
      .given("rouse data erase --cancel; true", "rouse data erase --all --alarms --cards"),
      .refused("rouse data erase --all --alarms --cards"), .given("rouse timer start 30m"),
      .cured("rouse data erase --all --alarms --cards --now")),
  ]
}
