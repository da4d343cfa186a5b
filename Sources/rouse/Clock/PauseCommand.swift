import AlarmClock
import ArgumentParser
import Control

struct PauseCommand: Verb {
  static let about = CommandConfiguration("pause")

  private static let off = "off"

  @Argument("`off`: repeating alarms ring again.", "off", completion: .list([off]))
  var word: String?
  @Argument("The pause to end; default: the one without a name.", "pause", completion: LiveWords.pauses)
  var ended: String?
  @Option("The first day on which they are skipped: 2027-02-01; default: today.", "date")
  var from: String?
  @Option("The first day on which they ring again: 2026-12-27, tomorrow.", "date")
  var until: String?
  @Option("Its name, up to 40 characters.", "name")
  var name: String?
  @Option("Only for this alarm: an id or a label.", "alarm", completion: LiveWords.alarms)
  var alarm: String?
  @Option("Only for the alarms of this group: `rouse alarm edit --group`.", "group")
  var group: String?
  @OptionGroup var io: IO

  private var isNamed: Bool { [from, name, alarm, group].contains { $0 != nil } }

  func validate() throws {
    if let word, word != Self.off {
      throw ValidationError("`\(word)` is not understood. Use `rouse pause --until DATE` or `rouse pause off`.")
    }
    if word != nil, until != nil || isNamed { throw ValidationError("Give `off` or a pause, not both.") }
    if until == Self.off { throw ValidationError("--until takes a date. To end a pause: `rouse pause off`.") }
    if isNamed, until == nil {
      throw ValidationError("Give the first day on which alarms ring again, as in `--until 2027-02-08`.")
    }
  }

  func run() throws {
    if isNamed, let until {
      return try tell(
        try connection.ask(SetPause(pause: name, from: from, until: until, alarm: alarm, group: group)))
    }
    if let ended { return try tell(try connection.ask(EndPause(pause: ended))) }
    guard let value = until ?? word else {
      let all = try connection.ask(ListPauses())
      return try format.print(all) { Self.lines(all).joined(separator: "\n") }
    }
    let reply = try connection.ask(ChangeSetting(key: SettingKey.pause.rawValue, value: value))
    try format.print(reply) { reply.pause.map { CalmText.sentences($0).joined(separator: "\n") } ?? "" }
    Output.notes(reply.notes)
    guard word != nil, !format.json else { return }
    let others = try connection.ask(ListPauses()).pauses
    if !others.isEmpty {
      Output.note("Other pauses stay: \(others.map { Terminal.printable($0.name) }.joined(separator: ", ")).")
    }
  }

  private func tell(_ saved: DaysOffSaved) throws {
    try format.print(saved) { PauseText.lines(saved).joined(separator: "\n") }
    Output.notes(saved.notes)
  }

  static func lines(_ all: ListPauses.Reply) -> [String] {
    let named = all.pauses.map { "\(PauseText.sentence($0)) To end it: `rouse pause off \($0.name.shellWord)`." }
    return (all.pausedUntil == nil && !named.isEmpty ? [] : [sentence(all.pausedUntil)]) + named
  }

  /// Prints a note after a list of alarms if all of them are paused: the list does not show that.
  static func tellPauseOfAll(_ client: ControlClient) throws(ControlError) {
    if let date = try client.send(ListPauses()).pausedUntil { Output.notes([sentence(date)]) }
  }

  static func sentence(_ date: String?) -> String {
    guard let date else { return "No alarm is paused." }
    return "Repeating alarms are skipped until \(CalmText.day(date)). To end it: `rouse pause off`."
  }
}

enum PauseText {
  /// Example: `skiing: repeating alarms are skipped from Mon 2027-02-01 until Mon 2027-02-08.`
  static func sentence(_ pause: NamedPauseView) -> String {
    "\(Terminal.printable(pause.name)): \(line(pause))."
  }

  /// Example: `the alarms of the group work are skipped from Thu 2027-07-01 until Thu 2027-07-15`.
  static func line(_ pause: NamedPauseView) -> String {
    let begin = pause.now ? "" : " from \(CalmText.day(pause.from))"
    let subject =
      pause.alarmId.map { "the alarm \(StatusText.name(pause.label ?? "", $0)) is" }
      ?? pause.group.map { "the alarms of the group \(Terminal.printable($0)) are" } ?? "repeating alarms are"
    return "\(subject) skipped\(begin) until \(CalmText.day(pause.until))"
  }

  private static let mostTold = 5

  static func lines(_ saved: DaysOffSaved) -> [String] {
    let pause = saved.isThere ? saved.pause.map(sentence) : nil
    var lines = ["The pause " + (pause ?? "\(Terminal.printable(saved.name)) is over.")]
    lines += saved.changed.prefix(mostTold).map { changed in
      let when = changed.next.map { "next rings \(TimePhrase.stamp($0))" } ?? "does not ring again"
      return "\(StatusText.name(changed.label, changed.alarmId)) \(when)."
    }
    let more = saved.changed.count - mostTold
    if more > 0 { lines.append("\(more) more ring at a different time.") }
    if saved.changed.isEmpty { lines.append("No alarm's next ring has changed.") }
    return lines
  }
}
