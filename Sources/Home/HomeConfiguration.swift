import Control
import JSON5Files
import PlainText

/// Contents of `/etc/rouse/mqtt.json5`.
package struct HomeConfiguration: Decodable, Hashable, Sendable {
  package var broker: BrokerAddress
  package var user: String?
  /// A path, or the name of a credential of the unit (systemd.exec(5), `LoadCredential=`).
  package var passwordFile: String?
  /// Name of the clock in topics; by default that of the account, by which the rules of brokers separate clocks.
  package var id: String
  /// Prefix of the topics of all clocks.
  package var base: String
  /// Topic prefix of Home Assistant's discovery; `nil` to announce nothing.
  package var discovery: String?
  /// Commands that others may send. The daemon enforces this.
  package var commands: [HomeCommandName]
  /// Certificate of the authority that has signed the broker's; `nil` for those that the system trusts.
  package var caFile: String?
  package var certificateFile: String?
  package var keyFile: String?

  package static let usualPath = "/etc/rouse/mqtt.json5"
  /// Credential with the password, if the file names none.
  package static let passwordCredential = "mqtt-password"

  private static let keys = [
    "broker", "user", "passwordFile", "id", "base", "discovery", "commands", "caFile", "certificateFile", "keyFile",
  ]

  package static func parse(_ text: [UInt8]) throws(FileProblem) -> HomeConfiguration {
    try JSON5File.read(HomeConfiguration.self, from: text)
  }

  package init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder, known: Self.keys)
    let address = try fields.text("broker")
    do { broker = try BrokerAddress(address) } catch { throw fields.problem("broker", error.why) }
    user = try fields.optionalText("user")
    passwordFile = try fields.optionalText("passwordFile")
    if passwordFile != nil, user == nil { throw fields.problem("passwordFile", "it needs a `user` as well") }

    let given = try fields.optionalText("id")
    let id = given ?? user ?? "rouse"
    guard Self.isID(id) else {
      throw given == nil
        ? fields.problem("user", "topics cannot carry this name: add an `id` of 1 to 64 letters, digits, `-` and `_`")
        : fields.problem("id", "it must be 1 to 64 letters, digits, `-` and `_`")
    }
    self.id = id
    base = try fields.optionalText("base") ?? "rouse"
    guard Self.isTopic(base) else { throw fields.problem("base", Self.topicRule) }
    discovery = try fields.optionalText("discovery") ?? "homeassistant"
    if discovery == "off" { discovery = nil }
    if let discovery, !Self.isTopic(discovery) { throw fields.problem("discovery", Self.topicRule + ", or `off`") }

    let names: [String] = try fields.optional("commands") ?? []
    commands = try names.map { name in
      guard let command = HomeCommandName(rawValue: name) else {
        let known = HomeCommandName.allCases.map(\.rawValue)
        throw fields.problem(
          "commands",
          "there is no command `\(name.printable())`; \(Fields.suggestion(for: name, among: known))there are: "
            + "\(known.joined(separator: ", ")). None can end, snooze or soften a ring")
      }
      return command
    }

    caFile = try fields.optionalText("caFile")
    certificateFile = try fields.optionalText("certificateFile")
    keyFile = try fields.optionalText("keyFile")
    guard (certificateFile == nil) == (keyFile == nil) else {
      throw fields.problem(
        certificateFile == nil ? "keyFile" : "certificateFile", "`certificateFile` and `keyFile` belong together")
    }
    if !broker.usesTLS, let key = ["caFile", "certificateFile"].first(where: { fields.has($0) }) {
      throw fields.problem(key, "it needs TLS: the broker must begin with `mqtts://`")
    }
  }

  private static let topicRule =
    "it must be a topic of 1 to 100 letters, digits, `-`, `_`, `.` and, between them, `/`"

  package static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { isNameByte($0) }
  }

  private static func isTopic(_ text: String) -> Bool {
    text.utf8.count <= 100
      && text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { level in
        !level.isEmpty && level.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ".") }
      }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    return character.isASCII && (character.isLetter || character.isNumber) || "-_".contains(character)
  }
}
