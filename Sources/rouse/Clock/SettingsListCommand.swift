import AlarmClock
import ArgumentParser
import Control

struct SettingsListCommand: Verb {
  static let configuration = CommandConfiguration("settings list", "List all settings, or those of a group.")
  @Argument(help: "The group; without it all of them.", completion: .list(SettingGroup.allCases.map(\.rawValue)))
  var group: String?
  @OptionGroup var io: IO

  func run() throws {
    let chosen = try group.map(Self.group(named:))
    let settings = try connection.ask(ListSettings()).settings.filter { chosen == nil || $0.key.group == chosen }
    try format.print(ListSettings.Reply(settings: settings)) { Self.text(of: settings) }
  }

  private static func group(named text: String) throws(InvalidValue) -> SettingGroup {
    guard let group = SettingGroup(rawValue: text.lowercased()) else {
      let groups = SettingGroup.allCases.map(\.rawValue).joined(separator: ", ")
      throw InvalidValue(
        field: "GROUP", value: text, reason: "there is no such group of settings",
        remedy: "choose one of: \(groups); or search: `rouse settings search WORD`")
    }
    return group
  }

  /// Group by group.
  static func text(of settings: [SettingView], style: Style = .output) -> String {
    let tables = SettingGroup.allCases.compactMap { group -> (title: String, table: Table)? in
      let members = settings.filter { $0.key.group == group }
      return members.isEmpty ? nil : ("\(group.title) (\(group.rawValue))", table(members))
    }
    return Table.rendered(tables, style: style) + "\n\n" + legend.map { style.wrapped($0) }.joined(separator: "\n")
  }

  private static let legend = [
    "(default): still what a new clock starts with",
    "The time zone is the computer's: `rouse status` shows it, `rouse help zone` says how to set it.",
  ]

  static func table(_ settings: [SettingView]) -> Table {
    var table = Table(header: ["KEY", "VALUE", "WHAT IT IS"], expendable: ["WHAT IT IS"])
    table.rows = settings.map { [$0.key.rawValue, text($0), $0.help] }
    return table
  }

  /// `80 (default)`; `-` for unset; and whether the board has what follows it.
  static func text(_ setting: SettingView) -> String {
    (setting.value.map(TimePhrase.clocks) ?? "-") + SoundText.missing(setting.playsInstead)
      + (setting.isDefault ? " (\(SettingKey.defaultWord))" : "")
      + (setting.isSupported ? "" : " (not supported on this board)")
  }
}

struct SettingsSearchCommand: Verb {
  static let configuration = CommandConfiguration("settings search", "List the settings that have to do with a word.")
  @Argument(help: "A part of a setting's name, of its group, or of what it is.")
  var word: String
  @OptionGroup var io: IO

  func run() throws {
    let keys = SettingKey.found(by: word)
    // For the words that mean the time zone, its error says where that is set.
    if keys.isEmpty, ZoneAdvice.isAskedFor(by: word) { _ = try SettingKey.named(word) }
    guard !keys.isEmpty else {
      throw ControlError(
        .nothingFound, "no setting has to do with `\(Terminal.printable(word))`",
        why: "the word stands in none of them",
        fix: "see them all: `rouse settings list`")
    }
    let settings = try connection.ask(ListSettings()).settings.filter { keys.contains($0.key) }
    try format.print(ListSettings.Reply(settings: settings)) { SettingsListCommand.text(of: settings) }
  }
}
