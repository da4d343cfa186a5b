import Control
import Glibc

/// A program of Rouse that is not for people, which this one runs or becomes.
struct OwnProgram {
  enum Name: String {
    /// Reads pictures: a decoder's crash or exploit stays in a process of its own.
    case scan = "rouse-scan"
    /// The service.
    case daemon = "rouse-daemon"

    fileprivate var role: String {
      switch self {
      case .scan: "the reader of pictures"
      case .daemon: "the service"
      }
    }

    fileprivate var stillWorks: String {
      switch self {
      case .scan: "everything that needs no picture"
      case .daemon: "`rouse decode`; and a service that runs already, with all that is asked of it"
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
    // Quietly ended by a closed pipe.
    signal(SIGPIPE, SIG_DFL)
    Self.withVector([path] + arguments) { _ = execv(path, $0) }
    return failure("started", errno)
  }

  /// What it writes to stdout, and its wait status (waitpid(2)). Its messages go to this program's stderr.
  ///
  /// - Parameter isOneLine: its answer is one line, after which it is left to itself: whatever a device that hangs in the
  ///   kernel keeps open, there is nothing more to wait for. Its status is then 0.
  func run(arguments: [String], isOneLine: Bool = false) throws(ControlError) -> (output: [UInt8], status: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw failure("started", errno) }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    var child: pid_t = 0
    var code: Int32 = 0
    Self.withVector([path] + arguments) { code = posix_spawn(&child, path, &actions, nil, $0, environ) }
    close(ends[1])
    guard code == 0 else { throw failure("started", code) }

    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(ends[0], &chunk, chunk.count)
      if count > 0 { output += chunk[..<count] } else if count == 0 || errno != EINTR { break }
      if isOneLine, output.last == UInt8(ascii: "\n") { return (output, 0) }
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw failure("awaited", errno) }
    }
    return (output, status)
  }

  private func failure(_ verb: String, _ code: Int32) -> ControlError {
    ControlError(
      .internal, "`\(name.rawValue)` cannot be \(verb)", why: String(cString: strerror(code)),
      fix: "install Rouse again", stillWorks: name.stillWorks)
  }

  /// A C argument vector, for as long as `body` runs.
  private static func withVector(_ arguments: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Void) {
    let vector = arguments.map { strdup($0) } + [nil]
    defer { for pointer in vector { free(pointer) } }
    body(vector)
  }
}
