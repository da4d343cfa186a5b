import Control
import FoundationEssentials
import Glibc
import Home

/// The connection to the daemon's second socket. It never blocks: unfinished reads and writes continue when the
/// descriptor is ready.
final class HouseLine {
  /// Handles an answer, once all that has arrived is read.
  typealias Answer = () throws(LineTrouble) -> Void

  let descriptor: Int32
  private var input = LineBuffer()
  private var output: [UInt8] = []
  private var requests: [Int: (Data) throws -> Answer?] = [:]
  private var lastID = 0

  init(path: String) throws(LineTrouble) {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    descriptor = socket(AF_UNIX, kind, 0)
    // From here on, `deinit` closes it, even after a throw.
    guard descriptor >= 0 else { throw Self.trouble("no socket can be created", errno) }
    guard let address = UnixAddress(path) else {
      throw LineTrouble("the socket's path `\(path)` must have 1 to 107 bytes", isLasting: true)
    }
    guard address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
      throw Self.trouble("the daemon cannot be reached at \(path)", errno)
    }
    do { try TrustedUsers().checkPeer(of: descriptor, at: path) } catch {
      throw LineTrouble("\(error.what): \(error.why)", isLasting: true)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func trouble(_ what: String, _ code: Int32) -> LineTrouble {
    LineTrouble("\(what): \(String(cString: strerror(code)).lowercased())", fix: "`sudo systemctl start rouse`")
  }

  var events: Int16 { Int16(POLLIN | (output.isEmpty ? 0 : POLLOUT)) }

  func ask<Question: Command>(
    _ question: Question, then: @escaping (Result<Question.Reply, ControlError>) throws(LineTrouble) -> Void
  ) throws(LineTrouble) {
    lastID += 1
    do { output += try [UInt8](JSONEncoder().encode(Wire.Request(id: lastID, arguments: question))) } catch {
      throw LineTrouble("a request cannot be written: \(error)")
    }
    output.append(UInt8(ascii: "\n"))
    requests[lastID] = { [unowned self] data in
      let response = try JSONDecoder().decode(Wire.Response<Question.Reply>.self, from: data)
      if response.end == true || response.error != nil { requests[response.id] = nil }
      guard let result = response.error.map(Result.failure) ?? response.item.map(Result.success) else { return nil }
      // Swift 6.3 crashes on a closure that throws a typed error here.
      func answer() throws(LineTrouble) { try then(result) }
      return answer
    }
    try write()
  }

  func serve(_ found: Int16) throws(LineTrouble) -> [Answer] {
    if found & Int16(POLLOUT) != 0 { try write() }
    var answers: [Answer] = []
    while true {
      let count = input.read(from: descriptor)
      let code = errno
      while let line = input.next() { if let answer = try answer(line) { answers.append(answer) } }
      if input.isEndless { throw LineTrouble("the daemon's answer is too long") }
      if count > 0 { continue }
      if count < 0, code == EAGAIN { return answers }
      if count < 0, code == EINTR { continue }
      // Ignore earlier answers: the next connection starts with the current state.
      throw LineTrouble("the daemon has ended the connection")
    }
  }

  private func write() throws(LineTrouble) {
    while !output.isEmpty {
      let count = send(descriptor, output, output.count, Int32(MSG_NOSIGNAL))
      if count > 0 {
        output.removeFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        throw LineTrouble("the daemon has ended the connection")
      }
    }
  }

  private func answer(_ line: ArraySlice<UInt8>) throws(LineTrouble) -> Answer? {
    do {
      let data = Data(line)
      return try requests[try JSONDecoder().decode(Wire.Response<Wire.NoItem>.self, from: data).id]?(data)
    } catch {
      throw LineTrouble("the daemon's answer is not understood: it may be of another version")
    }
  }
}
