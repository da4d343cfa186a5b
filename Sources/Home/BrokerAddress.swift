/// Address of the broker: `mqtt://HOST[:PORT]`, or `mqtts://` for TLS.
package struct BrokerAddress: Hashable, Sendable {
  package var host: String
  package var port: Int32
  package var usesTLS: Bool

  struct Refusal: Error { var why: String }

  /// The address for people, without the usual port.
  package var shown: String { port == (usesTLS ? 8883 : 1883) ? host : "\(host):\(port)" }
}

extension BrokerAddress {
  /// Throws a clause without a period if the address is invalid.
  init(_ text: String) throws(Refusal) {
    let schemes = ["mqtt://": false, "mqtts://": true]
    guard let (scheme, usesTLS) = schemes.first(where: { text.hasPrefix($0.key) }) else {
      throw Refusal(why: "it must begin with `mqtts://`, or without TLS with `mqtt://`, such as `mqtts://broker.lan`")
    }
    var rest = text.dropFirst(scheme.count)
    if rest.hasSuffix("/") { rest.removeLast() }
    if rest.contains("@") { throw Refusal(why: "user and password do not belong here: give `user` and `passwordFile`") }
    var port = usesTLS ? "8883" : "1883"
    let host: String
    if rest.first == "[", let end = rest.firstIndex(of: "]") {
      let after = rest[rest.index(after: end)...]
      host = String(rest[rest.index(after: rest.startIndex)..<end])
      if after.first == ":" { port = String(after.dropFirst()) } else if !after.isEmpty { port = "" }
    } else if let colon = rest.firstIndex(of: ":") {
      host = String(rest[..<colon])
      port = String(rest[rest.index(after: colon)...])
    } else {
      host = String(rest)
    }
    guard let number = Int32(port), (1...65535).contains(number), port.first != "+" else {
      throw Refusal(why: "its port must be a number from 1 to 65535, such as `mqtts://broker.lan:8883`")
    }
    let letters = host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#\\\"'<>".utf8.contains($0) }
    guard (1...253).contains(host.utf8.count), letters else {
      throw Refusal(why: "it needs a host, such as `mqtts://broker.lan`")
    }
    self.init(host: host, port: number, usesTLS: usesTLS)
  }
}
