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
    case 2, 133: self.init("the broker does not accept the clock's client id")
    case 3, 136, 137, 139: self.init("the broker is busy or shutting down")
    case 4, 134:
      self.init(
        "the broker does not know the user, or the password is wrong",
        fix: "check `user` and the password file, then `sudo systemctl restart rouse-mqtt`", isLasting: true)
    case 5, 135:
      self.init(
        "the broker refuses this user: it is unknown, or the password is wrong",
        fix: "check `user`, the password file and the account on the broker; then "
          + "`sudo systemctl restart rouse-mqtt`", isLasting: true)
    case 138: self.init("the broker has banned the clock", isLasting: true)
    case 149, 151, 159: self.init("the broker has too many clients or messages: \(words)")
    default: self.init("the broker refuses the connection: \(words)")
    }
  }

  /// The reason why the broker has ended a connection (MQTT 5).
  package init(disconnectReason reason: Int32, words: String) {
    switch reason {
    case 139: self.init("the broker is shutting down")
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
        "TLS: the broker's certificate is for another host",
        fix: "use the certificate's name as `broker`, or get a certificate for this name", isLasting: true)
    case 9:
      self.init(
        "TLS: the broker's certificate is not valid yet, or this clock's time is wrong", fix: "check `timedatectl`")
    case 10:
      self.init(
        "TLS: the broker's certificate has expired, or this clock's time is wrong",
        fix: "renew it on the broker; check `timedatectl`", isLasting: true)
    default:
      self.init(
        "TLS: the broker's certificate is not signed by a CA that this clock trusts",
        fix: "give the CA's certificate as `caFile`", isLasting: true)
    }
  }

  package static let noMQTT = LineTrouble(
    "the server there does not speak MQTT", fix: "check the port in `broker`: usually 1883, 8883 with TLS (`mqtts://`)")

  /// With TLS 1.3, a broker asks for a client certificate only once the connection is established.
  package static let brokenOff = LineTrouble(
    "the broker has hung up: does it require a client certificate?",
    fix: "give `certificateFile` and `keyFile`, or check the port in `broker`")

  /// The connection exists, but messages get lost on it.
  package static let noAnswer = LineTrouble(
    "the broker accepts messages but does not acknowledge them", fix: "check its log, then restart it")

  /// Another client has used the account: the broker says "session taken over", or has its session message.
  package static let takenOver = LineTrouble(
    "another clock uses the same account, such as a copy of the SD card",
    fix: "give each clock its own account, and a copy a new `/etc/machine-id`: "
      + "`sudo rm /etc/machine-id && sudo systemd-machine-id-setup`, then restart it", isLasting: true)
}
