import Testing

@testable import Control
@testable import rouse

struct HistoryTextTests {
  private static func ring(
    _ outcome: HistoryView.Outcome?, card: String? = nil, late: Int = 0, took: Int? = 75, snoozes: Int = 0,
    wrong: Int = 0, unread: Int = 0, checks: Int = 0, failed: Int = 0, trusted: Bool = true,
    _ interruptions: [InterruptionView] = []
  ) -> HistoryView {
    HistoryView(
      alarmId: "k3f9xa", label: "Work", due: "2026-11-23T07:15:00+01:00", began: "2026-11-23T07:15:00+01:00",
      ended: nil,
      outcome: outcome, card: card, lateSeconds: late, tookSeconds: took, snoozes: snoozes, wrongCodes: wrong,
      unreadSeconds: unread, wakeChecks: checks, failedWakeChecks: failed, trusted: trusted,
      interruptions: interruptions)
  }

  private static func away(_ kind: InterruptionView.Kind, _ began: String, _ ended: String) -> InterruptionView {
    InterruptionView(kind: kind, began: "2026-11-\(began):09+01:00", ended: "2026-11-\(ended):31+01:00")
  }

  static let rings: [(HistoryView, String, String)] = [
    (ring(.dismissed, card: "bathroom"), "bathroom", "-"),
    (ring(.dismissed), "a card", "-"),
    (ring(nil, took: nil, wrong: 1), "it rings", "1 wrong card"),
    (ring(.skipped, took: nil), "skipped", "-"),
    (ring(.dismissed, card: "b", snoozes: 1, trusted: false), "b", "the clock's time was not certain, snoozed once"),
    (
      ring(.missed, snoozes: 1, wrong: 3, unread: 75), "NOBODY: missed",
      "snoozed once, 3 wrong cards, a code unread for 1m15s"
    ),
    (ring(.dismissed, card: "b", checks: 1), "b", "wake check passed"),
    (ring(.dismissed, card: "b", snoozes: 2, checks: 3, failed: 2), "b", "snoozed 2 times, wake check failed 2 times"),
    (
      ring(
        .missedUnrung, took: nil, [away(.powerGone, "22T23:40", "23T08:20"), away(.noCamera, "23T08:21", "23T08:21")]),
      "NEVER RANG", "power gone Sun 23:40-08:20, no camera 08:21"
    ),
    (
      ring(
        .dismissed, card: "b",
        [away(.serviceStopped, "23T07:16", "23T07:18"), away(.serviceDied, "23T07:19", "23T07:20")]), "b",
      "service stopped 07:16-07:18, service died 07:19-07:20"
    ),
  ]

  @Test(arguments: rings)
  func aRingIsToldInWords(ring: HistoryView, end: String, notes: String) {
    #expect(HistoryText.end(of: ring) == end)
    #expect(HistoryText.notes(on: ring) == notes)
  }

  @Test func theTableIsOneLineARing() {
    let rings = [
      Self.ring(.dismissed, card: "bathroom", late: 1260, took: 192, wrong: 2), Self.ring(.missed, took: 3600),
    ]
    #expect(
      HistoryText.table(rings).rendered(style: Style(isColoured: false)) == """
        DUE                   ALARM  ENDED BY        LATE   TOOK  NOTES
        Mon 2026-11-23 07:15  Work   bathroom         21m  3m12s  2 wrong cards
        Mon 2026-11-23 07:15  Work   NOBODY: missed     -     1h  -
        """)
  }
}
