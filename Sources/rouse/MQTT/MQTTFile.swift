import Control

/// Contents of `/etc/rouse/mqtt.json5`, which only `rouse-mqtt` validates.
struct MQTTFile: Equatable {
  var broker = ""
  var caFile: String?
  var user: String?
  var passwordFile: String?
  var id: String?
  var discovery: String?
  var commands: [HomeCommandName] = []

  /// JSON5 with comments.
  var text: String {
    var lines = ["// Where the house is, for rouse-mqtt. `rouse help home` explains each key.", "{"]
    func add(_ key: String, _ value: String?) {
      guard let value else { return }
      lines.append("  \(key): \(Self.quoted(value)),")
    }
    add("broker", broker)
    add("caFile", caFile)
    add("user", user)
    add("passwordFile", passwordFile)
    if user != nil, passwordFile == nil {
      lines.append("  // Its password is in \(MQTTCommand.passwordFile), which systemd hands to rouse-mqtt alone.")
    }
    add("id", id)
    add("discovery", discovery)
    lines.append("  // What the house may have the clock do. Nothing that can stand here ends or softens a ring.")
    lines.append("  commands: [\(commands.map { Self.quoted($0.rawValue) }.joined(separator: ", "))],")
    return (lines + ["}"]).joined(separator: "\n")
  }

  private static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Adds a scheme to a host; example: `mqtts://broker.lan`.
  static func address(_ typed: String, usesTLS: Bool) -> String {
    typed.contains("://") ? typed : (usesTLS ? "mqtts://" : "mqtt://") + typed
  }

  /// Parses `none`, `all`, or names separated by commas or spaces.
  static func commands(_ typed: String) throws(ControlError) -> [HomeCommandName] {
    let words = typed.lowercased().split { ", ".contains($0) }.map(String.init)
    if words.isEmpty || words == ["none"] { return [] }
    if words == ["all"] { return HomeCommandName.allCases }
    let known = HomeCommandName.allCases.map(\.rawValue)
    if let word = words.first(where: { !known.contains($0) }) {
      throw ControlError(
        .usage, "there is no command `\(Terminal.printable(word))`", why: "nothing of that name can be allowed",
        fix: "give some of: \(known.joined(separator: ", ")); or `all`, or `none`")
    }
    return HomeCommandName.allCases.filter { words.contains($0.rawValue) }
  }
}

extension HomeCommandName {
  var meaning: String {
    switch self {
    case .enable: "turn an alarm on"
    case .disable: "turn an alarm off"
    case .set: "another time or other days for an alarm"
    case .skip: "let the next ring pass, or take that back"
    case .volume: "how loud alarms are"
    case .sound: "what alarms play"
    case .brightness: "how bright the display is"
    case .message: "a text on the display"
    case .timer: "start a timer"
    case .noise: "play a noise to fall asleep by, and end it"
    case .say: "say words, or the time"
    case .test: "have each device act once"
    }
  }
}
