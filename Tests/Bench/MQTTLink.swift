import Glibc
import TestSupport

/// The part of MQTT 3.1.1 that is needed to drive a broker, on one non-blocking connection.
///
/// libmosquitto is not used, because one thread serves thousands of connections.
final class MQTTLink {
  struct Packet {
    var kind: UInt8
    var body: [UInt8]

    /// The packet number of an acknowledgment.
    var number: UInt16 { body.count < 2 ? 0 : UInt16(body[0]) << 8 | UInt16(body[1]) }
    /// The payload of a message, after its topic.
    func payload(hasNumber: Bool) -> ArraySlice<UInt8> { body.dropFirst(2 + Int(number) + (hasNumber ? 2 : 0)) }
  }

  static let connected: UInt8 = 2
  static let message: UInt8 = 3
  static let acknowledged: UInt8 = 4
  static let subscribed: UInt8 = 9

  let descriptor: Int32
  private var input: [UInt8] = []
  private var output: [UInt8] = []
  private var lastNumber: UInt16 = 0

  init(port: UInt16) throws {
    guard let connection = Loopback.connection(to: port) else {
      throw BenchError("the broker does not answer: \(String(cString: strerror(errno)))")
    }
    descriptor = connection
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// Bytes that the broker has not taken yet.
  var waiting: Int { output.count }

  func connect(as id: String, will: String? = nil) throws {
    var body = Self.text("MQTT") + [4, will == nil ? 0x02 : 0x2E, 0, 60] + Self.text(id)
    if let will { body += Self.text(will) + Self.text("offline") }
    try send(0x10, body)
  }

  func subscribe(to topics: [String]) throws {
    let number = nextNumber()
    try send(0x82, [UInt8(number >> 8), UInt8(number & 0xFF)] + topics.flatMap { Self.text($0) + [1] })
  }

  /// Publishes with QoS 1 and returns the packet number, which the acknowledgment repeats.
  @discardableResult
  func publish(_ topic: String, _ payload: [UInt8], isRetained: Bool) throws -> UInt16 {
    let number = nextNumber()
    try send(isRetained ? 0x33 : 0x32, Self.text(topic) + [UInt8(number >> 8), UInt8(number & 0xFF)] + payload)
    return number
  }

  /// Publishes with QoS 0.
  func shout(_ topic: String, _ payload: [UInt8]) throws { try send(0x30, Self.text(topic) + payload) }

  func acknowledge(_ packet: Packet) throws {
    let start = 2 + Int(packet.number)
    guard packet.body.count >= start + 2 else { return }
    try send(0x40, Array(packet.body[start..<start + 2]))
  }

  private func nextNumber() -> UInt16 {
    lastNumber = lastNumber == .max ? 1 : lastNumber + 1
    return lastNumber
  }

  private static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
  }

  private func send(_ first: UInt8, _ body: [UInt8]) throws {
    output.append(first)
    var length = body.count
    repeat {
      output.append(UInt8(length % 128) | (length >= 128 ? 128 : 0))
      length /= 128
    } while length > 0
    output += body
    try flush()
  }

  /// Sends as much as the kernel takes.
  func flush() throws {
    var sent = 0
    while sent < output.count {
      let count = output[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        throw BenchError("the broker has hung up: \(String(cString: strerror(errno)))")
      }
    }
    output.removeFirst(sent)
  }

  func packets() throws -> [Packet] {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count > 0 { input += piece[..<count] }
      if count < 0, errno == EAGAIN { break }
      if count == 0 || count < 0 && errno != EINTR { throw BenchError("the broker has hung up") }
      if count < piece.count { break }
    }
    var packets: [Packet] = []
    var start = 0
    while let (packet, end) = packet(at: start) {
      packets.append(packet)
      start = end
    }
    input.removeFirst(start)
    return packets
  }

  private func packet(at start: Int) -> (Packet, Int)? {
    var (length, factor, place) = (0, 1, start + 1)
    while true {
      guard place < input.count else { return nil }
      length += Int(input[place] & 127) * factor
      factor *= 128
      place += 1
      if input[place - 1] < 128 { break }
    }
    guard input.count >= place + length else { return nil }
    return (Packet(kind: input[start] >> 4, body: Array(input[place..<place + length])), place + length)
  }

  /// Waits at most 20 seconds for a packet of this kind.
  func wait(for kind: UInt8) throws {
    for _ in 0..<2000 {
      if try packets().contains(where: { $0.kind == kind }) { return }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, 10)
    }
    throw BenchError("the broker does not answer")
  }
}
