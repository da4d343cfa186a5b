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
