import Glibc
import Home
import Machine

extension BrokerLine {
  /// Below the limit of stored reports, so that none is lost.
  private static let enough = 200

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
      while reports.count > count, reports.count < Self.enough {
        count = reports.count
        try serve(found)
      }
    } catch {
      // Reports before the end may explain it.
      if reports.isEmpty { throw error }
    }
  }
}
