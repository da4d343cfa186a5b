import Control
import FoundationEssentials
import Glibc

/// `rouse-scan`, the program that reads pictures: a decoder's crash or exploit stays in a process of its own.
struct ScanProgram {
  let path: String

  /// Beside this executable, or where packages put programs that are not for people.
  static func find() throws(ControlError) -> ScanProgram {
    let folder = ownFolder
    let candidates = [folder + "/rouse-scan", folder + "/../libexec/rouse/rouse-scan"]
    guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else {
      throw ControlError(
        .internal, "the reader of pictures, `rouse-scan`, is missing",
        why: "it is neither \(candidates[0]) nor \(candidates[1])",
        fix: "install Rouse again, or build it with `swift build`", stillWorks: "everything that needs no picture")
    }
    return ScanProgram(path: path)
  }

  /// The folder of this executable (proc(5)).
  private static var ownFolder: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let bytes = buffer.prefix(max(0, count)).map { UInt8(truncatingIfNeeded: $0) }
    let executable = String(decoding: bytes, as: UTF8.self)
    guard let slash = executable.lastIndex(of: "/") else { return "." }
    return String(executable[..<slash])
  }

  /// Runs it instead of this program (execv(3)). Only a failure returns.
  func replaceThisProcess(arguments: [String]) -> ControlError {
    // Quietly ended by a closed pipe.
    signal(SIGPIPE, SIG_DFL)
    Self.withVector([path] + arguments) { _ = execv(path, $0) }
    return Self.failure("started", errno)
  }

  /// The distinct payloads in a picture, in hex. Ends this command as `rouse-scan` ends, which has said why, where the
  /// picture cannot be read.
  func payloads(inPicture file: String) throws(ControlError) -> [String] {
    let (output, status) = try run(arguments: ["decode", "--json", "--", file])
    guard status & 0x7F == 0 else {
      throw ControlError(
        .badData, "\(Terminal.printable(file)) cannot be read", why: "the decoder was ended by signal \(status & 0x7F)",
        fix: "save the picture again as PNG")
    }
    let code = status >> 8 & 0xFF
    guard code == 0 else { exit(code) }
    struct Document: Decodable {
      struct Result: Decodable { var payloads: [Payload] }
      struct Payload: Decodable { var hex: String }
      var results: [Result]
    }
    do {
      let document = try JSONDecoder().decode(Document.self, from: Data(output))
      var distinct: [String] = []
      for payload in document.results.flatMap(\.payloads) where !distinct.contains(payload.hex) {
        distinct.append(payload.hex)
      }
      return distinct
    } catch {
      throw ControlError(
        .internal, "the answer of `rouse-scan` is not understood", why: "\(error)",
        fix: "install `rouse` and `rouse-scan` of one version")
    }
  }

  /// What it writes to stdout, and its wait status (waitpid(2)). Its messages go to this program's stderr.
  private func run(arguments: [String]) throws(ControlError) -> (output: [UInt8], status: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Self.failure("started", errno) }
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
    guard code == 0 else { throw Self.failure("started", code) }

    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(ends[0], &chunk, chunk.count)
      if count > 0 { output += chunk[..<count] } else if count == 0 || errno != EINTR { break }
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw Self.failure("awaited", errno) }
    }
    return (output, status)
  }

  private static func failure(_ verb: String, _ code: Int32) -> ControlError {
    ControlError(
      .internal, "`rouse-scan` cannot be \(verb)", why: String(cString: strerror(code)), fix: "install Rouse again",
      stillWorks: "everything that needs no picture")
  }

  /// A C argument vector, for as long as `body` runs.
  private static func withVector(_ arguments: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Void) {
    let vector = arguments.map { strdup($0) } + [nil]
    defer { for pointer in vector { free(pointer) } }
    body(vector)
  }
}
