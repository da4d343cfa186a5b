import ArgumentParser
import Control
import MQTTReports

struct MQTTSetupCommand: Described {
  static let about = CommandConfiguration("mqtt setup")

  @Option("Where the broker is, as mqtts://broker.lan:8883; then nobody is asked.", "address")
  var broker: String?
  @Option("Who has signed its certificate, as PEM; else whom the system trusts.", "file")
  var caFile: String?
  @Option("The clock's account on the broker.", "name")
  var user: String?
  @Option(
    "A file with its password, to try it with. The file that is printed does not name it: the clock's own copy is "
      + "\(MQTTCommand.passwordFile).", "file", completion: .file())
  var passwordFile: String?
  @Option("The clock's name in topics; else the account's.", "name")
  var id: String?
  @Option("What Home Assistant's topics begin with, or off; else homeassistant.", "topic")
  var discovery: String?
  @Option("What the house may, with commas: skip,volume; or all, or none.", "commands")
  var allow: String?
  @Flag(help: "Print the file without trying the connection.")
  var untried = false

  func run() throws {
    var answers = MQTTAsker.Answers()
    if let broker {
      answers.file = try file(broker)
      answers.password = try passwordFile.map { path throws(ControlError) in try Self.password(path) }
    } else {
      guard [caFile, user, passwordFile, id, discovery, allow].allSatisfy({ $0 == nil }) else {
        throw ControlError(
          .usage, "the broker is not given", why: "options are for `--broker`, with which nobody is asked",
          fix: "give it: `--broker mqtts://broker.lan`; or no option at all")
      }
      guard Confirmation.isAnybodyThere else {
        throw ControlError(
          .usage, "there is nobody to ask", why: "`rouse mqtt setup` asks at a terminal, and this is none",
          fix: "give the answers as options: `rouse mqtt setup --broker mqtts://broker.lan --user bedroom`")
      }
      var asker = MQTTAsker()
      answers = try asker.ask()
    }
    try check(answers)
    try tell(answers)
  }

  func file(_ broker: String) throws(ControlError) -> MQTTFile {
    MQTTFile(
      broker: MQTTFile.address(broker, usesTLS: true), caFile: caFile, user: user, id: id, discovery: discovery,
      commands: try MQTTFile.commands(allow ?? "none"))
  }

  private static func password(_ path: String) throws(ControlError) -> String {
    let file = try InputFile(path, remedy: "give the file with the password: `--password-file FILE`")
    guard let bytes = try file.whole(atMost: 4096) else {
      throw ControlError(
        .usage, "\(path) is no password", why: "it has more than 4096 bytes", fix: "give a file with one short line")
    }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
  }

  private func check(_ answers: MQTTAsker.Answers) throws(ControlError) {
    if !untried { Output.note("Trying it…") }
    var failed: LineCheckView?
    let input = Array("\(answers.password ?? "")\n\(answers.file.text)\n".utf8)
    try LineChecks.run(["--stdin"] + (untried ? ["--file-only"] : []), input: input) { check in
      Output.note(LineChecks.text(check, Style()))
      if check.outcome == .failed { failed = failed ?? check }
    }
    guard let failed else { return }
    var error = LineChecks.failure(failed)
    error.fix += "; then `rouse mqtt setup` again, or with `--untried`"
    throw error
  }

  private func tell(_ answers: MQTTAsker.Answers) throws(ControlError) {
    let text = answers.file.text
    guard Terminal.isOutput else { return try Output.line(text) }
    Output.note("\n\(untried ? "It was not tried." : "It works.") Save it, and start; each line as root:\n")
    try Output.line(Self.commands(saving: text, hasUser: answers.file.user != nil))
    if answers.file.user != nil {
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
