import AlarmClock
import ArgumentParser
import Control

struct IO: ParsableArguments {
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection
}

protocol Verb: Described {
  var io: IO { get }
}

extension Verb {
  var format: Format { io.format }
  var connection: Connection { io.connection }

  /// Calls `look` repeatedly until Ctrl-C, and draws the value, or prints it if there is no screen.
  func watch<Value>(
    every milliseconds: Int32, readingKeys: Bool = false, _ look: (ControlClient) throws -> Value,
    draw: (Value) -> [String], print: (_ value: Value, _ last: Value?) throws -> Void
  ) throws {
    let client = try connection.open()
    var last: Value?
    let screen = Terminal.isDrawnOn && !format.json ? try AlternateScreen(readingKeys: readingKeys) : nil
    defer { screen?.restore() }
    while true {
      let value = try look(client)
      // Even without a change, because the window may have been resized.
      if let screen { try screen.show(draw(value)) } else { try print(value, last) }
      last = value
      Output.rest(milliseconds: milliseconds)
    }
  }
}

/// A verb that sends one command and prints its reply.
protocol AskingVerb: Verb {
  associatedtype Request: Control.Command
  var command: Request { get throws }
  func text(_ reply: Request.Reply) throws(ControlError) -> String
  /// Notes below the text, which `--json` leaves out.
  func remarks(_ reply: Request.Reply) -> [String]
  /// Notes that are printed with `--json`, too.
  func notes(_ reply: Request.Reply) -> [String]
}

extension AskingVerb {
  func run() throws { try tell(try connection.ask(try command)) }

  func tell(_ reply: Request.Reply) throws(ControlError) {
    try format.print(reply) { () throws(ControlError) in try text(reply) }
    if !format.json { for remark in remarks(reply) { Output.note(remark) } }
    Output.notes(notes(reply))
  }

  func remarks(_ reply: Request.Reply) -> [String] { [] }
  func notes(_ reply: Request.Reply) -> [String] { [] }
}

/// A verb that prints a table, or a note if the table is empty.
protocol ListVerb: Verb {
  associatedtype Request: Control.Command
  var command: Request { get throws }
  func table(_ reply: Request.Reply) throws(ControlError) -> Table
  /// The noun for a row, and the note that replaces an empty table.
  static var rows: (noun: String, none: String) { get }
}

extension ListVerb {
  func run() throws {
    let reply = try connection.ask(try command)
    if format.json { return try Output.line(JSONText.document(reply)) }
    let table = try table(reply)
    if table.rows.isEmpty { return Output.note(Self.rows.none) }
    try Output.line(table.rendered(counting: Self.rows.noun))
  }
}

struct Connection: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The daemon's socket.",
      discussion: """
        Default: ROUSE_SOCKET, else \(SocketPath.system), else the one in your runtime folder or \
        ~/.local/state/rouse. The service there must run as root, you or the user rouse.
        """,
      valueName: "path"),
    completion: .file())
  var socket: String?

  /// Opens a connection. Throws 69 if there is no daemon, and 77 if it refuses access or is not trusted.
  func open() throws(ControlError) -> ControlClient {
    let client = try Self.client(socket)
    client.waiting = Output.wait
    client.changed = Output.done
    client.tell = { Output.notes([$0]) }
    client.twelveHours = { TimePhrase.usesTwelveHours.store(true, ordering: .relaxed) }
    return client
  }

  /// Opens a connection that prints nothing.
  static func client(_ socket: String? = nil) throws(ControlError) -> ControlClient {
    let given = socket ?? SocketPath.fromEnvironment
    return try ControlClient(path: given ?? SocketPath.usual, isGiven: given != nil)
  }

  /// Returns all cards, or `nil` if the daemon does not answer.
  static func knownCards() -> [CardView]? {
    do throws(ControlError) { return try client().send(ListCards()).cards } catch { return nil }
  }

  func ask<Arguments: Control.Command>(_ command: Arguments) throws(ControlError) -> Arguments.Reply {
    try open().send(command)
  }

  /// Returns the settings that no device on this board supports.
  func unsupportedSettings() throws(ControlError) -> Set<SettingKey> {
    Set(try ask(ListSettings()).settings.filter { !$0.isSupported }.map(\.key))
  }
}

extension ControlError {
  static func notUnderstood(
    _ what: String = "the daemon's answer is not understood",
    why: String = "the command and the daemon may be of different versions"
  ) -> ControlError {
    ControlError(.internal, what, why: why, fix: "restart the daemon: `sudo systemctl restart rouse`")
  }
}

struct Format: ParsableArguments {
  @Flag(name: .long, help: "Print JSON, for scripts.")
  var json = false

  func print(_ reply: some Encodable, text: () throws(ControlError) -> String) throws(ControlError) {
    if json {
      try Output.line(JSONText.document(reply))
    } else {
      let text = try text()
      if !text.isEmpty { try Output.line(text) }
    }
  }
}

// MARK: Options and arguments with a name for their value

extension Option where Value == String? {
  init(
    _ help: String, _ valueName: String, name: NameSpecification = .long,
    parsing: SingleValueParsingStrategy = .next, completion: CompletionKind? = nil
  ) {
    self.init(name: name, parsing: parsing, help: ArgumentHelp(help, valueName: valueName), completion: completion)
  }
}

extension Argument where Value == String? {
  init(_ help: String, _ valueName: String, completion: CompletionKind? = nil) {
    self.init(help: ArgumentHelp(help, valueName: valueName), completion: completion)
  }
}

/// A duration on the command line, in whole seconds.
enum Span {
  static func seconds(_ text: String, field: String, in range: ClosedRange<Int>) throws(InvalidValue) -> Int {
    // A negative duration, too, gets the error that names the range.
    let seconds = text.hasPrefix("-") ? -1 : Int(try DurationText.parse(text, field: field).components.seconds)
    guard range.contains(seconds) else {
      let bounds = [range.lowerBound, range.upperBound].map(word)
      throw InvalidValue(
        field: field, value: text, reason: "it must be from \(bounds[0]) to \(bounds[1])",
        remedy: "give a duration in that range")
    }
    return seconds
  }

  /// Returns the form used by the help: `60s`, `10m`, `24h`.
  static func word(_ seconds: Int) -> String {
    if seconds > 60, seconds % 60 == 0 { return seconds % 3600 == 0 ? "\(seconds / 3600)h" : "\(seconds / 60)m" }
    return "\(seconds)s"
  }
}
