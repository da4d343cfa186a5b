import AlarmClock
import ArgumentParser
import Control

struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "settings", "The global defaults, and how the clock's face looks.",
    subcommands: [
      SettingsListCommand.self, SettingsSearchCommand.self, SettingsGetCommand.self, SettingsSetCommand.self,
      SettingsResetCommand.self,
    ], defaultSubcommand: SettingsListCommand.self)
}

/// Which setting a verb is about.
struct SettingArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("One of \(SettingKey.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "key"),
    completion: .list(SettingKey.allCases.map(\.rawValue)))
  var key: String
}

struct SettingsGetCommand: Verb {
  static let configuration = CommandConfiguration("settings get", "Print one setting's value alone.")
  @OptionGroup var setting: SettingArgument
  @OptionGroup var io: IO

  func run() throws {
    let key = try SettingKey.named(setting.key)
    let reply = try connection.ask(ListSettings())
    guard let view = reply.settings.first(where: { $0.key == key }) else {
      throw ControlError(
        .internal, "the daemon does not know the setting `\(key.rawValue)`",
        why: "the command and the daemon may be of different versions",
        fix: "restart the daemon: `sudo systemctl restart rouse`")
    }
    if format.json { return try Output.line(JSONText.document(["setting": view])) }
    try Output.line(Terminal.printable(view.value ?? ""))
  }
}

struct SettingsSetCommand: Verb {
  static let configuration = CommandConfiguration("settings set", "Change a global default.")
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
    throw ValidationError("--preview: there is nothing to hear or feel of `\(setting.key)`. It goes with \(keys).")
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
  static let configuration = CommandConfiguration("settings reset", "Set a value back to what a new clock starts with.")
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

/// A changed setting in words.
enum SettingText {
  /// What comes of it: what rings next, where that may be another for it.
  static func consequence(_ reply: ChangeSetting.Reply) -> [String] {
    if let pause = reply.pause { return CalmText.sentences(pause) }
    return reply.setting.key.group.isOfTheFace ? [] : [ChangeText.next(reply.next)]
  }

  /// `vibration medium → strong.`, `volume stays 60.`
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
