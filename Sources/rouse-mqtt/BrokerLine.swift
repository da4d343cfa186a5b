import CMosquitto
import Glibc
import Home
import Machine

/// One connection to the broker, from the first attempt to its end. It belongs to one thread, which calls `serve` when
/// the descriptor is ready, and `look` now and then.
final class BrokerLine {
  enum Report {
    /// The broker accepts the connection with 0, or refuses it with another code of the protocol.
    case greeted(Int32)
    /// The broker has ended the connection, with a code of MQTT 5.
    case dismissed(Int32)
    /// The broker has accepted a message, or refused it with a code from 128.
    case answered(message: Int32, code: Int32)
    /// The broker has accepted or refused the subscription with this number.
    case subscribed(Int32, isRefused: Bool)
    case message(topic: String, payload: [UInt8], isRetained: Bool)
  }

  enum Version: Int32 {
    case v311 = 4
    case v5 = 5
  }

  /// Seconds of silence before the broker is pinged. It considers a silent clock gone soon after that.
  static let keepAlive: Int32 = 60

  let version: Version
  private(set) var isConnected = false
  private(set) var reports: [Report] = []
  /// Last error message of the library, such as the reason of a TLS failure.
  private(set) var lastFault: String?
  /// Problem with the broker's certificate, if one is known.
  private var certificateFault: LineTrouble?
  private let handle: OpaquePointer
  private let usesTLS: Bool
  /// Whether the TCP connection is established.
  private(set) var isOpen = false

