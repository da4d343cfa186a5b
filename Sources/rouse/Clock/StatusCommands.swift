import AlarmClock
import ArgumentParser
import Control

struct StatusCommand: AskingVerb {
  static let about = CommandConfiguration("status")

  @OptionGroup var io: IO

  var command: GetStatus { GetStatus() }
  func text(_ status: StatusView) -> String { StatusText.rendered(status) }
}

struct NextCommand: ListVerb {
  static let about = CommandConfiguration("next")

  @Option(help: ArgumentHelp("How many, 1 to 1000.", valueName: "number"))
  var count = 10
  @Option("Rings after this: 2026-12-24, '2026-12-24 07:30', +2h; default: now.", "time", parsing: .unconditional)
  var from: String?
  @OptionGroup var io: IO

  func validate() throws {
    guard (1...1000).contains(count) else { throw ValidationError("--count \(count): give a number from 1 to 1000.") }
  }

  static let rows = (
    noun: "ring", none: "No upcoming rings. See `rouse alarm list`, or set an alarm: `rouse alarm add 07:30`"
  )

  var command: NextOccurrences { NextOccurrences(count: count, from: from) }
  func table(_ reply: NextOccurrences.Reply) -> Table { Self.table(reply.occurrences) }

  static func table(_ occurrences: [OccurrenceView]) -> Table {
    Table(
      header: ["NEXT", "LEFT", "ID", "NOTE", "LABEL"], expendable: ["NOTE", "LEFT", "ID"],
      rows: occurrences.map { occurrence in
        [
          TimePhrase.stamp(occurrence.time), TimePhrase.span(occurrence.inSeconds), occurrence.alarmId,
          occurrence.special.isEmpty ? "-" : AlarmText.words(occurrence),
          occurrence.label,
        ]
      })
  }
}

struct AcknowledgeCommand: AskingVerb {
  static let about = CommandConfiguration("acknowledge")

  @OptionGroup var io: IO

  var command: AcknowledgeMisses { AcknowledgeMisses() }
  func text(_ reply: AcknowledgeMisses.Reply) -> String { Self.sentence(reply.misses) }

  static func sentence(_ count: Int) -> String {
    switch count {
    case 0: "Nothing was missed."
    case 1: "1 missed alarm is acknowledged."
    default: "\(count) missed alarms are acknowledged."
    }
  }
}

struct UndoCommand: AskingVerb {
  static let about = CommandConfiguration("undo")

  @OptionGroup var io: IO

  var command: UndoChange { UndoChange() }
  func text(_ undone: Undone) -> String { Self.lines(undone).joined(separator: "\n") }
  func notes(_ undone: Undone) -> [String] {
    [undone.alarm?.notes, undone.setting?.notes, undone.preset?.notes, undone.daysOff?.notes].flatMap { $0 ?? [] }
  }

  static func lines(_ undone: Undone) -> [String] {
    /// Example: `Undone after 5 min: the alarm k3f9xa (Work) is removed again.`
    func first(_ what: String) -> String { "Undone after \(TimePhrase.span(undone.ago)): \(what)" }
    func what(_ name: String, _ changes: [ValueChange]) -> String {
      switch undone.undid {
      case .added: "\(name) is removed again."
      case .removed: "\(name) is back."
      case .changed: ChangeText.sentence(changes)
      }
    }
    if let saved = undone.alarm {
      let subject = AlarmText.subject(saved.alarm)
      let rest = undone.undid == .added ? [ChangeText.next(saved.next)] : ChangeText.lines(saved)
      return [first(what("the a\(subject.dropFirst())", saved.changes))] + rest
    }
    if let saved = undone.preset {
      let rest = undone.undid == .added ? [] : [PresetText.sentence(saved.preset)]
      return [first(what("the preset \(Terminal.printable(saved.preset.name))", saved.changes))] + rest
    }
    if let saved = undone.daysOff {
      let name = "the \(saved.kind.rawValue) \(Terminal.printable(saved.name))"
      let sentence = undone.undid == .changed ? "\(name) is as before." : what(name, [])
      return [first(sentence), ChangeText.next(saved.next)]
    }
    guard let saved = undone.setting else { return [] }
    return [first(SettingText.sentence(saved))] + SettingText.consequence(saved)
  }
}

struct QuietCommand: Verb {
  static let about = CommandConfiguration("quiet")

  @Argument("on, off, or hours like 22:00-07:00.", "hours", completion: .list(["on", "off"]))
  var hours: String?
  @OptionGroup var io: IO

  func run() throws {
    guard let hours else {
      let quiet = try connection.ask(GetStatus()).quiet
      return try format.print(["quiet": quiet]) { Self.sentence(quiet) }
    }
    let reply = try connection.ask(ChangeSetting(key: SettingKey.quiet.rawValue, value: hours))
    try format.print(reply) { () throws(ControlError) in
      let quiet = try connection.ask(GetStatus()).quiet
      return Self.sentence(quiet, was: reply.changes.first?.was) + "\n" + ChangeText.next(reply.next)
    }
    Output.notes(reply.notes)
  }

  /// - Parameter was: the hours before a change; `nil` if they did not change.
  static func sentence(_ quiet: QuietView, was: String? = nil) -> String {
    "quiet \(was.map { "\(TimePhrase.clocks(in: Terminal.printable($0))) →" } ?? "is") \(CalmText.quiet(quiet))."
  }
}

enum ChangeText {
  /// Example: `wake-check off → 10m, volume 60 → 80 (default).`
  static func sentence(_ changes: [ValueChange]) -> String {
    changes.isEmpty ? "Nothing changed." : changes.map(words).joined(separator: ", ") + "."
  }

  private static func words(_ change: ValueChange) -> String {
    // Names of alarms and cards may contain times: keep them as written.
    let show = ["label", "cards"].contains(change.name) ? { $0 } : TimePhrase.clocks
    return change.text { Terminal.printable(show($0)) }
  }

  /// Example: `Next: Work (k3f9xa) rings Sun 2026-11-22 07:30 (in 9 h 12 min).`
  static func next(_ next: OccurrenceView?) -> String {
    guard let next else { return "Next: no alarm will ring." }
    return
      "Next: \(StatusText.name(next.label, next.alarmId)) rings \(TimePhrase.when(next))\(AlarmText.special(next.special))."
  }

  /// Describes the changes, then the same as `lines`.
  static func whole(_ saved: AlarmSaved) -> String {
    ([sentence(saved.changes)] + lines(saved)).joined(separator: "\n")
  }

  /// Describes the alarm, and the next ring of any alarm if this one has none.
  static func lines(_ saved: AlarmSaved) -> [String] {
    [AlarmText.sentence(saved.alarm)] + (saved.alarm.next == nil ? [next(saved.next)] : [])
  }
}
