import Control

/// Pauses with names in words.
enum PauseText {
  /// `skiing: repeating alarms are skipped from Mon 2027-02-01 until Mon 2027-02-08.`
  static func sentence(_ pause: NamedPauseView) -> String {
    "\(Terminal.printable(pause.name)): \(line(pause))."
  }

  /// `the alarms of the group work are skipped from Thu 2027-07-01 until Thu 2027-07-15`
  static func line(_ pause: NamedPauseView) -> String {
    let begin = pause.now ? "" : " from \(CalmText.day(pause.from))"
    return "\(subject(pause)) skipped\(begin) until \(CalmText.day(pause.until))"
  }

  private static func subject(_ pause: NamedPauseView) -> String {
    if let id = pause.alarmId { return "the alarm \(StatusText.name(pause.label ?? "", id)) is" }
    if let group = pause.group { return "the alarms of the group \(Terminal.printable(group)) are" }
    return "repeating alarms are"
  }

  private static let mostTold = 5

  /// What a change of a pause has led to.
  static func lines(_ saved: DaysOffSaved) -> [String] {
    var lines: [String] = []
    if saved.isThere, let pause = saved.pause {
      lines.append("The pause \(sentence(pause))")
    } else {
      lines.append("The pause \(Terminal.printable(saved.name)) is over.")
    }
    for changed in saved.changed.prefix(mostTold) {
      let when = changed.next.map { "next rings \(TimePhrase.stamp($0))" } ?? "does not ring again"
      lines.append("\(StatusText.name(changed.label, changed.alarmId)) \(when).")
    }
    let more = saved.changed.count - mostTold
    if more > 0 { lines.append("\(more) more ring at another time than before.") }
    if saved.changed.isEmpty { lines.append("The next ring of each alarm is as it was.") }
    return lines
  }
}
