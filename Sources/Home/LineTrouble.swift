/// Why the clock is not connected, and how to fix it.
package struct LineTrouble: Error, Hashable, Sendable {
  /// One line.
  package var why: String
  package var fix: String?
  /// Whether trying again soon is useless.
  package var isLasting = false

  package init(_ why: String, fix: String? = nil, isLasting: Bool = false) {
    self.why = why
    self.fix = fix
    self.isLasting = isLasting
  }

  /// The broker's answer to a connection (MQTT 5, table 2-6; MQTT 3.1.1 uses 1 to 5).
  package init(connectReason reason: Int32, words: String) {
    switch reason {
    case 2, 133: self.init("the broker does not take the clock's client id")
    case 3, 136, 137, 139: self.init("the broker is busy, or about to stop")
    case 4, 134:
      self.init(
        "the broker does not know the user, or the password is another",
        fix: "check `user` and the password file, then `sudo systemctl restart rouse-mqtt`", isLasting: true)
    case 5, 135:
      self.init(
        "the broker does not let this user in: it does not know it, or the password is another",
        fix: "check `user` and the password file, and that the broker knows the account; then "
          + "`sudo systemctl restart rouse-mqtt`", isLasting: true)
    case 138: self.init("the broker has banned the clock", isLasting: true)
    case 149, 151, 159: self.init("the broker has too many clients or messages: \(words)")
    default: self.init("the broker refuses the connection: \(words)")
    }
  }

  /// The reason why the broker has ended a connection (MQTT 5).
  package init(disconnectReason reason: Int32, words: String) {
    switch reason {
    case 139: self.init("the broker is about to stop")
    // Session taken over.
    case 142: self = .takenOver
    default: self.init("the broker has ended the connection: \(words)")
    }
  }

  /// A problem with the broker's certificate or the trusted ones, by its verification result (X509_V_ERR_…,
  /// X509_STORE_CTX_get_error(3)); `nil` if the certificate is for another host.
  package init(certificate code: Int?) {
    switch code {
    case nil, 62, 64:
      self.init(
        "TLS: the broker's certificate is of another host",
        fix: "give the name that stands in it as `broker`, or have one made for this name", isLasting: true)
    case 9:
      self.init(
        "TLS: the broker's certificate is not valid yet, or this clock's time is wrong", fix: "look at `timedatectl`")
    case 10:
      self.init(
        "TLS: the broker's certificate has expired, or this clock's time is wrong",
        fix: "renew it on the broker; look at `timedatectl`", isLasting: true)
    default:
      self.init(
        "TLS: nobody whom this clock trusts has signed the broker's certificate",
        fix: "give the certificate of who has signed it as `caFile`", isLasting: true)
    }
  }

  package static let noMQTT = LineTrouble(
    "what answers there speaks no MQTT", fix: "check the port in `broker`: mostly 1883, or 8883 with TLS (`mqtts://`)")

  /// With TLS 1.3, a broker asks for a client certificate only once the connection is established.
  package static let brokenOff = LineTrouble(
    "the broker has broken off: does it want a certificate of the clock?",
    fix: "give `certificateFile` and `keyFile`, or check the port in `broker`")

  /// The connection exists, but messages get lost on it.
  package static let noAnswer = LineTrouble(
    "the broker takes messages and acknowledges none of them", fix: "see what its log says, and restart it")

  /// Another client has used the account: the broker says "session taken over", or has its session message.
  package static let takenOver = LineTrouble(
    "another clock has the same account, as the copy of an SD card has",
    fix: "give each clock an account of its own, and a copy a new `/etc/machine-id` as well: "
      + "`sudo rm /etc/machine-id && sudo systemd-machine-id-setup`, then restart it", isLasting: true)
}
