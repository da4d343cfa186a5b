import AlarmClock
import ArgumentParser
import Control

/// What can be said of a timer's end. The daemon reads the values, so that their rules stand in one place.
struct ChimeOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A sound (`rouse sound list`), off, or `default`.", valueName: "sound"))
  var sound: String?

  @Option(help: ArgumentHelp("0 to 100, or `default`.", valueName: "percent"))
  var volume: String?

  @Option(
    help: ArgumentHelp("off, light, medium, strong, or `default`.", valueName: "level"),
    completion: .list(Vibration.allCases.map(\.rawValue) + [SettingKey.defaultWord]))
  var vibration: String?

  @Option(
    help: ArgumentHelp("steady, pulse, heartbeat, escalating, or `default`.", valueName: "pattern"),
    completion: .list(VibrationPattern.allCases.map(\.rawValue) + [SettingKey.defaultWord]))
  var vibrationPattern: String?

  @Option(
    help: ArgumentHelp(
      "off: its end is neither heard nor felt, whatever else is set; on, or `default`.", valueName: "on|off"))
  var chime: String?

  /// All that was typed.
  func input(length: String? = nil, label: String? = nil) -> TimerInput {
    let typed: [SettingKey: String?] = [
      .sound: sound, .volume: volume, .vibration: vibration, .vibrationPattern: vibrationPattern, .chime: chime,
    ]
    return TimerInput(length: length, label: label, values: typed.compactMapValues(\.self))
  }
}
