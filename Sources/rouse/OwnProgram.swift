import Control
import FoundationEssentials
import Glibc

/// A program of Rouse that is not for people, which this one runs or becomes.
struct OwnProgram {
  enum Name: String {
    /// Reads pictures: a decoder's crash or exploit stays in a process of its own.
    case scan = "rouse-scan"
    /// The service.
    case daemon = "rouse-daemon"
    /// Talks to a broker: no other program has a network.
    case mqtt = "rouse-mqtt"

    fileprivate var role: String {
      switch self {
      case .scan: "the reader of pictures"
      case .daemon: "the service"
      case .mqtt: "what talks to a broker"
      }
    }

    var stillWorks: String {
      switch self {
      case .scan: "everything that needs no picture"
      case .daemon: "`rouse decode`; and a service that runs already, with all that is asked of it"
      case .mqtt: "the clock itself: no ring needs a network"
      }
    }
  }

  let name: Name
  let path: String

  static func find(_ name: Name) throws(ControlError) -> OwnProgram {
    let places = ProgramPlaces.of(name.rawValue)
    guard let path = places.first(where: { access($0, X_OK) == 0 }) else {
      throw ControlError(
        .internal, "\(name.role), `\(name.rawValue)`, is missing",
        why: "it is at neither of \(places.joined(separator: ", "))",
        fix: "install Rouse again, or build it with `swift build`", stillWorks: name.stillWorks)
    }
    return OwnProgram(name: name, path: path)
  }

  /// Runs it instead of this program (execv(3)). Only a failure returns.
  func replaceThisProcess(arguments: [String]) -> ControlError {
    // An ignored signal stays ignored after execv(3).
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
    StartedProgram.withVector([path] + arguments) { _ = execv(path, $0) }
    return failure("started", errno)
  }

  /// What it writes to stdout, and its wait status (waitpid(2)). Its messages go to this program's stderr.
  ///
  /// - Parameter isOneLine: its answer is one line, after which it is left to itself: whatever a device that hangs in the
  ///   kernel keeps open, there is nothing more to wait for. Its status is then 0.
  func run(arguments: [String], isOneLine: Bool = false) throws(ControlError) -> (output: [UInt8], status: Int32) {
    do throws(StartedProgram.Failure) {
      let result = try StartedProgram.run(path, arguments: arguments, isOneLine: isOneLine)
      return (result.output, result.status)
    } catch {
      throw failure(error.verb, error.code)
    }
  }

  /// Hands each line of its stdout on as it comes; returns its wait status. Its messages go to this program's stderr.
  ///
  /// - Parameter isFollowed: it goes on by itself; nobody who reads this program's output ends it.
  func follow(
    arguments: [String], input: [UInt8]? = nil, isFollowed: Bool = false,
    each: (ArraySlice<UInt8>) throws(ControlError) -> Void
  ) throws(ControlError) -> Int32 {
    let started: StartedProgram.Started
    do throws(StartedProgram.Failure) {
      started = try StartedProgram.begin(path, arguments: arguments, input: input)
    } catch {
      throw failure(error.verb, error.code)
    }
    defer { close(started.output) }
    var buffer = LineBuffer()
    do throws(ControlError) {
      while true {
        while let line = buffer.next() { try each(line) }
        if isFollowed { _ = Output.wait(toRead: started.output, milliseconds: -1) }
        let count = buffer.read(from: started.output)
        guard count > 0 || count < 0 && errno == EINTR, !buffer.isEndless else { break }
      }
    } catch {
      kill(started.id, SIGTERM)
      do { _ = try StartedProgram.end(of: started.id) } catch {
        // It is told why this one ends, not that one.
      }
      throw error
    }
    do { return try StartedProgram.end(of: started.id) } catch { throw failure(error.verb, error.code) }
  }

  private func failure(_ verb: String, _ code: Int32) -> ControlError {
    ControlError(
      .internal, "`\(name.rawValue)` cannot be \(verb)", why: String(cString: strerror(code)),
      fix: "install Rouse again", stillWorks: name.stillWorks)
  }

  /// Runs it, and hands each line of its stdout on, which is a value in JSON.
  ///
  /// - Parameters:
  ///   - isFollowed: it goes on by itself; nobody who reads this program's output ends it.
  ///   - statuses: its wait statuses (waitpid(2)) with which all was said.
  ///   - problem: what has failed where something else comes of it.
  /// - Returns: Which of them it was.
  @discardableResult
  func tell<Line: Decodable>(
    _ arguments: [String], input: [UInt8]? = nil, isFollowed: Bool = false, statuses: Set<Int32> = [0],
    problem: String, each: (Line) throws(ControlError) -> Void
  ) throws(ControlError) -> Int32 {
    var isUnderstood = true
    let status = try follow(arguments: arguments, input: input, isFollowed: isFollowed) {
      (bytes) throws(ControlError) in
      guard let line = Self.line(Line.self, bytes) else {
        isUnderstood = false
        return
      }
      try each(line)
    }
    if statuses.contains(status), isUnderstood { return status }
    guard status & 0x7F == 0 else { throw wasEnded(problem, by: status & 0x7F) }
    throw isOfAnotherVersion(problem)
  }

  /// As by a library that gives up on a packet that no broker makes.
  private func wasEnded(_ problem: String, by number: Int32) -> ControlError {
    ControlError(
      .internal, problem,
      why: "\(name.rawValue) was ended by the signal \(number): what answers at that port may be no MQTT broker",
      fix: "check `broker` and its port; then try again", stillWorks: name.stillWorks)
  }

  /// A value in JSON; `nil` if it is none.
  static func line<Line: Decodable>(_ type: Line.Type, _ bytes: some Sequence<UInt8>) -> Line? {
    do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch { return nil }
  }

  func isOfAnotherVersion(_ problem: String) -> ControlError {
    ControlError(
      .internal, problem, why: "\(name.rawValue) was not understood, or has ended early",
      fix: "install `rouse` and `\(name.rawValue)` of one version: `sudo deploy/install`, or the package",
      stillWorks: name.stillWorks)
  }
}
