import AlarmClock
import ArgumentParser
import Control

struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "The global defaults, and how the clock's face looks.",
    discussion: """
      Alarms inherit these values unless they set their own.

      Examples:
        rouse settings list
        rouse settings list ring
        rouse settings search snooze
        rouse settings set volume 60
        rouse settings set time-format 12h
        rouse settings set bedtime 21:30
        rouse settings reset vibration
      """,
    subcommands: [
      SettingsListCommand.self, SettingsSearchCommand.self, SettingsGetCommand.self, SettingsSetCommand.self,
      SettingsResetCommand.self,
    ],
    defaultSubcommand: SettingsListCommand.self)
}

/// Which setting a verb is about.
struct SettingArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("One of \(SettingKey.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "key"),
    completion: .list(SettingKey.allCases.map(\.rawValue)))
  var key: String
}

struct SettingsGetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print one setting's value alone.",
    discussion: """
      An unset value prints an empty line.

      Examples:
        rouse settings get volume
      """)
  @OptionGroup var setting: SettingArgument
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let key = try SettingKey.named(setting.key)
    let reply = try connection.ask(ListSettings())
    guard let view = reply.settings.first(where: { $0.key == key }) else {
      throw ControlError(
        .internal, "the daemon does not know the setting `\(key.rawValue)`",
        why: "the command and the daemon may be of different versions",
        fix: "restart the daemon: `sudo systemctl restart rouse`")
    }
    if format.json { return try Output.line(JSONText.document(SettingDocument(setting: view))) }
    try Output.line(Terminal.printable(view.value ?? ""))
  }
}

struct SettingsSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change a global default.",
    discussion: """
      Examples:
        rouse settings set volume 60
        rouse settings set fade-in 30s
        rouse settings set brightness off
        rouse settings set vibration strong --preview
      """)
  @OptionGroup var setting: SettingArgument
  @Argument(help: "The new value; `default` resets it.", completion: LiveWords.valuesOfSettings)
  var value: String
  @OptionGroup var preview: PreviewOption
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

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
    try SettingsResetCommand.change(setting.key, to: value, format, connection)
    if Self.heard.map(\.rawValue).contains(setting.key) {
      preview.follow(PreviewSound(sound: nil, seconds: 10), format, connection)
    } else {
      preview.follow(PreviewVibration(vibration: nil, seconds: 4), format, connection)
    }
  }
}

struct SettingsResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Set a value back to what a new clock starts with.",
    discussion: """
      Examples:
        rouse settings reset volume
      """)
  @OptionGroup var setting: SettingArgument
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    try Self.change(setting.key, to: SettingKey.defaultWord, format, connection)
  }

  static func change(_ name: String, to value: String, _ format: Format, _ connection: Connection) throws {
    let key = try SettingKey.named(name)
    let reply = try connection.ask(ChangeSetting(key: key.rawValue, value: value))
    try format.print(reply) {
      ([Self.sentence(reply)] + Self.consequence(reply)).joined(separator: "\n")
    }
    Output.notes(reply.notes)
  }

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
