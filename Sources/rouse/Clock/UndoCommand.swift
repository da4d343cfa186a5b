import ArgumentParser
import Control

struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take the last change of an alarm, a setting, a preset, a pause or a skip back.",
    discussion: """
      Within an hour, and as long as the service runs: one change is remembered, in memory. So a second undo takes nothing \
      back. It is refused where that was changed since, and where `cancel-lock` or a ring forbids the change. Cards are \
      enrolled and removed for good.

      Examples:
        rouse alarm edit Work --volume 20
        rouse undo
      """)

  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let undone = try connection.ask(UndoChange())
    try format.print(undone) { Self.lines(undone).joined(separator: "\n") }
    Output.notes(
      (undone.alarm?.notes ?? []) + (undone.setting?.notes ?? []) + (undone.preset?.notes ?? [])
        + (undone.daysOff?.notes ?? []))
  }

  static func lines(_ undone: Undone) -> [String] {
    /// `Taken back after 5 min: the alarm k3f9xa (Work) is removed again.`
    func first(_ what: String) -> String { "Taken back after \(TimePhrase.span(undone.ago)): \(what)" }
    func what(_ name: String, _ changes: [ValueChange]) -> String {
      switch undone.undid {
      case .added: "\(name) is removed again."
      case .removed: "\(name) is there again."
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
    return [first(SettingsResetCommand.sentence(saved))] + SettingsResetCommand.consequence(saved)
  }
}
