import ArgumentParser
import Control

struct UndoCommand: AskingVerb {
  static let configuration = CommandConfiguration(
    "undo", "Take the last change of an alarm, a setting, a preset, a pause or a skip back.")

  @OptionGroup var io: IO

  var command: UndoChange { UndoChange() }
  func text(_ undone: Undone) -> String { Self.lines(undone).joined(separator: "\n") }
  func notes(_ undone: Undone) -> [String] {
    let changed: [(any Noted)?] = [undone.alarm, undone.setting, undone.preset, undone.daysOff]
    return changed.flatMap { $0?.notes ?? [] }
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
    return [first(SettingText.sentence(saved))] + SettingText.consequence(saved)
  }
}
