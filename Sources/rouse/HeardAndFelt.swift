import AlarmClock
import ArgumentParser

/// Options for sound and vibration, shared by alarms and timers. The daemon parses the values.
struct HeardAndFelt: ParsableArguments {
  @Option("A sound (`rouse sound list`), off, or `default`.", "sound", completion: LiveWords.soundsAndNone)
  var sound: String?

  @Option("0 to 100, or `default`.", "percent")
  var volume: String?

  @Option(
    "off, light, medium, strong, or `default`.", "level",
    completion: .list(Vibration.allCases.map(\.rawValue) + [SettingKey.defaultWord]))
  var vibration: String?

  @Option(
    "steady, pulse, heartbeat, escalating, or `default`.", "pattern", name: [.long, .customLong("pattern")],
    completion: .list(VibrationPattern.allCases.map(\.rawValue) + [SettingKey.defaultWord]))
  var vibrationPattern: String?

  var typed: [SettingKey: String?] {
    [.sound: sound, .volume: volume, .vibration: vibration, .vibrationPattern: vibrationPattern]
  }
}
