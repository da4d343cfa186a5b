import Glibc
import Home

/// Looks up the broker and tries its port separately, in order to report which step fails.
struct Reach {
  private struct Place {
    var text: String
    var family: Int32
    var bytes: [UInt8]
  }

  private let places: [Place]
  private let port: Int32

  /// Looks up the broker's addresses; throws if there are none. Waits for the network, like getaddrinfo(3).
  init(_ broker: BrokerAddress) throws(LineTrouble) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(broker.host, "\(broker.port)", &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard code == 0 else {
      throw LineTrouble(
        "the broker's name \(broker.host) cannot be found: \(String(cString: gai_strerror(code)).lowercased())",
        fix: "check `broker`, and the network: `ping \(broker.host)`; or give the broker's address")
    }
    port = broker.port
    var places: [Place] = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ai_next
      guard let address = entry.ai_addr else { continue }
      var name = [CChar](repeating: 0, count: 1025)
      getnameinfo(address, entry.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
      let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
      let bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen)))
      places.append(Place(text: text, family: entry.ai_family, bytes: bytes))
    }
    self.places = places
  }

  var shown: String { places.map(\.text).joined(separator: ", ") }

  private static let patience: Int32 = 5000

  /// Tries the addresses in turn, and returns the first that answers. Throws if none does.
  func knock() throws(LineTrouble) -> String {
    var last = "it has no address"
    for place in places {
      guard let why = Self.knock(place) else { return place.text }
      last = "\(place.text), port \(port): \(why)"
    }
    throw LineTrouble(
      last, fix: "check `broker` and its port (8883 with TLS, 1883 without), that the broker runs, and its firewall")
  }

  /// Returns why the connection failed, or `nil` if it works.
  private static func knock(_ place: Place) -> String? {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(place.family, kind, 0)
    guard descriptor >= 0 else { return BrokerLine.words(errno: errno) }
    defer { close(descriptor) }
    let code = place.bytes.withUnsafeBytes { bytes -> Int32 in
      guard let base = bytes.baseAddress else { return EINVAL }
      let address = base.assumingMemoryBound(to: sockaddr.self)
      return connect(descriptor, address, socklen_t(bytes.count)) == 0 ? 0 : errno
    }
    guard code == EINPROGRESS else { return code == 0 ? nil : BrokerLine.words(errno: code) }
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, patience) > 0 else { return "no answer within \(patience / 1000) seconds" }
    return BrokerLine.socketError(of: descriptor).map(BrokerLine.words(errno:))
  }
}
