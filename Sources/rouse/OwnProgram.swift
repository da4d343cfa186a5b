import Control
import FoundationEssentials
import Glibc

/// Another program of Rouse that this one runs or becomes. Users do not call it directly.
struct OwnProgram {
  enum Name: String {
    /// Decodes pictures in a separate process, so that a crash or an exploit of a decoder stays there.
    case scan = "rouse-scan"
    case daemon = "rouse-daemon"
    /// Talks to the broker; the only program that uses the network.
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

  /// Replaces this process (execv(3)). Returns only if that fails.
  func replaceThisProcess(arguments: [String]) -> ControlError {
    // An ignored signal stays ignored after execv(3).
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
    StartedProgram.withVector([path] + arguments) { _ = execv(path, $0) }
    return failure("started", errno)
  }

  /// Runs the program to its end. Its stderr is that of this program.
  ///
  /// - Parameter isOneLine: whether to return after the first line, with status 0. The program may then still hang in
  ///   the kernel, on a device.
  func run(arguments: [String], isOneLine: Bool = false) throws(ControlError) -> StartedProgram.Result {
    try attempt { () throws(StartedProgram.Failure) in
      try StartedProgram.run(path, arguments: arguments, isOneLine: isOneLine)
    }
  }

  private func attempt<Value>(_ step: () throws(StartedProgram.Failure) -> Value) throws(ControlError) -> Value {
    do throws(StartedProgram.Failure) { return try step() } catch { throw failure(error.verb, error.code) }
  }

  /// Runs the program and decodes each line of its stdout from JSON. Its stderr is that of this program.
  ///
  /// - Parameters:
  ///   - isFollowed: whether it runs until stopped. This program then ends when nobody reads its stdout.
  ///   - statuses: the wait statuses (waitpid(2)) that mean success.
  ///   - problem: the error for any other status, and for output that is not understood.
  /// - Returns: the wait status.
  @discardableResult
  func tell<Line: Decodable>(
    _ arguments: [String], input: [UInt8]? = nil, isFollowed: Bool = false, statuses: Set<Int32> = [0],
    problem: String, each: (Line) throws(ControlError) -> Void
  ) throws(ControlError) -> Int32 {
    let started = try attempt { () throws(StartedProgram.Failure) in
      try StartedProgram.begin(path, arguments: arguments, input: input)
    }
    defer { close(started.output) }
    var buffer = LineBuffer()
    var isUnderstood = true
    do throws(ControlError) {
      while true {
        while let bytes = buffer.next() {
          if let line = Self.line(Line.self, bytes) { try each(line) } else { isUnderstood = false }
        }
        if isFollowed { _ = Output.wait(toRead: started.output, milliseconds: -1) }
        let count = buffer.read(from: started.output)
        guard count > 0 || count < 0 && errno == EINTR, !buffer.isEndless else { break }
      }
    } catch {
      kill(started.id, SIGTERM)
      do { _ = try StartedProgram.end(of: started.id) } catch {
        // Report why this program stops, not why the other one does.
      }
      throw error
    }
    let status = try attempt { () throws(StartedProgram.Failure) in try StartedProgram.end(of: started.id) }
    if statuses.contains(status), isUnderstood { return status }
    let number = status & 0x7F
    guard number == 0 else {
      // For example, a library aborts on a packet that no broker would send.
      throw ControlError(
        .internal, problem,
        why: "\(name.rawValue) was ended by the signal \(number): what answers at that port may be no MQTT broker",
        fix: "check `broker` and its port; then try again", stillWorks: name.stillWorks)
    }
    throw isOfAnotherVersion(problem)
  }

  private func failure(_ verb: String, _ code: Int32) -> ControlError {
    ControlError(
      .internal, "`\(name.rawValue)` cannot be \(verb)", why: String(cString: strerror(code)),
      fix: "install Rouse again", stillWorks: name.stillWorks)
  }

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
