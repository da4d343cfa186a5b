import AlarmClock
import ArgumentParser

/// What alarms and timers alike can set of how they are noticed. The daemon reads the values.
struct HeardAndFelt: ParsableArguments {
  @Option(
    help: ArgumentHelp("A sound (`rouse sound list`), off, or `default`.", valueName: "sound"),
    completion: LiveWords.soundsAndNone)
  var sound: String?

  @Option(help: ArgumentHelp("0 to 100, or `default`.", valueName: "percent"))
  var volume: String?

  @Option(
    help: ArgumentHelp("off, light, medium, strong, or `default`.", valueName: "level"),
    completion: .list(Vibration.allCases.map(\.rawValue) + [SettingKey.defaultWord]))
  var vibration: String?

  @Option(
    name: [.long, .customLong("pattern")],
    help: ArgumentHelp("steady, pulse, heartbeat, escalating, or `default`.", valueName: "pattern"),
    completion: .list(VibrationPattern.allCases.map(\.rawValue) + [SettingKey.defaultWord]))
  var vibrationPattern: String?

  /// All that was typed.
  var typed: [SettingKey: String?] {
    [.sound: sound, .volume: volume, .vibration: vibration, .vibrationPattern: vibrationPattern]
  }
}
