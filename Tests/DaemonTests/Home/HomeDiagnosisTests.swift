import Testing

@testable import Control
@testable import Daemon

struct HomeDiagnosisTests {
  private static func status(
    _ state: HomeReport.State, why: String? = nil, fix: String? = nil, waiting: Int = 0, problem: String? = nil,
    changes: [HomeStatusView.Change] = []
  ) -> HomeStatusView {
    let report = HomeReport(
      state: state, broker: "broker.lan", since: "2026-11-24T07:02:03+01:00", why: why, fix: fix, waiting: waiting)
    return HomeStatusView(report: report, problem: problem, changes: changes)
  }

  static let looks: [(look: HomeStatusView?, says: [String], level: FindingView.Level)] = [
    (nil, [], .ok),
    (HomeStatusView(report: nil), ["rouse-mqtt is not running"], .warning),
    (
      HomeStatusView(report: nil, unreached: .init(why: "there is no group", fix: "make it")), ["there is no group"],
      .warning
    ),
    (status(.connected), ["connected to broker.lan since 07:02"], .ok),
    (status(.connected, waiting: 1), ["connected to broker.lan since 07:02; 1 event waits"], .ok),
    (
      status(.connected, why: "the broker refuses a topic"),
      ["connected to broker.lan since 07:02, but the broker refuses a topic"], .warning
    ),
    (
      status(.notConnected, why: "connection refused", waiting: 5),
      ["not connected to broker.lan: connection refused; 5 events wait"], .warning
    ),
    (
      status(
        .connected, problem: "it is not JSON5",
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
    symptoms.home = Self.status(.notConnected, fix: "give the right password")
    #expect(Diagnosis.findings(symptoms).first { $0.check == "home" }?.fix == "give the right password")
  }
}
