import Testing

@testable import Control
@testable import Daemon

struct HomeReportTests {
  /// A single character can be endless, too: combining accents.
  @Test func whatAStrangerReportsIsALineEachAndNotEndless() {
    let endless = "a" + String(repeating: "\u{301}", count: 100_000)
    let report = HomeReport(
      state: .notConnected, broker: endless, since: endless, why: endless, fix: "a\nb\u{1b}[2J", waiting: -1,
      oldest: String(repeating: "ä", count: 100))
    let kept = report.bounded
    #expect(kept.broker.utf8.count <= HomeReport.longestBroker && kept.since.utf8.count <= 40)
    #expect(kept.why?.utf8.count ?? 0 <= HomeReport.longestText)
    #expect(kept.fix == "a?b?[2J" && kept.waiting == 0 && kept.oldest == String(repeating: "ä", count: 20))
  }
}
