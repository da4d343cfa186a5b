import Testing

@testable import Control
@testable import rouse

struct HomeTextTests {
  private static let now = "2026-11-24T09:00:00+01:00"

  private static func report(_ state: HomeReport.State, waiting: Int, oldest: String? = nil) -> HomeReport {
    HomeReport(
      state: state, broker: "broker\u{1B}.lan", since: "2026-11-24T07:02:00+01:00", why: "refused", waiting: waiting,
      oldest: oldest)
  }

  static let looks: [(look: HomeStatusView, first: String)] = [
    (HomeStatusView(report: report(.connected, waiting: 0)), "connected to broker?.lan since 07:02; refused"),
    (
      HomeStatusView(report: report(.notConnected, waiting: 1, oldest: "2026-11-24T06:10:00+01:00")),
      "not connected to broker?.lan: refused; 1 event waits, the oldest of 06:10"
    ),
    (
      HomeStatusView(report: nil),
      "NOT CONNECTED: rouse-mqtt is not running; start it: `sudo systemctl start rouse-mqtt`. If it does not stay, `sudo rouse mqtt test` tells why"
    ),
  ]

  @Test(arguments: looks.indices)
  func theLineToTheHouseIsOneLine(index: Int) {
    let lines = HomeText.lines(Self.looks[index].look, now: Self.now, Style(isColoured: false))
    #expect(lines == [Self.looks[index].first])
  }

  @Test func whatTheHouseHadDoneIsNamedWithItsTime() {
    let change = HomeStatusView.Change(time: "2026-11-24T08:14:00+01:00", what: "Work skipped by Home Assistant")
    let look = HomeStatusView(report: nil, problem: "it is not JSON5", changes: [change])
    let lines = HomeText.lines(look, now: Self.now, Style(isColoured: false))
    #expect(lines.dropFirst() == ["NOTHING ALLOWED: it is not JSON5", "Work skipped by Home Assistant 08:14"])
  }
}
