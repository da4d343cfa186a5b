import ArgumentParser
import Control
import Glibc
import MQTTReports

struct MQTTSetupCommand: Described {
  static let about = CommandConfiguration("mqtt setup")

  @Option("The broker, such as mqtts://broker.lan:8883; asks no questions.", "address")
  var broker: String?
  @Option("The CA that signed its certificate, as PEM; default: the system's CAs.", "file")
  var caFile: String?
  @Option("The clock's account on the broker.", "name")
  var user: String?
  @Option(
    "A file with its password, for the test. The printed file does not name it: the clock's own copy is "
      + "\(MQTTCommand.passwordFile).", "file", completion: .file())
  var passwordFile: String?
  @Option("The clock's name in topics; default: the account's name.", "name")
  var id: String?
  @Option("The prefix of Home Assistant's topics, or off; default: homeassistant.", "topic")
  var discovery: String?
  @Option("What the house may do, such as skip,volume; or all, or none.", "commands")
  var allow: String?
  @Flag(help: "Print the file without testing the connection.")
  var untried = false

  func run() throws {
    let file: MQTTFile
    if let broker {
      file = try self.file(broker)
    } else {
      guard [caFile, user, passwordFile, id, discovery, allow].allSatisfy({ $0 == nil }) else {
        throw ControlError(
          .usage, "the broker is missing", why: "the options work only with `--broker`",
          fix: "give `--broker mqtts://broker.lan`, or leave out all options")
      }
      guard Confirmation.isAnybodyThere else {
        throw ControlError(
          .usage, "this is not a terminal", why: "`rouse mqtt setup` asks its questions at a terminal",
          fix: "give the answers as options: `rouse mqtt setup --broker mqtts://broker.lan --user bedroom`")
      }
      var asker = MQTTAsker()
      file = try asker.ask()
    }
    try check(file)
    try tell(file)
  }

  func file(_ broker: String) throws(ControlError) -> MQTTFile {
    MQTTFile(
      broker: MQTTFile.address(broker, usesTLS: true), caFile: caFile, user: user, id: id, discovery: discovery,
      commands: try MQTTFile.commands(allow ?? "none"),
      password: try passwordFile.map { path throws(ControlError) in try Self.password(path) })
  }

  private static func password(_ path: String) throws(ControlError) -> String {
    let file = try InputFile(path, remedy: "give the file with the password: `--password-file FILE`")
    guard let bytes = try file.whole(atMost: 4096) else {
      throw ControlError(
        .usage, "\(path) is not a password", why: "it has more than 4096 bytes", fix: "give a file with one short line")
    }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
  }

  private func check(_ file: MQTTFile) throws(ControlError) {
    if !untried { Output.note("Testing…") }
    var failed: LineCheckView?
    let input = Array("\(file.password ?? "")\n\(file.text)\n".utf8)
    try LineChecks.run(["--stdin"] + (untried ? ["--file-only"] : []), input: input) { check in
      Output.note(LineChecks.text(check, Style()))
      if check.outcome == .failed { failed = failed ?? check }
    }
    guard let failed else { return }
    var error = LineChecks.failure(failed)
    error.fix += "; then `rouse mqtt setup` again, or with `--untried`"
    throw error
  }

  private func tell(_ file: MQTTFile) throws(ControlError) {
    guard Terminal.isOutput else { return try Output.line(file.text) }
    Output.note("\n\(untried ? "It was not tested." : "It works.") To save and start it, run each line as root:\n")
    try Output.line(Self.commands(saving: file.text, hasUser: file.user != nil))
    if file.user != nil {
      Output.note("\nThe second command waits for the password: type it, then Enter, then Ctrl-D.")
    }
    Output.note("Afterwards: `rouse mqtt status`.")
  }

  static func commands(saving text: String, hasUser: Bool) -> String {
    let password = hasUser ? ["sudo install -m 600 /dev/stdin \(MQTTCommand.passwordFile)"] : []
    return
      (["sudo install -m 644 /dev/stdin \(MQTTCommand.file) <<'END'", text, "END"] + password
      + ["sudo systemctl enable rouse-mqtt", "sudo systemctl restart rouse-mqtt"]).joined(separator: "\n")
  }
}

struct MQTTAsker {
  private var count = 0

