import Glibc
import Testing

@testable import Control
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

  private static let keep = "To keep it: `rouse data erase --cancel`."
  private static let kept = "Sat 2026-12-05 07:40. " + keep

  static let planned: [(ErasureView, String)] = [
    (view("history"), "The history of rings, with the log and pictures, will be erased on " + kept),
    (view("all"), "Everything except alarms and cards will be erased on " + kept),
    (
      view("all", alarms: true, cards: true, waits: "a timer runs"),
      "Everything will be erased on Sat 2026-12-05 07:40. It waits: a timer runs. " + keep
    ),
    (view("all", alarms: true, begun: true), "Everything except cards is being erased."),
    (
      view("all", alarms: true, begun: true, waits: "the disk is full"),
      "Everything except cards is being erased: the disk is full."
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

  @Test func ringsAreListedWithWhatIsKnownOfThem() {
    let ring = EvidenceView(
      ring: "2026-11-21T070105Z-k3f9xa", alarmId: "k3f9xa", label: "Work", outcome: "missed",
      ended: "2026-11-21T08:01:05+01:00", pictures: 12, bytes: 1025)
    let unknown = EvidenceView(
      ring: "2026-11-20T070105Z-k3f9xa", alarmId: nil, label: nil, outcome: nil, ended: nil, pictures: 1, bytes: 0)
    let reply = ListEvidence.Reply(on: true, rings: [ring, unknown], days: 30, mostRings: 30)
    let lines = EvidenceListCommand().text(reply).split(separator: "\n").dropFirst().prefix(2)
    #expect(
      lines.map { $0.split(separator: " ").joined(separator: " ") } == [
        "2026-11-21T070105Z-k3f9xa Sat 2026-11-21 08:01:05 missed 12 2 Work",
        "2026-11-20T070105Z-k3f9xa - - 1 0 -",
      ])
  }

  @Test(arguments: [
    ("a/b", ENOENT, "a"), ("a/b/", ENOENT, "a"), ("a/b/c", ENOENT, "a/b"), ("/x/y/z", ENOENT, "/x/y"),
    ("", ENOENT, nil), ("a", EACCES, nil), ("a/b", EACCES, nil), ("a/b", ENOTDIR, nil),
  ])
  func aFolderInOneThatIsMissingNamesThatOne(folder: String, code: Int32, missing: String?) {
    let error = EvidenceGetCommand.refusal(of: folder, code)
    #expect(error.code == .cannotCreate)
    let text = "\(error)"
    if let missing {
      #expect(text.contains("the folder \(missing) is missing") && text.contains("mkdir -p \(missing)"))
    } else {
      #expect(text.contains(String(cString: strerror(code))) && !text.contains("mkdir"))
    }
  }

  @Test(arguments: [true, false], [true, false])
  func whereNothingIsKeptTheWayToTurnItOnIsNamed(isEmpty: Bool, isOn: Bool) {
    let note = EvidenceListCommand.note(isEmpty: isEmpty, isOn: isOn)
    #expect(note.contains("rouse settings set evidence on") == (isEmpty && !isOn))
    #expect(note.contains("will be kept") == isOn && note.contains("No pictures are kept.") == isEmpty)
  }

  private static func ring(
    _ outcome: HistoryView.Outcome?, card: String? = nil, late: Int = 0, took: Int? = 75, snoozes: Int = 0,
    wrong: Int = 0, unread: Int = 0, checks: Int = 0, failed: Int = 0, trusted: Bool = true,
    _ interruptions: [InterruptionView] = []
  ) -> HistoryView {
    HistoryView(
      alarmId: "k3f9xa", label: "Work", due: "2026-11-23T07:15:00+01:00", began: "2026-11-23T07:15:00+01:00",
      ended: nil, outcome: outcome, card: card, lateSeconds: late, tookSeconds: took, snoozes: snoozes,
      wrongCodes: wrong, unreadSeconds: unread, wakeChecks: checks, failedWakeChecks: failed, trusted: trusted,
      interruptions: interruptions)
  }

  private static func away(_ kind: InterruptionView.Kind, _ began: String, _ ended: String) -> InterruptionView {
    InterruptionView(kind: kind, began: "2026-11-\(began):09+01:00", ended: "2026-11-\(ended):31+01:00")
  }

  static let rings: [(HistoryView, String, String)] = [
    (ring(.dismissed, card: "bathroom"), "bathroom", "-"),
    (ring(.dismissed), "a card", "-"),
    (ring(nil, took: nil, wrong: 1), "still ringing", "1 wrong card"),
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
    let late = Self.ring(.dismissed, card: "bathroom", late: 1260, took: 192, wrong: 2)
    #expect(
      HistoryText.table([late, Self.ring(.missed, took: 3600)]).rendered(style: Style(isColoured: false)) == """
        DUE                   ALARM  ENDED BY        LATE   TOOK  NOTES
        Mon 2026-11-23 07:15  Work   bathroom         21m  3m12s  2 wrong cards
        Mon 2026-11-23 07:15  Work   NOBODY: missed     -     1h  -
        """)
  }
}
