import AlarmClock
import Control

enum CalmText {
  /// Adds only those parts that have something to report.
  static func add(_ status: StatusView, _ style: Style, to listing: inout Listing) {
    if status.quiet.hours != "off" { listing.add("quiet", quiet(status.quiet)) }
    if let noise = status.noise { listing.add("noise", NoiseText.line(noise, style: style)) }
    listing.add(
      "pause", status.pausedUntil.map { ["repeating alarms are skipped until \(day($0)), others ring"] } ?? [])
    for calendar in status.endingCalendars {
      let what = Terminal.printable(calendar.what(today: String(status.clock.now.prefix(10))))
      listing.add("holidays", "\(style.yellow("ENDING")): \(what): \(Terminal.printable(calendar.fix))")
    }
    if status.evidence { listing.add("evidence", style.yellow("ON") + ": " + evidence) }
    guard let bedtime = status.bedtime else { return }
    listing.add("bedtime", [test(bedtime, style)] + bedtime.problems.map(Terminal.printable))
  }

  /// Shown because the camera may see people sleep.
  static let evidence = "the camera's last pictures of each ring are kept (`rouse evidence list`)"

  /// Example: `birds is GONE: bell plays instead for the alarm Work (k3f9xa); …`; or `CANNOT BE PLAYED (…)`.
  static func missing(_ missing: MissingSoundView, _ style: Style) -> String {
    let users = missing.usedBy.map(Terminal.printable).joined(separator: ", ")
    let state =
      missing.why.map { "\(style.red("CANNOT BE PLAYED")) (\(Terminal.printable($0)))" } ?? "is \(style.red("GONE"))"
    return
      "\(Terminal.printable(missing.sound)) \(state): \(Terminal.printable(missing.playsInstead))"
      + " plays instead for \(users); \(missing.why == nil ? "put it back, or " : "")"
      + "choose another: `rouse sound list`"
  }

  /// Example: `22:00-07:00, active now; alarms still ring`.
  static func quiet(_ quiet: QuietView) -> String {
    switch quiet.hours {
    case "off": "off"
    case "on": "on; alarms still ring"
    default:
      TimePhrase.clocks(in: Terminal.printable(quiet.hours))
        + (quiet.now ? ", active now" : ", not active now") + "; alarms still ring"
    }
  }

  /// Example: `Sun 2026-12-27`.
  static func day(_ text: String) -> String {
    guard let date = LocalDate(text) else { return Terminal.printable(text) }
    return "\(date.weekday.shortName) \(date)"
  }

  /// Example: `tested Sat 2026-11-21 21:30 with the card bathroom: all was well`. The first line has the current state.
  static func test(_ bedtime: BedtimeView, _ style: Style) -> String {
    let card = bedtime.card.map { " with the card \(Terminal.printable($0))" } ?? ""
    return "tested \(TimePhrase.stamp(bedtime.time))\(card): "
      + (bedtime.ready ? "all was well" : style.red("it was NOT READY"))
  }

  static func sentences(_ pause: PauseView) -> [String] {
    guard let date = pause.until else { return ["The pause of all repeating alarms is off."] + next(pause) }
    let count =
      switch pause.skipped {
      case 0: "No repeating alarm would have rung before \(day(date))."
      case 1: "1 repeating alarm is skipped until \(day(date))."
      default: "\(pause.skipped) repeating alarms are skipped until \(day(date))."
      }
    return [count] + next(pause)
  }

  private static func next(_ pause: PauseView) -> [String] {
    guard let next = pause.next else { return pause.until == nil ? [] : ["No repeating alarm rings after it."] }
    let name = StatusText.name(next.label, next.alarmId)
    return ["The first to ring again is \(name): \(TimePhrase.when(next))\(AlarmText.special(next.special))."]
  }
}
