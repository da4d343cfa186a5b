import Control
import Testing

@testable import rouse

@Suite struct DataTests {
  static let categories = [
    DataView(
      category: "alarms", what: "alarms, timers and presets", count: 1, unit: "row", bytes: 0, since: nil,
      kept: "until you change it", place: "rouse.sqlite"),
    DataView(
      category: "history", what: "each ring, and what became of it; what went on beside rings", count: 731, unit: "row",
      bytes: 102_401, since: "2024-11-21T07:00:00Z", kept: "2y (setting `history`)", place: "rouse.sqlite"),
    DataView(
      category: "backups", what: "the clock's own copies of the store, and broken ones that were put aside", count: 7,
      unit: "file", bytes: 1_048_576, since: nil, kept: "the latest 7, one a day", place: "backups/"),
  ]

  private static let kept = "To keep it: `rouse data erase --cancel`."

  static let planned: [(ErasureView, String)] = [
    (
      view("history"),
      "What is remembered of rings, with the log and pictures, is erased on Sat 2026-12-05 07:40. " + kept
    ),
    (view("all"), "All that is kept but for alarms and cards is erased on Sat 2026-12-05 07:40. " + kept),
    (
      view("all", alarms: true, cards: true, waits: "a timer runs"),
      "All that is kept is erased on Sat 2026-12-05 07:40. It waits: a timer runs. " + kept
    ),
    (view("all", alarms: true, begun: true), "All that is kept but for cards is being erased."),
    (
      view("all", alarms: true, begun: true, waits: "the disk is full"),
      "All that is kept but for cards is being erased: the disk is full."
    ),
  ]

  private static func view(
    _ scope: String, alarms: Bool = false, cards: Bool = false, begun: Bool = false, waits: String? = nil
  ) -> ErasureView {
    ErasureView(
      scope: scope, alarms: alarms, cards: cards, asked: "2026-11-21T07:40:00Z", due: "2026-12-05T07:40:00Z",
      begun: begun, waits: waits)
  }

  @Test(arguments: planned)
  func whatIsPlannedIsSaidWithWhatTakesItBack(view: ErasureView, words: String) {
    #expect(ErasureText.sentence(view) == words)
    var status = Sample.status()
    status.erasure = view
    #expect(StatusText.rendered(status, style: Style()).contains("ERASURE: " + words))
  }

  @Test func itSaysThatNothingLeavesTheClock() {
    #expect(DataListCommand.note(on: "/x").contains("in /x, and nothing leaves the clock by itself"))
  }
}
