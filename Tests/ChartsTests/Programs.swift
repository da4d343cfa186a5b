import Glibc
import Testing

enum Programs {
  /// Runs a program; returns its exit code, or -1 after a signal.
  static func run(_ words: [String]) throws -> Int32 {
    let arguments = words.map { strdup($0) } + [nil]
    defer { for word in arguments { free(word) } }
    var id = pid_t()
    try #require(posix_spawnp(&id, words[0], nil, nil, arguments, environ) == 0, "\(words[0]) is missing")
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }
}
