import CLinux
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
      case .scan: "the picture reader"
      case .daemon: "the service"
      case .mqtt: "the MQTT client"
      }
    }

    var stillWorks: String {
      switch self {
      case .scan: "everything that needs no pictures"
      case .daemon: "`rouse decode`, and a service that is already running, with its commands"
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
        why: "it is not at \(places.joined(separator: " or "))",
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
      waitpid(started.id, nil, 0)
      throw error
    }
    let status = try attempt { () throws(StartedProgram.Failure) in try StartedProgram.end(of: started.id) }
    if statuses.contains(status), isUnderstood { return status }
    let number = status & 0x7F
    guard number == 0 else {
      // For example, a library aborts on a packet that no broker would send.
      throw ControlError(
        .internal, problem,
        why: "\(name.rawValue) was ended by signal \(number): perhaps the server at that port is not an MQTT broker",
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
      .internal, problem, why: "\(name.rawValue) was not understood, or ended early",
      fix: "install the same version of `rouse` and `\(name.rawValue)`: `sudo deploy/install`, or the package",
      stillWorks: name.stillWorks)
  }
}

enum StartedProgram {
  /// A failed step. `verb` is a participle such as `started`, `code` an errno.
  struct Failure: Error {
    var verb: String
    var code: Int32

    /// Returns a clause, for a program that may not be installed.
    func reason(of program: String) -> String {
      code == ENOENT
        ? "`\(program)` is not installed" : "`\(program)` cannot be \(verb): \(String(cString: strerror(code)))"
    }
  }

  struct Result {
    var output: [UInt8] = []
    /// Wait status (waitpid(2)).
    var status: Int32 = 0
  }

  /// Runs a program to its end, and returns its stdout.
  ///
  /// - Parameters:
  ///   - path: a path with a slash, or a name to look up in PATH.
  ///   - input: its stdin; `nil` for that of this program.
  ///   - isQuiet: whether to drop its stderr, which otherwise is that of this program.
  ///   - isOneLine: whether to return after the first line, with status 0. The program may then still hang in the
  ///     kernel, on a device.
  static func run(
    _ path: String, arguments: [String], input: [UInt8]? = nil, isQuiet: Bool = false, isOneLine: Bool = false
  ) throws(Failure) -> Result {
    let started = try begin(path, arguments: arguments, input: input, isQuiet: isQuiet)
    defer { close(started.output) }
    var result = Result()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(started.output, &chunk, chunk.count)
      if count > 0 { result.output += chunk[..<count] } else if count == 0 || errno != EINTR { break }
      if isOneLine, result.output.last == UInt8(ascii: "\n") { return result }
    }
    result.status = try end(of: started.id)
    return result
  }

  /// - Returns: the process, and the read end of its stdout, which the caller closes.
  static func begin(
    _ path: String, arguments: [String], input: [UInt8]? = nil, isQuiet: Bool = false
  ) throws(Failure) -> (id: pid_t, output: Int32) {
    let memory = try input.map { bytes throws(Failure) in try file(of: bytes) }
    defer { if let memory { close(memory) } }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(verb: "started", code: errno) }
    defer { close(ends[1]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    if isQuiet { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
    if let memory { posix_spawn_file_actions_adddup2(&actions, memory, STDIN_FILENO) }
    var child: pid_t = 0
    var code: Int32 = 0
    withVector([path] + arguments) { code = posix_spawnp(&child, path, &actions, nil, $0, environ) }
    guard code == 0 else {
      close(ends[0])
      throw Failure(verb: "started", code: code)
    }
    return (child, ends[0])
  }

  static func end(of child: pid_t) throws(Failure) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw Failure(verb: "awaited", code: errno) }
    }
    return status
  }

  /// Returns an unnamed file. A pipe for the input could fill up while the pipe of the output does, and block both.
  private static func file(of bytes: [UInt8]) throws(Failure) -> Int32 {
    let descriptor = rouse_memory_file()
    guard descriptor >= 0 else { throw Failure(verb: "given its input", code: errno) }
    let code = Output.put(bytes, to: descriptor)
    guard code == 0 else {
      close(descriptor)
      throw Failure(verb: "given its input", code: code)
    }
    lseek(descriptor, 0, SEEK_SET)
    return descriptor
  }

  /// Passes a C argument vector, which is valid only within `body`.
  static func withVector(_ arguments: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Void) {
    let vector = arguments.map { strdup($0) } + [nil]
    defer { for pointer in vector { free(pointer) } }
    body(vector)
  }
}
