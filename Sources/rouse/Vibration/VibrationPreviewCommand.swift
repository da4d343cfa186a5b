import AlarmClock
import ArgumentParser
import Control

struct VibrationPreviewCommand: Verb {
  static let about = CommandConfiguration("vibration preview", "Shake at once, to feel what it is like.")

  @Argument(
    help: ArgumentHelp("light, medium, strong, or off.", valueName: "level"),
    completion: .list(Vibration.allCases.map(\.rawValue)))
  var level: String
  @Option(
    "steady, pulse, heartbeat or escalating; otherwise as `rouse settings get vibration-pattern`.", "pattern",
    name: [.long, .customLong("vibration-pattern")], completion: .list(VibrationPattern.allCases.map(\.rawValue)))
  var pattern: String?
  @Option(
    name: .customLong("for"), parsing: .unconditional, help: ArgumentHelp("How long, 1s to 60s.", valueName: "span"))
  var span = "4s"
  @OptionGroup var io: IO

  func run() throws {
    let seconds = try Span.seconds(span, field: "--for", in: 1...60)
    try PreviewFollowing(format: format)
      .follow(PreviewVibration(vibration: level, pattern: pattern, seconds: seconds), on: try connection.open())
  }
}
