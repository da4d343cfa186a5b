import CLinux
import CMosquitto
import Control
import FoundationEssentials
import Glibc
import Home
import Machine
import PlainText

/// The only program that uses the network, and so the least trusted. It publishes the clock's state to a broker, and
/// passes commands from the house to the daemon. A ring does not need it.
@main
enum RouseMQTT {
  static func main() {
    rouse_keep_standard_descriptors()
    rouse_ignore_signals()
    rouse_tune_heap()
    mosquitto_lib_init()
    do {
      let words = CommandLine.arguments.dropFirst()
      // For `rouse mqtt` and `rouse fleet`.
      switch words.first {
      case "check": exit(try CheckRun(words.dropFirst()).run() ? 0 : ExitCode.nothingFound.rawValue)
      case "fleet": exit(try FleetRun(words.dropFirst()).run().rawValue)
      default: try run(words)
      }
      exit(0)
    } catch {
      Voice.write("rouse-mqtt: \(error)")
      exit((error as? ControlError)?.code.rawValue ?? EX_SOFTWARE)
    }
  }

  private static func run(_ words: ArraySlice<String>) throws {
    let texts = ["--help": Options.help, "-h": Options.help, "help": Options.help, "--version": Release.version]
    let options = try Options.read(words, paths: ["--config", "--socket", "--state"], last: Set(texts.keys))
    if let text = texts.first(where: { options[$0.key] != nil })?.value {
      return Voice.write(text, to: STDOUT_FILENO)
    }
    guard let state = options["--state"] ?? environment("STATE_DIRECTORY") else {
      throw Options.usage("there is no state folder")
    }
    let configuration = try configuration(at: options["--config"] ?? HomeConfiguration.usualPath)
    let kept: KeptMemory
    do { kept = try KeptMemory(folder: state) } catch {
      throw ControlError(
        .cannotCreate, error.why, why: "it records what the broker has acknowledged", fix: error.fix ?? "",
        stillWorks: ringsOn)
    }
    let stop = rouse_event_create()
    guard stop >= 0 else { throw SystemError("creating an eventfd", errno) }
    rouse_take_stop_signals()
    rouse_note_stop_signals(stop)
    let socket = options["--socket"] ?? "/run/rouse/home.sock"
    let credentials = environment("CREDENTIALS_DIRECTORY")
    Bridge(configuration, socketPath: socket, credentials: credentials, kept: kept).run(until: stop)
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  private static let ringsOn = "the clock rings as before; only the broker gets no news"

  private static func configuration(at path: String) throws(ControlError) -> HomeConfiguration {
    let text: [UInt8]
    do { text = try Descriptor.contents(of: path) } catch {
      throw ControlError(
        error.code == ENOENT ? .noSuchFile : .badConfiguration, "the file \(path) cannot be read",
        why: "\(String(cString: strerror(error.code))); it names the broker",
        fix: "write it: `{ broker: \"mqtts://broker.lan\", user: \"bedroom\" }`, or give another with `--config`",
        stillWorks: ringsOn)
    }
    do { return try HomeConfiguration.parse(text) } catch {
      throw ControlError(
        .badConfiguration, "the file \(path) is wrong", why: error.description,
        fix: "correct it, then `sudo systemctl restart rouse-mqtt`", stillWorks: ringsOn)
    }
  }
}

enum Options {
  /// Returns each option with its path, or with nothing if it is a flag. A word of `last` ends the reading.
  static func read(
    _ words: ArraySlice<String>, paths: Set<String>, flags: Set<String> = [], last: Set<String> = []
  ) throws(ControlError) -> [String: String] {
    var words = words
    var options: [String: String] = [:]
    while let word = words.popFirst() {
      if last.contains(word) { return options.merging([word: ""]) { $1 } }
      if flags.contains(word) {
        options[word] = ""
      } else if paths.contains(word) {
        guard let path = words.popFirst(), !path.isEmpty else { throw usage("\(word) needs a path") }
        options[word] = path
      } else {
        throw usage("`\(word)` is not understood")
      }
    }
    return options
  }

  static func usage(_ problem: String) -> ControlError {
    ControlError(
      .usage, problem, why: "nothing was started",
      fix: "use `rouse-mqtt --config FILE --socket PATH --state FOLDER`; see `rouse-mqtt --help`")
  }

  static let help = """
    usage: rouse-mqtt [--config FILE] [--socket PATH] [--state FOLDER]
           rouse-mqtt check [--config FILE | --stdin] [--file-only]
           rouse-mqtt fleet [--config FILE] [--recent] [--watch | --follow]

    Connects the alarm clock to an MQTT broker, for Home Assistant and other readers.

      --config  the broker and its settings, as JSON5 (default: \(HomeConfiguration.usualPath))
      --socket  the daemon's socket for this program (default: /run/rouse/home.sock)
      --state   its own folder, to record what the broker has acknowledged (default: $STATE_DIRECTORY)

    The file: { broker: "mqtts://broker.lan", user: "bedroom", passwordFile: "/etc/rouse/mqtt.password",
    base: "rouse", discovery: "homeassistant", commands: ["skip"] }. Also id, caFile, certificateFile, keyFile.
    `check` and `fleet` are for `rouse mqtt` and `rouse fleet`, and print JSON lines. With --stdin the password comes
    first, on its own line, then the file.

    A name without a slash is a systemd credential; the default passwordFile is the credential `mqtt-password`.

    Exit codes: 0; 64 usage; 66 no such file; 70 internal; 73 no state folder; 78 the file is wrong.
    """
}

/// Log lines for the journal, on stderr: never the same twice in a row, and a limited number per minute.
struct Voice {
  private var last = ""
  private var minute: Int64 = 0
  private var count = 0

  mutating func say(_ text: String) {
    guard text != last else { return }
    let current = SystemTime().sinceBoot.components.seconds / 60
    if current != minute { (minute, count) = (current, 0) }
    count += 1
    guard count <= 30 else { return }
    last = text
    Self.write("rouse-mqtt: \(text.printable())")
  }

  /// Ignores a failure: there is nobody left to tell.
  static func write(_ text: String, to descriptor: Int32 = STDERR_FILENO) {
    let bytes = Array((text + "\n").utf8)
    _ = Glibc.write(descriptor, bytes, bytes.count)
  }

  /// Prints a value as a line of JSON. Ignores a failure, too.
  static func print(_ value: some Encodable) {
    do {
      _ = Descriptor.write(try [UInt8](JSONEncoder().encode(value)) + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
    } catch { write("rouse-mqtt: \(error)") }
  }
}
