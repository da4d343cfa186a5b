import AlarmClock
import ArgumentParser
import Control

struct VibrationCommand: Described {
  static let about = CommandConfiguration(
    "vibration", subcommands: [VibrationListCommand.self, VibrationPreviewCommand.self, VibrationStopCommand.self],
    defaultSubcommand: VibrationListCommand.self)
}

struct VibrationStopCommand: StoppingVerb {
  static let about = CommandConfiguration("vibration stop")
  @OptionGroup var io: IO
}

struct VibrationListCommand: Verb {
  static let about = CommandConfiguration("vibration list")
  @OptionGroup var io: IO

  func run() throws {
    let settings = try connection.ask(ListSettings()).settings
    func value(_ key: SettingKey) -> String? { settings.first { $0.key == key }?.value }
    let isSupported = settings.first { $0.key == .vibration }?.isSupported ?? true
    let document = Document(level: value(.vibration), pattern: value(.vibrationPattern), isSupported: isSupported)
    try format.print(document) { Self.text(document) }
  }

  struct Document: Encodable {
    var levels = Vibration.allCases.map(\.rawValue)
    var patterns = VibrationPattern.allCases.map(\.rawValue)
    @OrNull var level: String?
    @OrNull var pattern: String?
    let isSupported: Bool
  }

  static func text(_ document: Document) -> String {
    let levels = document.levels.map { [$0, $0 == "off" ? "none" : "a strength", $0 == document.level ? "yes" : ""] }
    let patterns = document.patterns.map { [$0, "a pattern: \(words($0))", $0 == document.pattern ? "yes" : ""] }
    let header = ["VIBRATION", "WHAT IT IS", "DEFAULT"]
    return Table(header: header, expendable: ["DEFAULT"], rows: levels + patterns).rendered()
      + (document.isSupported ? "" : "\n\nNot supported on this board: no vibration is fitted.")
  }

  private static func words(_ name: String) -> String {
    switch VibrationPattern(rawValue: name) {
    case .steady: "without a pause"
    case .pulse: "0.5 s on, 0.2 s off"
    case .heartbeat: "two short beats a second"
    case .escalating: "pulses that begin lightly and gain a level every 15 s"
    case nil: "unknown"
    }
  }
}

struct VibrationPreviewCommand: Verb {
  static let about = CommandConfiguration("vibration preview")

  @Argument(
    help: ArgumentHelp("light, medium, strong, or off.", valueName: "level"),
    completion: .list(Vibration.allCases.map(\.rawValue)))
  var level: String
  @Option(
    "steady, pulse, heartbeat or escalating; default: `rouse settings get vibration-pattern`.", "pattern",
    name: [.long, .customLong("vibration-pattern")], completion: .list(VibrationPattern.allCases.map(\.rawValue)))
  var pattern: String?
  @Option(
    name: .customLong("for"), parsing: .unconditional, help: ArgumentHelp("How long, 1s to 60s.", valueName: "span"))
  var span = "4s"
  @OptionGroup var io: IO

  func run() throws {
    let seconds = try Span.seconds(span, field: "--for", in: 1...60)
    let command = PreviewVibration(vibration: level, pattern: pattern, seconds: seconds)
    try format.follow(command, on: try connection.open())
  }
}