  /// Bytes; longer messages are ignored.
  private static let longestPayload: Int32 = 4096
  private static let mostReports = 256

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - will: a message that the broker publishes when the connection is lost.
  ///   - onlyIPv4: whether to avoid other addresses, which have not answered.
  ///   - longestPacket: the size in bytes up to which the broker sends packets, with MQTT 5. If given, this blocks
  ///     until the TCP connection is established.
  init(
    to address: BrokerAddress, as account: Account, will: HomeMessage?, version: Version, onlyIPv4: Bool = false,
    longestPacket: UInt32? = nil
  ) throws(LineTrouble) {
    guard let handle = mosquitto_new(account.clientID, true, nil) else { throw LineTrouble("out of memory") }
    self.handle = handle
    self.version = version
    usesTLS = address.usesTLS
    // From here on, `deinit` frees the handle, even after a throw.
    mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
    setCallbacks(of: handle)
    mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, version.rawValue)
    mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
    if let user = account.user { mosquitto_username_pw_set(handle, user, account.password) }
    if let will { mosquitto_will_set(handle, will.topic, Int32(will.payload.count), will.payload, 1, true) }
    if usesTLS {
      // From a folder, only the needed certificate is read; the file of all certificates would take megabytes.
      let systems = account.caFile == nil ? "/etc/ssl/certs" : nil
      let code = mosquitto_tls_set(handle, account.caFile, systems, account.certificateFile, account.keyFile, nil)
      guard code == MOSQ_ERR_SUCCESS.rawValue else { throw account.unreadableFile }
    }
    errno = 0
    if let longestPacket {
      var properties: OpaquePointer?
      mosquitto_property_add_int32(&properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), longestPacket)
      defer { mosquitto_property_free_all(&properties) }
      let code = mosquitto_connect_bind_v5(handle, address.host, address.port, Self.keepAlive, nil, properties)
      guard code == MOSQ_ERR_SUCCESS.rawValue else { throw trouble(code) }
      isOpen = true
      return
    }
    let code = mosquitto_connect_bind_async(
      handle, address.host, address.port, Self.keepAlive, onlyIPv4 ? "0.0.0.0" : nil)
    guard code == MOSQ_ERR_SUCCESS.rawValue || code == MOSQ_ERR_CONN_PENDING.rawValue else { throw trouble(code) }
  }

  deinit { mosquitto_destroy(handle) }

  // MARK: Event loop

  var descriptor: Int32 { mosquitto_socket(handle) }

  var events: Int16 {
    guard !isConnected else { return Int16(POLLIN | (mosquitto_want_write(handle) ? POLLOUT : 0)) }
    guard isOpen else { return Int16(POLLOUT) }
    // During the TLS handshake, the library always wants to write, even while it waits. See `isHandshaking`.
    return Int16(POLLIN | (!usesTLS && mosquitto_want_write(handle) ? POLLOUT : 0))
  }

  /// Whether it needs to be served several times a second, whatever the descriptor says.
  var isHandshaking: Bool { usesTLS && isOpen && !isConnected }

  /// Reads and writes as much as possible. Throws when the connection is lost.
  func serve(_ found: Int16) throws(LineTrouble) {
    if !isConnected, !isOpen, found & Int16(POLLOUT | POLLERR | POLLHUP) != 0 {
      if let code = Self.socketError(of: descriptor) { throw LineTrouble(Self.words(errno: code)) }
      isOpen = true
    }
    errno = 0
    try check(mosquitto_loop_read(handle, 1))
    // TLS hides that the connection was refused.
    if !isConnected, reports.isEmpty, found & Int16(POLLHUP) != 0 {
      throw LineTrouble("connection refused, or the broker hung up at once")
    }
    if mosquitto_want_write(handle) || !isConnected { try check(mosquitto_loop_write(handle, 1)) }
  }

  /// Pings the broker if that is due. Throws if the last ping was not answered.
  func look() throws(LineTrouble) { try check(mosquitto_loop_misc(handle)) }

  func takeReports() -> [Report] {
    defer { reports = [] }
    return reports
  }

  // MARK: Waiting

  /// Returns the next reports; empty after `limit`, or if nobody reads stdout. Throws when the connection is lost.
  func next(within limit: Duration) throws(LineTrouble) -> [Report] {
    let time = SystemTime()
    let end = time.sinceBoot + limit
    while true {
      // Data that TLS has already read makes no descriptor ready.
      if isConnected { try drain(0) }
      let found = takeReports()
      if !found.isEmpty { return found }
      let left = end - time.sinceBoot
      guard left > .zero else { return [] }
      var entries = [
        pollfd(fd: descriptor, events: events, revents: 0), pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
      ]
      let span = isHandshaking ? min(left, .milliseconds(20)) : left
      poll(&entries, 2, Int32(min(span / .milliseconds(1) + 1, 60_000)))
      if Int32(entries[1].revents) & Int32(POLLERR | POLLHUP) != 0 { return [] }
      if entries[0].revents != 0 || isHandshaking { try drain(entries[0].revents) }
    }
  }

  /// Returns the first value that `take` makes of a report; `nil` after `limit`, or if nobody reads stdout.
  func first<Value>(
    within limit: Duration, _ take: (Report) throws(LineTrouble) -> Value?
  ) throws(LineTrouble) -> Value? {
    let time = SystemTime()
    let end = time.sinceBoot + limit
    while time.sinceBoot < end {
      let found = try next(within: end - time.sinceBoot)
      if found.isEmpty { return nil }
      for report in found { if let value = try take(report) { return value } }
    }
    return nil
  }

  /// Waits for the broker to accept the connection with 0, or to refuse it with another code of the protocol.
  func greeting(within limit: Duration) throws(LineTrouble) -> Int32? {
    try first(within: limit) { if case .greeted(let code) = $0 { code } else { nil } }
  }

  private func drain(_ found: Int16) throws(LineTrouble) {
    do {
      var count = -1
      // Below the limit of stored reports, so that none is lost.
      while reports.count > count, reports.count < 200 {
        count = reports.count
        try serve(found)
      }
    } catch {
      // Reports before the end may explain it.
      if reports.isEmpty { throw error }
    }
  }

  // MARK: Sending

  /// - Returns: the message's number, to which its answer refers; -1 if the message is too large.
  func publish(_ message: HomeMessage, isRetained: Bool) throws(LineTrouble) -> Int32 {
    var number: Int32 = 0
    let code = mosquitto_publish(
      handle, &number, message.topic, Int32(message.payload.count), message.payload, 1, isRetained)
    guard code != MOSQ_ERR_OVERSIZE_PACKET.rawValue, code != MOSQ_ERR_PAYLOAD_SIZE.rawValue else { return -1 }
    try check(code)
    return number
  }

  /// - Parameters:
  ///   - withRetained: whether to receive the retained message, which MQTT 3.1.1 always sends.
  ///   - withOwn: whether to receive messages that this connection publishes.
  ///   - quality: 0 to lose messages when the connection has no room, 1 for delivery at least once.
  ///   - keepsFlag: whether retained messages are marked even when they arrive live (MQTT 5, 3.8.3.1).
  /// - Returns: the subscription's number, to which its answer refers.
  @discardableResult
  func subscribe(
    to topic: String, withRetained: Bool = false, withOwn: Bool = false, keepsFlag: Bool = false, quality: Int32 = 1
  ) throws(LineTrouble) -> Int32 {
    let flag = keepsFlag ? MQTT_SUB_OPT_RETAIN_AS_PUBLISHED.rawValue : 0
    let kept = withRetained ? 0 : MQTT_SUB_OPT_SEND_RETAIN_NEVER.rawValue
    let own = withOwn ? 0 : MQTT_SUB_OPT_NO_LOCAL.rawValue
    var number: Int32 = 0
    try check(
      mosquitto_subscribe_v5(handle, &number, topic, quality, Int32(version == .v5 ? kept | own | flag : 0), nil))
    return number
  }

  func disconnect() { mosquitto_disconnect(handle) }

  // MARK: Errors

  private func check(_ code: Int32) throws(LineTrouble) {
    if code != MOSQ_ERR_SUCCESS.rawValue { throw trouble(code) }
  }

  private func trouble(_ code: Int32) -> LineTrouble {
    let reason = errno
    switch code {
    case MOSQ_ERR_ERRNO.rawValue where reason != 0: return LineTrouble(Self.words(errno: reason))
    // The data was not MQTT; the library gives no reason.
    case MOSQ_ERR_ERRNO.rawValue, MOSQ_ERR_PROTOCOL.rawValue, MOSQ_ERR_MALFORMED_PACKET.rawValue:
      return usesTLS && isOpen ? .brokenOff : .noMQTT
    case MOSQ_ERR_EAI.rawValue:
      return LineTrouble("the broker's name cannot be found", fix: "check `broker`, and the network")
    case MOSQ_ERR_TLS.rawValue:
      if let certificateFault { return certificateFault }
      return LineTrouble(
        "TLS: \(lastFault ?? Self.words(code))",
        fix: "check the broker's certificate, its name, and `caFile`", isLasting: true)
    case MOSQ_ERR_CONN_LOST.rawValue: return LineTrouble("the broker has hung up")
    case MOSQ_ERR_KEEPALIVE.rawValue: return LineTrouble("the broker no longer answers")
    default: return LineTrouble(lastFault ?? Self.words(code))
    }
  }

  private static func words(_ code: Int32) -> String {
    String(cString: mosquitto_strerror(code)).split(separator: "\n").joined(separator: " ")
  }

  static func words(errno code: Int32) -> String {
    code == ECONNREFUSED ? "connection refused" : String(cString: strerror(code)).lowercased()
  }

  static func socketError(of descriptor: Int32) -> Int32? {
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else { return errno }
    return code == 0 ? nil : code
  }

  static func reason(_ code: Int32) -> String { String(cString: mosquitto_reason_string(code)) }

  // MARK: Callbacks

  fileprivate func put(_ report: Report) {
    if case .greeted(0) = report { isConnected = true }
    // Never drop an answer: the number of messages under way is limited.
    if case .message = report, reports.count >= Self.mostReports { return }
    reports.append(report)
  }

  /// Stores the readable end of `OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed`.
  fileprivate func note(fault: String) {
    let words = fault.split(separator: ":").last.map(String.init) ?? fault
    lastFault = fault.hasPrefix("OpenSSL") ? words : fault
    if fault.contains("host name verification failed") {
      certificateFault = LineTrouble(certificate: nil)
    } else if certificateFault == nil, fault.contains("certificate verify failed"), let code = verifyResult {
      certificateFault = LineTrouble(certificate: code)
    }
  }

  /// Result of the certificate check (SSL_get_verify_result(3)) during a connection. OpenSSL comes with the library
  /// and is not linked here, since nothing else of it is needed.
  private var verifyResult: Int? {
    guard let connection = mosquitto_ssl_get(handle), let function = dlsym(nil, "SSL_get_verify_result") else {
      return nil
    }
    return unsafeBitCast(function, to: (@convention(c) (UnsafeMutableRawPointer) -> Int).self)(connection)
  }

  fileprivate static func line(_ pointer: UnsafeMutableRawPointer?) -> BrokerLine? {
    pointer.map { Unmanaged<BrokerLine>.fromOpaque($0).takeUnretainedValue() }
  }

  fileprivate static func message(_ message: UnsafePointer<mosquitto_message>?) -> Report? {
    guard let message = message?.pointee, let topic = message.topic, message.payloadlen <= longestPayload else {
      return nil
    }
    let payload = UnsafeRawBufferPointer(start: message.payload, count: max(0, Int(message.payloadlen)))
    return .message(topic: String(cString: topic), payload: Array(payload), isRetained: message.retain)
  }
}

