import Control
import FoundationEssentials
import Glibc
import TestSupport

/// A raw connection to a Unix socket.
final class Line {
  private let descriptor: Int32
  private var rest: [UInt8] = []

  init(to path: String) throws {
    descriptor = try Self.connected(to: path)
    waits(180)
  }

  static func connected(to path: String, flags: Int32 = 0) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | flags, 0)
    guard let address = UnixAddress(path), address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
      close(descriptor)
      throw Failure("no connection to \(path)")
    }
    return descriptor
  }

  init(acceptedBy listener: Int32) throws {
    descriptor = accept(listener, nil, nil)
    guard descriptor >= 0 else { throw Failure("no client: \(String(cString: strerror(errno)))") }
    waits(180)
  }

  /// Sets the timeout of `receive`, in seconds.
  func waits(_ seconds: Int) {
    var patience = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Sends as much as fits without blocking; returns how many bytes.
  @discardableResult
  func send(_ text: String) -> Int {
    let bytes = Array(text.utf8)
    return max(0, Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)))
  }

  /// Returns what has arrived, and whether the other side still holds the connection.
  ///
  /// - Parameter flags: `MSG_PEEK` to look at the first byte and read nothing.
  func arrived(flags: Int32 = 0) -> (bytes: [UInt8], isOpen: Bool) {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: flags == 0 ? 1 << 16 : 1)
    while true {
      let count = recv(descriptor, &piece, piece.count, Int32(MSG_DONTWAIT) | flags)
      guard count > 0 else { return (all, count < 0 && (errno == EAGAIN || errno == EINTR)) }
      all += piece[..<count]
      if flags != 0 { return (all, true) }
    }
  }

  func send(encoded message: some Encodable) throws {
    send(String(decoding: try JSONEncoder().encode(message), as: UTF8.self) + "\n")
  }

  func ask(_ command: some Command, id: Int) throws { try send(encoded: Wire.Request(id: id, arguments: command)) }

  func receive() -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Returns a command's next item, or `nil` if it has ended without one or the connection has ended.
  func next<Asked: Command>(of _: Asked.Type) throws -> Asked.Reply? {
    guard let line = nextLine() else { return nil }
    let answer = try JSONDecoder().decode(Wire.Response<Asked.Reply>.self, from: line)
    if let error = answer.error { throw error }
    return answer.item
  }

  /// Returns the next line, waiting without blocking a thread of the tests.
  func answer() async throws -> Data {
    var detector = HangDetector()
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if rest.contains(UInt8(ascii: "\n")) || poll(&entry, 1, 0) > 0 {
        guard let line = nextLine() else { throw Failure("the daemon has closed the connection") }
        return line
      }
      if detector.hangs() { throw Failure("the daemon does not answer: \(detector.report)") }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Returns the next line, or `nil` if none came in time or the connection has ended.
  func nextLine() -> Data? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest.removeSubrange(...end) }
        return Data(rest[..<end])
      }
      let more = Array(receive().utf8)
      guard !more.isEmpty else { return nil }
      rest += more
    }
  }
}
