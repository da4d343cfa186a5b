import AlarmClock
import ArgumentParser
import Control

struct SettingsCommand: Described {
  static let about = CommandConfiguration(
    "settings",
    subcommands: [
      SettingsListCommand.self, SettingsSearchCommand.self, SettingsGetCommand.self, SettingsSetCommand.self,
      SettingsResetCommand.self,
    ], defaultSubcommand: SettingsListCommand.self)
}

struct SettingArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("One of \(SettingKey.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "key"),
    completion: .list(SettingKey.allCases.map(\.rawValue)))
  var key: String
}

struct SettingsGetCommand: Verb {
  static let about = CommandConfiguration("settings get")
  @OptionGroup var setting: SettingArgument
  @OptionGroup var io: IO

  func run() throws {
    let key = try SettingKey.named(setting.key)
    let reply = try connection.ask(ListSettings())
    guard let view = reply.settings.first(where: { $0.key == key }) else {
      throw ControlError.notUnderstood("the daemon does not know the setting `\(key.rawValue)`")
    }
    if format.json { return try Output.line(JSONText.document(["setting": view])) }
    try Output.line(Terminal.printable(view.value ?? ""))
  }
}

struct SettingsSetCommand: Verb {
  static let about = CommandConfiguration("settings set")
  @OptionGroup var setting: SettingArgument
  @Argument(help: "The new value; `default` resets it.", completion: LiveWords.valuesOfSettings)
  var value: String
  @OptionGroup var preview: PreviewOption
  @OptionGroup var io: IO

  private static let heard = [SettingKey.sound, .volume]
  private static let felt = [SettingKey.vibration, .vibrationPattern]

  func validate() throws {
    guard preview.preview, let key = SettingKey(rawValue: setting.key), !(Self.heard + Self.felt).contains(key) else {
      return
    }
    let keys = (Self.heard + Self.felt).map(\.rawValue).joined(separator: ", ")
    throw ValidationError("--preview has nothing to play for `\(setting.key)`. It works with \(keys).")
  }

  func run() throws {
    try change(setting.key, to: value)
    if Self.heard.map(\.rawValue).contains(setting.key) {
      preview.follow(PreviewSound(sound: nil, seconds: 10), io)
    } else {
      preview.follow(PreviewVibration(vibration: nil, seconds: 4), io)
    }
  }
}

struct SettingsResetCommand: Verb {
  static let about = CommandConfiguration("settings reset")
  @OptionGroup var setting: SettingArgument
  @OptionGroup var io: IO

  func run() throws { try change(setting.key, to: SettingKey.defaultWord) }
}

extension Verb {
  fileprivate func change(_ setting: String, to value: String) throws {
    let reply = try connection.ask(ChangeSetting(key: try SettingKey.named(setting).rawValue, value: value))
    try format.print(reply) {
      ([SettingText.sentence(reply)] + SettingText.consequence(reply)).joined(separator: "\n")
    }
    Output.notes(reply.notes)
  }
}

enum SettingText {
  /// Returns the state of the pause, or the next ring if the setting can affect it.
  static func consequence(_ reply: ChangeSetting.Reply) -> [String] {
    if let pause = reply.pause { return CalmText.sentences(pause) }
    return reply.setting.key.group.isOfTheFace ? [] : [ChangeText.next(reply.next)]
  }

  /// Examples: `vibration medium → strong.`, `volume stays 60.`
  static func sentence(_ reply: ChangeSetting.Reply) -> String {
    let setting = reply.setting
    let value = setting.value == nil ? SettingKey.defaultWord : SettingsListCommand.text(setting)
    guard let change = reply.changes.first else {
      return "\(setting.key.rawValue) stays \(Terminal.printable(value))."
    }
    let was = TimePhrase.clocks(in: change.was ?? SettingKey.defaultWord)
    return Terminal.printable("\(change.name) \(was) → \(value).")
  }
}

struct SettingsListCommand: Verb {
  static let about = CommandConfiguration("settings list")
  @Argument(help: "A group; default: all.", completion: .list(SettingGroup.allCases.map(\.rawValue)))
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
        field: "GROUP", value: text, reason: "there is no such group",
        remedy: "choose one of: \(groups); or search: `rouse settings search WORD`")
    }
    return group
  }

  static func text(of settings: [SettingView], style: Style = .output) -> String {
    let tables = SettingGroup.allCases.compactMap { group -> (title: String, table: Table)? in
      let members = settings.filter { $0.key.group == group }
      let rows = members.map { [$0.key.rawValue, text($0), $0.help] }
      let table = Table(header: ["KEY", "VALUE", "WHAT IT IS"], expendable: ["WHAT IT IS"], rows: rows)
      return members.isEmpty ? nil : ("\(group.title) (\(group.rawValue))", table)
    }
    return Table.rendered(tables, style: style) + "\n\n" + legend.map { style.wrapped($0) }.joined(separator: "\n")
  }

  private static let legend = [
    "(default): not changed since the clock was new",
    "The time zone is the computer's: `rouse status` shows it, `rouse help zone` says how to set it.",
  ]

  /// Example: `80 (default)`; `-` if unset.
  static func text(_ setting: SettingView) -> String {
    (setting.value.map(TimePhrase.clocks) ?? "-") + SoundText.missing(setting.playsInstead)
      + (setting.isDefault ? " (\(SettingKey.defaultWord))" : "")
      + (setting.isSupported ? "" : " (not supported on this board)")
  }
}

struct SettingsSearchCommand: Verb {
  static let about = CommandConfiguration("settings search")
  @Argument(help: "Part of a setting's name, group or description.")
  var word: String
  @OptionGroup var io: IO

  func run() throws {
    let keys = SettingKey.found(by: word)
    // A word for the time zone gets the error that says where to set it.
    if keys.isEmpty, ZoneAdvice.isAskedFor(by: word) { _ = try SettingKey.named(word) }
    guard !keys.isEmpty else {
      throw ControlError(
        .nothingFound, "no setting matches `\(Terminal.printable(word))`",
        why: "no setting mentions it",
        fix: "list all settings: `rouse settings list`")
    }
    let settings = try connection.ask(ListSettings()).settings.filter { keys.contains($0.key) }
    try format.print(ListSettings.Reply(settings: settings)) { SettingsListCommand.text(of: settings) }
  }
}