/// Sets callbacks, which the library calls while it is served. They only take notes.
private func setCallbacks(of handle: OpaquePointer) {
  mosquitto_connect_v5_callback_set(handle) { _, line, code, _, _ in
    BrokerLine.line(line)?.put(.greeted(code))
  }
  mosquitto_disconnect_v5_callback_set(handle) { _, line, code, _ in
    // Lower codes come from the library itself, and its current call returns them, too.
    if code >= 128 { BrokerLine.line(line)?.put(.dismissed(code)) }
  }
  mosquitto_publish_v5_callback_set(handle) { _, line, number, code, _ in
    BrokerLine.line(line)?.put(.answered(message: number, code: code))
  }
  mosquitto_subscribe_v5_callback_set(handle) { _, line, number, count, granted, _ in
    let isRefused = UnsafeBufferPointer(start: granted, count: max(0, Int(count))).contains { $0 >= 128 }
    BrokerLine.line(line)?.put(.subscribed(number, isRefused: isRefused))
  }
  mosquitto_message_v5_callback_set(handle) { _, line, message, _ in
    if let report = BrokerLine.message(message) { BrokerLine.line(line)?.put(report) }
  }
  mosquitto_log_callback_set(handle) { _, line, level, text in
    guard level == MOSQ_LOG_ERR, let text else { return }
    BrokerLine.line(line)?.note(fault: String(cString: text))
  }
}
