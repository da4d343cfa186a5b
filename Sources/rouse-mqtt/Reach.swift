import Glibc
import Home

/// Looks up the broker and tries its port separately, in order to report which step fails.
struct Reach: ~Copyable {
  private let list: UnsafeMutablePointer<addrinfo>
  private let port: Int32

  /// Looks up the broker's addresses; throws if there are none. Waits for the network, like getaddrinfo(3).
  init(_ broker: BrokerAddress) throws(LineTrouble) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(broker.host, "\(broker.port)", &hints, &list)
    guard code == 0, let list else {
      throw LineTrouble(
        "the broker's name \(broker.host) cannot be found: \(String(cString: gai_strerror(code)).lowercased())",
        fix: "check `broker`, and the network: `ping \(broker.host)`; or give the broker's address")
    }
    self.list = list
    port = broker.port
  }

  deinit { freeaddrinfo(list) }

  private var places: some Sequence<addrinfo> { sequence(first: list.pointee) { $0.ai_next?.pointee } }

  var shown: String { places.map(Self.text).joined(separator: ", ") }

  private static func text(_ place: addrinfo) -> String {
    var name = [CChar](repeating: 0, count: 1025)
    getnameinfo(place.ai_addr, place.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  private static let patience: Int32 = 5000

  /// Tries the addresses in turn, and returns the first that answers. Throws if none does.
  func knock() throws(LineTrouble) -> String {
    var last = "it has no address"
    for place in places {
      let text = Self.text(place)
      guard let why = Self.knock(place) else { return text }
      last = "\(text), port \(port): \(why)"
    }
    throw LineTrouble(
      last, fix: "check `broker` and its port (8883 with TLS, 1883 without), that the broker runs, and its firewall")
  }

  /// Returns why the connection failed, or `nil` if it works.
  private static func knock(_ place: addrinfo) -> String? {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(place.ai_family, kind, 0)
    guard descriptor >= 0 else { return BrokerLine.words(errno: errno) }
    defer { close(descriptor) }
    guard connect(descriptor, place.ai_addr, place.ai_addrlen) != 0 else { return nil }
    guard errno == EINPROGRESS else { return BrokerLine.words(errno: errno) }
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, patience) > 0 else { return "no answer within \(patience / 1000) seconds" }
    return BrokerLine.socketError(of: descriptor).map(BrokerLine.words(errno:))
  }
}
