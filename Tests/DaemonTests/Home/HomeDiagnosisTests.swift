import Testing

@testable import Control
@testable import Daemon

struct HomeDiagnosisTests {
  private static func report(
    _ state: HomeReport.State, why: String? = nil, fix: String? = nil, waiting: Int = 0
  ) -> HomeReport {
    HomeReport(
      state: state, broker: "broker.lan", since: "2026-11-24T07:02:03+01:00", why: why, fix: fix, waiting: waiting)
  }

  static let looks: [(look: HomeStatusView?, says: [String], level: FindingView.Level)] = [
    (nil, [], .ok),
    (HomeStatusView(report: nil), ["rouse-mqtt is not running"], .warning),
    (
      HomeStatusView(report: nil, unreached: .init(why: "there is no group", fix: "make it")), ["there is no group"],
      .warning
    ),
    (HomeStatusView(report: report(.connected)), ["connected to broker.lan since 07:02"], .ok),
    (
      HomeStatusView(report: report(.connected, waiting: 1)),
      ["connected to broker.lan since 07:02; 1 event waits"], .ok
    ),
    (
      HomeStatusView(report: report(.connected, why: "the broker refuses a topic")),
      ["connected to broker.lan since 07:02, but the broker refuses a topic"], .warning
    ),
    (
      HomeStatusView(report: report(.notConnected, why: "connection refused", waiting: 5)),
      ["not connected to broker.lan: connection refused; 5 events wait"], .warning
    ),
    (
      HomeStatusView(
        report: report(.connected), problem: "it is not JSON5",
        changes: [HomeStatusView.Change(time: "2026-11-23T23:14:00+01:00", what: "Work skipped by Home Assistant")]),
      [
        "connected to broker.lan since 07:02", "nothing is done for the house: it is not JSON5",
        "in the last day: Work skipped by Home Assistant 23:14",
      ], .warning
    ),
  ]

  @Test(arguments: looks.indices)
  func itIsToldInWordsAndKeepsNoClockFromBeingReady(index: Int) {
    var symptoms = DiagnosisTests.healthy
    symptoms.home = Self.looks[index].look
    let found = Diagnosis.findings(symptoms).filter { $0.check == "home" }
    #expect(found.map(\.what) == Self.looks[index].says)
    #expect(found.contains { $0.level == .warning } == (Self.looks[index].level == .warning))
    for finding in found where finding.level != .ok { #expect(finding.why != nil && finding.fix != nil) }
    #expect(!found.contains { $0.level == .problem })
  }

  @Test func whatTheReporterKnowsToHelpGoesBeforeWhatTheClockKnows() {
    var symptoms = DiagnosisTests.healthy
    symptoms.home = HomeStatusView(report: Self.report(.notConnected, fix: "give the right password"))
    #expect(Diagnosis.findings(symptoms).first { $0.check == "home" }?.fix == "give the right password")
  }
}
