import CLinux
import Glibc

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

  struct Started {
    var id: pid_t
    /// Read end of its stdout, which the caller closes.
    var output: Int32
  }

  static func begin(
    _ path: String, arguments: [String], input: [UInt8]? = nil, isQuiet: Bool = false
  ) throws(Failure) -> Started {
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
    return Started(id: child, output: ends[0])
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
