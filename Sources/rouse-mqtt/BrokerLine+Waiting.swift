import Glibc
import Home
import Machine

/// For a program that has nothing else to do than to talk to the broker.
extension BrokerLine {
  /// Fewer than are kept at once, so that none is lost.
  private static let enough = 200

  /// What comes next; empty: nothing has within the time, or nobody reads what this program says. Throws when the line is
  /// lost.
  func next(within limit: Duration) throws(LineTrouble) -> [Report] {
    let time = SystemTime()
    let end = time.sinceBoot + limit
    while true {
      // What TLS has read already is told of by no descriptor.
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
      // What came before its end may say why.
      if reports.isEmpty { throw error }
    }
  }
}
