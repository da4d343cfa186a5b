import Glibc
import Testing

/// A child process, killed at the end of the object.
final class Program {
  private let process: pid_t
  private var code: Int32?

  convenience init(_ words: String...) throws { try self.init(words) }

  init(_ words: [String]) throws {
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    try #require(posix_spawnp(&process, words[0], nil, nil, &arguments, environ) == 0, "\(words[0]) is missing")
    self.process = process
  }

  deinit { end() }

  /// Waits for the end; returns the exit code, or -1 after a signal.
  @discardableResult func wait() -> Int32 {
    if let code { return code }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let ended = status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    code = ended
    return ended
  }

  func end() {
    guard code == nil else { return }
    // On SIGTERM, a player may play to its end.
    kill(process, SIGKILL)
    wait()
  }
}
