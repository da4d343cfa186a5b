import Glibc
import Synchronization

/// A child process whose output goes to files. It is killed with its last reference.
public final class Program: Sendable {
  /// The process id.
  public let id: pid_t
  private let outputPath: String
  private let errorPath: String
  /// The status from waitpid(2), or `nil` while the program runs.
  private let status = Mutex<Int32?>(nil)

  /// - Parameters:
  ///   - words: The program's path and its arguments.
  ///   - environment: The whole environment, as `NAME=value`.
  ///   - input: The file for standard input.
  ///   - path: The path of the output files without `.out` and `.err`.
  public init(_ words: [String], environment: [String], input: String = "/dev/null", outputTo path: String) throws {
    outputPath = path + ".out"
    errorPath = path + ".err"
    let new = O_WRONLY | O_CREAT | O_TRUNC
    id = try Self.spawn(words, environment: environment, [(input, O_RDONLY), (outputPath, new), (errorPath, new)])
  }

  /// Starts a child process, found in the PATH of this one if it has no path, and returns its id.
  ///
  /// - Parameters:
  ///   - files: The files of its first descriptors, with the flags of open(2).
  ///   - flags: More flags of posix_spawn(3).
  public static func spawn(
    _ words: [String], environment: [String], _ files: [(path: String, flags: Int32)], flags: Int16 = 0
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in files.enumerated() {
      posix_spawn_file_actions_addopen(&actions, Int32(number), file.path, file.flags, 0o600)
    }
    // Otherwise the child would inherit the signals that this process ignores, as background jobs do, and those that
    // this thread blocks.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, flags | Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var id = pid_t()
    let code = posix_spawnp(&id, words[0], &actions, &attributes, arguments, variables)
    guard code == 0 else { throw Failure("\(words[0]) does not start: \(String(cString: strerror(code)))") }
    return id
  }

  deinit {
    guard isRunning else { return }
    kill(id, SIGKILL)
    var code: Int32 = 0
    waitpid(id, &code, 0)
  }

  public var isRunning: Bool {
    status.withLock { status in
      guard status == nil else { return false }
      var code: Int32 = 0
      if waitpid(id, &code, WNOHANG) == id { status = code }
      return status == nil
    }
  }

  /// Everything printed so far.
  public var output: String { Files.text(outputPath) }
  public var errors: String { Files.text(errorPath) }

  /// Waits for the end; kills a program that hangs.
  public func result() async throws -> Result {
    var detector = HangDetector()
    while isRunning {
      if detector.hangs(String((output + errors).suffix(200))) {
        kill(id, SIGKILL)
        throw Failure("the program does not end: \(detector.report); it said: \(output)\(errors)")
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    let code = status.withLock { $0 } ?? 0
    return Result(code: code & 0x7F == 0 ? code >> 8 & 0xFF : 128 + code & 0x7F, output: output, errors: errors)
  }

  public struct Result: Sendable {
    /// The exit code, or 128 plus the signal.
    public var code: Int32
    public var output: String
    public var errors: String
  }

  /// The running child processes. None after this process has ended, because its id may then belong to another test's
  /// program.
  public var children: [(id: pid_t, name: String)] { isRunning ? Self.children(of: id) : [] }

  /// Returns the child processes of any process (proc(5)).
  public static func children(of id: pid_t) -> [(id: pid_t, name: String)] {
    Files.names("/proc/\(id)/task").flatMap { task in
      Files.text("/proc/\(id)/task/\(task)/children").split(separator: " ").compactMap { pid_t($0) }
    }.map { child in
      (child, Files.text("/proc/\(child)/comm").split(separator: "\n").first.map(String.init) ?? "")
    }
  }
}

/// Ends a test with a message.
public struct Failure: Error, CustomStringConvertible {
  public var description: String
  public init(_ description: String) { self.description = description }
}
