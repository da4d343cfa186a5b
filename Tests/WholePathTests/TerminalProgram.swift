import Glibc
import TestSupport

/// A program at its own pseudo-terminal, with a person who reads and types. It is killed with its last owner.
final class TerminalProgram {
  private let id: pid_t
  /// The near end of the pseudo-terminal (pty(7)).
  private let terminal: Int32
  private var hasEnded = false
  private var status: Int32 = 0
  private(set) var output = ""
  /// How far `untilSaidNext` has read.
  private var heard = "".startIndex

  /// `POSIX_SPAWN_SETSID` (posix_spawn(3)).
  private static let setSession: Int16 = 0x80

  /// - Parameter environment: The whole environment, as `NAME=value`.
  init(_ words: [String], environment: [String]) throws {
    var (near, far, name) = (Int32(-1), Int32(-1), [CChar](repeating: 0, count: 64))
    guard openpty(&near, &far, &name, nil, nil) == 0 else {
      throw Failure("there is no terminal: \(String(cString: strerror(errno)))")
    }
    terminal = near
    _ = fcntl(near, F_SETFD, FD_CLOEXEC)
    defer { close(far) }
    _ = fcntl(far, F_SETFD, FD_CLOEXEC)
    // In a new session the first terminal that is opened becomes the controlling one, so that Ctrl-C reaches it.
    let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    let files = [(path: String, flags: Int32)](repeating: (path, O_RDWR), count: 3)
    id = try Program.spawn(words, environment: environment, files, flags: Self.setSession)
  }

  deinit {
    close(terminal)
    guard !hasEnded else { return }
    kill(id, SIGKILL)
    var code: Int32 = 0
    waitpid(id, &code, 0)
  }

  func type(_ text: String) { _ = text.utf8CString.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count - 1) } }

  func untilSaid(_ text: String) async throws {
    var detector = HangDetector()
    while !output.contains(text) { try await hear(&detector, for: [text]) }
  }

  /// Waits until one of the texts appears after the previous match of this function, and returns it.
  @discardableResult
  func untilSaidNext(_ texts: String...) async throws -> String {
    var detector = HangDetector()
    while true {
      let said = texts.compactMap { text in output[heard...].firstRange(of: text).map { (text, $0.upperBound) } }
      if let (text, end) = said.min(by: { $0.1 < $1.1 }) {
        heard = end
        return text
      }
      try await hear(&detector, for: texts)
    }
  }

  /// Waits for the next question that contains a text, and types the answer and Enter.
  func answer(_ question: String, _ typed: String) async throws {
    try await untilSaidNext(question)
    type(typed + "\r")
  }

  func answer(_ answers: [(String, String)]) async throws {
    for (question, typed) in answers { try await answer(question, typed) }
  }

  /// Waits for the end; returns the exit code, or 128 plus the signal.
  func code() async throws -> Int32 {
    var detector = HangDetector()
    while !hasEnded {
      _ = take()
      try await rest(&detector)
    }
    while take() {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  private func hear(_ detector: inout HangDetector, for texts: [String]) async throws {
    let hasEnded = hasEnded
    if !take(), hasEnded { throw Failure("it never said \(texts), but: \(output)") }
    try await rest(&detector)
  }

  private func rest(_ detector: inout HangDetector) async throws {
    if waitpid(id, &status, WNOHANG) == id { hasEnded = true }
    if detector.hangs(output) { throw Failure("nothing more comes: \(detector.report)") }
    try await Task.sleep(for: .milliseconds(5))
  }

  /// Reads available output; returns `false` if there is none.
  private func take() -> Bool {
    var entry = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 0) > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(terminal, &bytes, bytes.count)
    guard count > 0 else { return false }
    output += String(decoding: bytes[..<count], as: UTF8.self).replacing("\r\n", with: "\n")
    return true
  }
}
