import Glibc
import Synchronization
import TestSupport

enum Loopback {
  /// - Parameter port: 0 for any free port.
  static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }

  static func socket() -> Int32 {
    Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  }

  /// Returns a socket bound to the port and the port's number, or `nil` if the port is taken.
  static func bound(to port: UInt16) -> (socket: Int32, port: UInt16)? {
    let own = socket()
    var address = address(port)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(own, $0, length) == 0 ? getsockname(own, $0, &length) : -1
      }
    }
    if code == 0 { return (own, UInt16(bigEndian: address.sin_port)) }
    close(own)
    return nil
  }

  /// Opens a listening socket at a free port.
  static func listen() throws -> (listener: Int32, port: UInt16) {
    guard let (listener, port) = bound(to: 0), Glibc.listen(listener, 16) == 0 else {
      throw Failure("no server: \(String(cString: strerror(errno)))")
    }
    return (listener, port)
  }

  /// Runs a server on its own thread.
  static func run(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body)).toOpaque()
    pthread_create(
      &thread, nil,
      { box in
        guard let box else { return nil }
        Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body()
        return nil
      }, box)
    pthread_detach(thread)
  }

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

/// Forwards TCP connections on the loopback interface; can cut them, even within a packet, or stop forwarding.
final class Relay: Sendable {
  private struct State {
    /// The number of bytes to forward before all connections are cut, or `nil` for no limit.
    var budget: Int?
    var isHolding = false
    var isOver = false
    var cuts = 0
  }

  private struct Pair {
    var client: Int32
    var server: Int32
    var isOver = false
  }

  let port: UInt16
  private let listener: Int32
  private let target: UInt16
  private let state = Mutex(State())

  init(to target: UInt16) throws {
    self.target = target
    (listener, port) = try Loopback.listen()
    Loopback.run { self.run() }
  }

  var cuts: Int { state.withLock { $0.cuts } }
  func cut(after bytes: Int) { state.withLock { $0.budget = bytes } }
  /// Stops forwarding without closing the connections, or continues.
  func hold(_ isHolding: Bool) { state.withLock { $0.isHolding = isHolding } }
  func end() { state.withLock { $0.isOver = true } }

  private func run() {
    var pairs: [Pair] = []
    defer {
      for pair in pairs { Self.end(pair) }
      close(listener)
    }
    while true {
      let (isHolding, isOver) = state.withLock { ($0.isHolding, $0.isOver) }
      if isOver { return }
      let watched = isHolding ? [] : pairs.flatMap { [$0.client, $0.server] }
      var entries = ([listener] + watched).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&entries, nfds_t(entries.count), 10)
      if entries[0].revents != 0, let pair = accepted() { pairs.append(pair) }
      guard !isHolding else { continue }
      for (index, entry) in entries.dropFirst().enumerated() where entry.revents != 0 {
        let pair = pairs[index / 2]
        let isGood = index % 2 == 0 ? pass(pair.client, pair.server) : pass(pair.server, pair.client)
        if !isGood { pairs[index / 2].isOver = true }
      }
      if state.withLock({ $0.budget ?? 1 }) <= 0 {
        for index in pairs.indices { pairs[index].isOver = true }
        state.withLock { state in
          state.budget = nil
          state.cuts += 1
        }
      }
      for pair in pairs where pair.isOver { Self.end(pair) }
      pairs.removeAll { $0.isOver }
    }
  }

  private func accepted() -> Pair? {
    let client = accept(listener, nil, nil)
    guard client >= 0 else { return nil }
    let server = Loopback.socket()
    let address = Loopback.address(target)
    let code = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      Self.end(Pair(client: client, server: server))
      return nil
    }
    return Pair(client: client, server: server)
  }

  /// Returns `false` if one side has closed.
  private func pass(_ from: Int32, _ to: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(from, &bytes, bytes.count)
    guard count > 0 else { return false }
    let passing = state.withLock { state -> Int in
      guard let budget = state.budget else { return count }
      state.budget = budget - count
      return min(count, max(0, budget))
    }
    var sent = 0
    while sent < passing {
      let more = bytes[sent..<passing].withUnsafeBytes { send(to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard more > 0 else { return false }
      sent += more
    }
    return true
  }

  /// Resets both connections, like a router that has forgotten them.
  private static func end(_ pair: Pair) {
    var atOnce = linger(l_onoff: 1, l_linger: 0)
    for descriptor in [pair.client, pair.server] {
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
      close(descriptor)
    }
  }
}
