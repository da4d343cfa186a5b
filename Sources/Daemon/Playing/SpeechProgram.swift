import Control
import Glibc
import Machine
import Sound

/// Turns words into sound with `espeak-ng`, if installed, in a process of its own.
struct SpeechProgram: Sendable {
  let path: String
  var limit: Duration = .seconds(5)

  private static let name = "espeak-ng"
  /// In bytes, which is more than a minute and a half.
  private static let mostOutput = 1 << 22

  static var installed: SpeechProgram? {
    let searched = getenv("PATH").map { String(cString: $0) } ?? ""
    let folders = searched.split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init) + ["/usr/bin"]
    let paths = folders.map { folder in "\(folder)/\(name)" }
    return paths.first { path in access(path, X_OK) == 0 }.map { path in SpeechProgram(path: path) }
  }

  /// Speaks with the installed program, waiting on a separate thread.
  static func say(_ text: String, time: any TimeSource) async -> Result<Speech, SpeechProblem> {
    guard let program = installed else { return .failure(.notInstalled) }
    let said = await time.look(within: program.limit + .seconds(1)) {
      () -> Result<Speech, SpeechProblem> in
      Result { () throws(SpeechProblem) in try program.say(text) }
    }
    return said ?? .failure(.tookTooLong)
  }

  func say(_ text: String) throws(SpeechProblem) -> Speech {
    let status: Int32
    let bytes: [UInt8]
    do throws(SystemError) { (status, bytes) = try run(Self.plain(text)) } catch {
      throw error.code == ETIMEDOUT ? .tookTooLong : .failed(error.description)
    }
    guard status & 0x7F == 0 else { throw .failed("a signal ended it: \(status & 0x7F)") }
    guard status == 0 else { throw .failed("it ended with exit code \(status >> 8)") }
    guard let speech = Speech(wav: bytes) else { throw .failed("what \(path) gave is no speech") }
    return speech
  }

  /// Replaces brackets, which would begin phonemes, and control characters, which may do anything.
  private static func plain(_ text: String) -> String {
    String(
      text.map { $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } || "[]".contains($0) ? " " : $0 })
  }

  /// Returns the wait status (waitpid(2)) and the output. Throws ETIMEDOUT if it takes too long.
  private func run(_ text: String) throws(SystemError) -> (status: Int32, given: [UInt8]) {
    let (input, itsInput) = try Descriptor.socketPair()
    let nowhere = try Descriptor(opening: "/dev/null", O_WRONLY)
    // A kilobyte or two, which the kernel buffers until it is read.
    let words = Array(text.utf8)
    guard send(input.number, words, words.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) == words.count else {
      throw SystemError("writing to \(path)", errno)
    }
    shutdown(input.number, Int32(SHUT_WR))
    var given: [UInt8] = []
    let status = try ChildProcess.run(
      [path, "-b", "1", "-s", "150", "--stdin", "--stdout"],
      descriptors: [(itsInput, as: STDIN_FILENO), (nowhere, as: STDERR_FILENO)],
      listeningTo: STDOUT_FILENO, within: limit
    ) { (piece) throws(SystemError) in
      given += piece
      guard given.count <= Self.mostOutput else { throw SystemError("reading from \(path)", EFBIG) }
    }
    return (status, given)
  }
}

enum SpeechProblem: Error, Hashable, Sendable {
  case notInstalled, tookTooLong
  case failed(String)

  var why: String {
    switch self {
    case .notInstalled: "speech needs espeak-ng, which is not installed"
    case .tookTooLong: "espeak-ng took too long"
    case .failed(let what): "espeak-ng failed: \(what)"
    }
  }

  var fix: String {
    switch self {
    case .notInstalled: "install it: `sudo apt-get install espeak-ng`"
    case .tookTooLong, .failed:
      "try again: `rouse say time`; if it stays so, install it anew: `sudo apt-get install --reinstall espeak-ng`"
    }
  }

  static let stillWorks = "alarms ring all the same, without words"
}

extension ControlError {
  init(_ problem: SpeechProblem) {
    self.init(
      .nothingFound, "the words cannot be said", why: problem.why, fix: problem.fix,
      stillWorks: SpeechProblem.stillWorks)
  }
}

extension SpeechProgram {
  static func notes(onWanted isWanted: Bool) -> [String] {
    guard isWanted, installed == nil else { return [] }
    let problem = SpeechProblem.notInstalled
    return ["\(problem.why); \(SpeechProblem.stillWorks); \(problem.fix)"]
  }
}
