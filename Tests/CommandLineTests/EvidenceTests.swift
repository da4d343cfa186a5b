import ArgumentParser
import Control
import Testing

@testable import rouse

@Suite struct EvidenceTests {
  static let ring = EvidenceView(
    ring: "2026-11-21T070105Z-k3f9xa", alarmId: "k3f9xa", label: "Work", outcome: "missed",
    ended: "2026-11-21T08:01:05+01:00", pictures: 12, bytes: 1025)

  @Test func ringsAreListedWithWhatIsKnownOfThem() {
    let unknown = EvidenceView(
      ring: "2026-11-20T070105Z-k3f9xa", alarmId: nil, label: nil, outcome: nil, ended: nil, pictures: 1, bytes: 0)
    let lines = EvidenceListCommand.table([Self.ring, unknown]).rendered().split(separator: "\n").dropFirst()
    #expect(
      lines.map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") } == [
        "2026-11-21T070105Z-k3f9xa Sat 2026-11-21 08:01:05 missed 12 2 Work",
        "2026-11-20T070105Z-k3f9xa - - 1 0 -",
      ])
  }

  static let deletions: [([String], Bool)] = [
    (["2026"], true), (["--all"], true), ([], false), (["2026", "--all"], false),
  ]

  @Test(arguments: deletions)
  func allIsDeletedOnlyWhenThatIsSaid(words: [String], isTaken: Bool) {
    if isTaken {
      #expect(throws: Never.self) { try Rouse.parseAsRoot(["evidence", "delete"] + words) }
    } else {
      #expect(throws: (any Error).self) { try Rouse.parseAsRoot(["evidence", "delete"] + words) }
    }
  }
}
