import Dispatch
import Glibc
import Synchronization
import TestSupport

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

    func end() { for descriptor in [client, server] { Relay.end(descriptor) } }
  }

  let port: UInt16
  private let listener: Int32
  private let target: UInt16
  private let state = Mutex(State())

  init(to target: UInt16) throws {
    self.target = target
    (listener, port) = try Loopback.listen()
    DispatchQueue(label: "relay").async { self.run() }
  }

  var cuts: Int { state.withLock { $0.cuts } }
  func cut(after bytes: Int) { state.withLock { $0.budget = bytes } }
  /// Stops forwarding without closing the connections, or continues.
  func hold(_ isHolding: Bool) { state.withLock { $0.isHolding = isHolding } }
  func end() { state.withLock { $0.isOver = true } }

  private func run() {
    var pairs: [Pair] = []
    defer {
      for pair in pairs { pair.end() }
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
      for pair in pairs where pair.isOver { pair.end() }
      pairs.removeAll { $0.isOver }
    }
  }

  private func accepted() -> Pair? {
    let client = accept(listener, nil, nil)
    guard client >= 0 else { return nil }
    if let server = Loopback.connection(to: target) { return Pair(client: client, server: server) }
    Self.end(client)
    return nil
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

  /// Resets a connection, like a router that has forgotten it.
  private static func end(_ descriptor: Int32) {
    var atOnce = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
    close(descriptor)
  }
}