  mutating func ask() throws(ControlError) -> MQTTFile {
    Farewell.set("\nrouse: stopped. Nothing was saved.\n")
    defer { Farewell.unset() }
    var file = MQTTFile()
    Output.note("Enter accepts the value in brackets. Nothing is saved: at the end this prints what to save.")
    let place = try text("Where is your MQTT broker? Its name or address", "homeassistant.local")
    if place.contains("://") {
      file.broker = place
    } else {
      Output.note("Without TLS anybody in your network can read the password, and what the clock says.")
      file.broker = MQTTFile.address(place, usesTLS: try isYes("Does it use TLS?"))
    }
    if file.broker.hasPrefix("mqtts://") {
      let authority = try text("Which CA signed its certificate? A file, or the system's CAs", "system")
      file.caFile = authority == "system" ? nil : authority
    }
    Output.note("Each clock needs its own account on the broker; its name also appears in the clock's topics.")
    let user = try text("The account's name, or `none`", "rouse")
    file.user = user == "none" ? nil : user
    if file.user != nil { file.password = try secret("Its password (not shown)") }
    if try !isYes("Should Home Assistant find the clock by itself?") { file.discovery = "off" }
    file.commands = try commands()
    return file
  }

  private mutating func commands() throws(ControlError) -> [HomeCommandName] {
    Output.note("The house may do nothing until you allow it. It can never end, snooze or soften a ring:")
    let width = HomeCommandName.allCases.map(\.rawValue.count).max() ?? 0
    for name in HomeCommandName.allCases {
      Output.note("  \(name.rawValue.padded(to: width))  \(name.meaning)")
    }
    while true {
      let typed = try text("What may it do? Some of these, separated by commas, `all` or `none`", "none")
      do throws(ControlError) { return try MQTTFile.commands(typed) } catch {
        Output.note("\(error.what): \(error.fix).")
      }
    }
  }

  private mutating func isYes(_ question: String) throws(ControlError) -> Bool {
    try text(question, "yes", .yesOrNo) == "yes"
  }

  private mutating func text(
    _ question: String, _ fallback: String, _ form: SetupQuestion.Form = .text
  ) throws(ControlError) -> String {
    let question = SetupQuestion(key: "", text: question, form: form, fallback: fallback)
    count += 1
    while true {
      Output.prompt(question.prompt(number: count, fallback: nil))
      switch question.read(try line()) {
      case .value(let value): return value
      case .later: return question.fallback
      case .unclear(let complaint): Output.note(complaint)
      }
    }
  }

  private mutating func secret(_ question: String) throws(ControlError) -> String {
    count += 1
    Output.prompt("\(count). \(question): ")
    var terminal = termios()
    let isShown = tcgetattr(STDIN_FILENO, &terminal) == 0
    var before = terminal
    terminal.c_lflag &= ~UInt32(ECHO)
    if isShown { tcsetattr(STDIN_FILENO, TCSAFLUSH, &terminal) }
    defer {
      if isShown {
        tcsetattr(STDIN_FILENO, TCSANOW, &before)
        Output.note("")
      }
    }
    return try line()
  }

  private func line() throws(ControlError) -> String {
    guard let typed = readLine() else {
      Output.note("")
      throw ControlError(
        .nothingFound, "the questions were not answered", why: "there was no answer; nothing was saved",
        fix: "run `rouse mqtt setup` again")
    }
    return typed
  }
}

/// Contents of `/etc/rouse/mqtt.json5`, which only `rouse-mqtt` validates.
struct MQTTFile: Equatable {
  var broker = ""
  var caFile: String?
  var user: String?
  var passwordFile: String?
  var id: String?
  var discovery: String?
  var commands: [HomeCommandName] = []
  /// Not part of the text. `nil` if the account has none, or a file contains it.
  var password: String?

  /// JSON5 with comments.
  var text: String {
    var lines = ["// The broker, for rouse-mqtt. `rouse help home` explains each key.", "{"]
    func add(_ key: String, _ value: String?) {
      guard let value else { return }
      lines.append("  \(key): \(Self.quoted(value)),")
    }
    add("broker", broker)
    add("caFile", caFile)
    add("user", user)
    add("passwordFile", passwordFile)
    if user != nil, passwordFile == nil {
      lines.append("  // Its password is in \(MQTTCommand.passwordFile), which systemd passes only to rouse-mqtt.")
    }
    add("id", id)
    add("discovery", discovery)
    lines.append("  // What the house may do. No command can end or soften a ring.")
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
        .usage, "there is no command `\(Terminal.printable(word))`", why: "only known commands can be allowed",
        fix: "choose from: \(known.joined(separator: ", ")); or `all`, or `none`")
    }
    return HomeCommandName.allCases.filter { words.contains($0.rawValue) }
  }
}

extension HomeCommandName {
  var meaning: String {
    switch self {
    case .enable: "turn an alarm on"
    case .disable: "turn an alarm off"
    case .set: "change the time or days of an alarm"
    case .skip: "skip the next ring, or undo that"
    case .volume: "set the volume of alarms"
    case .sound: "set the sound of alarms"
    case .brightness: "set the display's brightness"
    case .message: "show a text on the display"
    case .timer: "start a timer"
    case .noise: "play or stop a noise to fall asleep to"
    case .say: "say words, or the time"
    case .test: "test each device"
    }
  }
}
