import AlarmClock
import Control

enum AlarmText {
  /// Example: `Alarm k3f9xa (Work)`.
  static func subject(_ alarm: AlarmView) -> String {
    "Alarm \(alarm.id)" + (alarm.label.isEmpty ? "" : " (\(Terminal.printable(alarm.label)))")
  }

  /// Example: `Alarm k3f9xa rings Sun 2026-11-22 07:30 (in 9 h 12 min).`
  static func sentence(_ alarm: AlarmView) -> String {
    let subject = subject(alarm)
    guard alarm.enabled else { return "\(subject) is disabled." }
    guard let next = alarm.next else {
      return alarm.skipNext ? "\(subject) skips its only ring\(skipped(alarm))." : "\(subject) does not ring again."
    }
    return alarm.skipNext
      ? "\(subject) skips its next ring\(skipped(alarm)), then rings \(TimePhrase.when(next))."
      : "\(subject) rings \(TimePhrase.when(next))\(special(next.special))."
  }

  private static func skipped(_ alarm: AlarmView) -> String {
    alarm.skipped.map { " of \(TimePhrase.stamp($0))\(reason(alarm.skipReason))" } ?? ""
  }

  /// Example: `: Christmas`. Empty without a reason, as when the user skipped the ring.
  static func reason(_ reason: String?) -> String { reason.map { ": \(Terminal.printable($0))" } ?? "" }

  /// Examples: `on`, `off`, `RINGING`, `on, Mon 23 skipped`.
  static func state(_ alarm: AlarmRow) -> String {
    if alarm.ringing { return "RINGING" }
    if !alarm.enabled { return "off" }
    return alarm.skipped.map { "on, \(TimePhrase.dayOfMonth($0)) skipped\(reason(alarm.skipReason))" } ?? "on"
  }

  /// Sorts by the next ring; alarms without one come last.
  static func table(_ alarms: [AlarmRow]) -> Table {
    var table = Table(
      header: ["NEXT", "LEFT", "ID", "SET FOR", "STATE", "CARDS", "LABEL"],
      expendable: ["CARDS", "SET FOR", "LEFT", "STATE"])
    let sorted = alarms.sorted { ($0.inSeconds ?? .max) < ($1.inSeconds ?? .max) }
    table.rows = sorted.map { alarm in
      [
        alarm.next.map { TimePhrase.stamp($0) } ?? "-", alarm.inSeconds.map(TimePhrase.span) ?? "-",
        alarm.id, TimePhrase.clocks(in: alarm.rule), state(alarm), cards(alarm), alarm.label,
      ]
    }
    return table
  }

  /// - Parameter unsupported: the settings that no device on this board supports.
  static func listing(_ alarm: AlarmView, unsupported: Set<SettingKey> = []) -> String {
    var listing = Listing()
    listing.add("id", alarm.id)
    listing.add("label", alarm.label.isEmpty ? "-" : Terminal.printable(alarm.label))
    let row = AlarmRow(alarm)
    listing.add("set for", TimePhrase.clocks(in: row.rule))
    listing.add("state", state(row))
    if alarm.locked {
      listing.add(continuing: "LOCKED: it can no longer be taken back; it can be again once its ring was answered")
    }
    if !alarm.group.isEmpty { listing.add("group", Terminal.printable(alarm.group)) }
    if alarm.holidays != "skip" { listing.add("holidays", alarm.holidays) }
    listing.add("dates", alarm.exceptions.map { words($0) })
    listing.add("next ring", alarm.next.map { TimePhrase.when($0) + special($0.special) } ?? "-")
    listing.add("cards", cards(row))
    for key in SettingKey.ofAlarms {
      guard let value = alarm.values.text(of: key) else { continue }
      let missing = key == .sound ? SoundText.missing(alarm.playsInstead) : ""
      let mark = alarm.inherited.contains(key.fieldName) ? " (\(SettingKey.defaultWord))" : ""
      let lack = unsupported.contains(key) ? " (not supported on this board)" : ""
      listing.add(key.rawValue, Terminal.printable(value) + missing + mark + lack)
    }
    listing.add("ladder", ladder(alarm.ladder))
    return listing.rendered() + "\n\n(default): inherited from the settings, `rouse settings list`"
  }

  /// Describes what is special about an occurrence; empty for an ordinary one.
  static func special(_ marks: [String]) -> String {
    marks.isEmpty ? "" : "; " + marks.map(words).joined(separator: "; ")
  }

  static func words(_ mark: String) -> String {
    switch mark {
    case "movedByGap": "moved: the clocks go forward over its time"
    case "firstOfOverlap": "the first of two: the clocks go back"
    case "moved": "moved to this time for one day"
    case "skipped": "skipped"
    case "paused": "skipped: paused"
    default: mark
    }
  }

  static func words(_ occurrence: OccurrenceView) -> String {
    occurrence.special.map { mark in
      guard ["skipped", "paused"].contains(mark), let reason = occurrence.reason else { return words(mark) }
      return "skipped: \(Terminal.printable(reason))"
    }.joined(separator: "; ")
  }

  /// Example: `Thu 2026-12-24 moved to 09:00`.
  private static func words(_ exception: ExceptionView) -> String {
    let what =
      switch exception.what {
      case "skip": "skipped"
      case "move": "moved to \(TimePhrase.clocks(in: exception.time ?? ""))"
      default: "rings in spite of holidays and pauses"
      }
    return "\(CalmText.day(exception.date)) \(what)"
  }

  private static func cards(_ alarm: AlarmRow) -> String {
    alarm.cards.isEmpty ? "all" : alarm.cards.map(Terminal.printable).joined(separator: ", ")
  }

  /// Returns one line per step; example: `1m30s  buzzer`.
  static func ladder(_ rungs: [RungView]) -> [String] {
    let times = rungs.map { DurationText.format(.seconds($0.after)) }
    let width = times.map(\.count).max() ?? 0
    return zip(times, rungs).map { time, rung in
      let what = rung.what == "silence" ? "silence: it gives up, and is missed" : Terminal.printable(rung.what)
      return time.padded(to: width) + "  " + what
    }
  }
}
