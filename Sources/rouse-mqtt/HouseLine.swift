import CLinux
import Control
import FoundationEssentials
import Glibc
import Home

/// The connection to the daemon's second socket. It never blocks: unfinished reads and writes continue when the
/// descriptor is ready.
final class HouseLine {
  enum Request {
    case state
    case page
    case report
    case command(HomeCommandName, topic: String)
  }

  enum Answer {
    case state(HomeStateView)
    case page(HomeEventPage)
    case reported
    case done(HomeCommandName, topic: String, HomeCommand.Reply)
    case refused(Request, ControlError)
  }

  let descriptor: Int32
  private var input = LineBuffer()
  private var output: [UInt8] = []
  private var requests: [Int: Request] = [:]
  private var lastID = 0

  init(path: String) throws(LineTrouble) {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    descriptor = socket(AF_UNIX, kind, 0)
    // From here on, `deinit` closes it, even after a throw.
    guard descriptor >= 0 else { throw Self.trouble("there is no socket", errno) }
    guard let address = UnixAddress(path) else {
      throw LineTrouble("the socket's path `\(path)` has not 1 to 107 bytes", isLasting: true)
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

  func ask(_ command: some Command, for request: Request) throws(LineTrouble) {
    lastID += 1
    do { output += try [UInt8](JSONEncoder().encode(Wire.Request(id: lastID, arguments: command))) } catch {
      throw LineTrouble("a request cannot be written: \(error)")
    }
    output.append(UInt8(ascii: "\n"))
    requests[lastID] = request
    try write()
  }

  func serve(_ found: Int16) throws(LineTrouble) -> [Answer] {
    if found & Int16(POLLOUT) != 0 { try write() }
    var answers: [Answer] = []
    while true {
      let count = input.read(from: descriptor)
      let code = errno
      while let line = input.next() { if let answer = try answer(line) { answers.append(answer) } }
      if input.isEndless { throw LineTrouble("the daemon's answer does not end") }
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

  private struct Head: Decodable { var id: Int }

  private func answer(_ line: ArraySlice<UInt8>) throws(LineTrouble) -> Answer? {
    do {
      let data = Data(line)
      let id = try JSONDecoder().decode(Head.self, from: data).id
      guard let request = requests[id] else { return nil }
      switch request {
      case .state: return try read(data) { (state: HomeStateView) in .state(state) }
      case .page: return try read(data) { (page: HomeEventPage) in .page(page) }
      case .report: return try read(data) { (_: Done) in .reported }
      case .command(let name, let topic):
        return try read(data) { (reply: HomeCommand.Reply) in .done(name, topic: topic, reply) }
      }
    } catch {
      throw LineTrouble("the daemon's answer is not understood: it may be of another version")
    }
  }

  private func read<Item: Codable & Sendable>(_ data: Data, _ answer: (Item) -> Answer) throws -> Answer? {
    let response = try JSONDecoder().decode(Wire.Response<Item>.self, from: data)
    let request = requests[response.id]
    if response.end == true || response.error != nil { requests[response.id] = nil }
    if let error = response.error { return request.map { .refused($0, error) } }
    return response.item.map(answer)
  }
}
