import Control
import Glibc
import Testing

@testable import rouse

@Suite struct EvidenceTests {
  static let ring = EvidenceView(
    ring: "2026-11-21T070105Z-k3f9xa", alarmId: "k3f9xa", label: "Work", outcome: "missed",
    ended: "2026-11-21T08:01:05+01:00", pictures: 12, bytes: 1025)

  @Test func ringsAreListedWithWhatIsKnownOfThem() {
    let unknown = EvidenceView(
      ring: "2026-11-20T070105Z-k3f9xa", alarmId: nil, label: nil, outcome: nil, ended: nil, pictures: 1, bytes: 0)
    let reply = ListEvidence.Reply(on: true, rings: [Self.ring, unknown], days: 30, mostRings: 30)
    let lines = EvidenceListCommand().text(reply).split(separator: "\n").dropFirst().prefix(2)
    #expect(
      lines.map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") } == [
        "2026-11-21T070105Z-k3f9xa Sat 2026-11-21 08:01:05 missed 12 2 Work",
        "2026-11-20T070105Z-k3f9xa - - 1 0 -",
      ])
  }

  static let folders: [(String, Int32, String?)] = [
    ("a/b", ENOENT, "a"), ("a/b/", ENOENT, "a"), ("a/b/c", ENOENT, "a/b"), ("/x/y/z", ENOENT, "/x/y"),
    ("", ENOENT, nil), ("a", EACCES, nil), ("a/b", EACCES, nil), ("a/b", ENOTDIR, nil),
  ]

  @Test(arguments: folders)
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

  @Test func whereNothingIsKeptTheWayToTurnItOnIsNamed() {
    for (isEmpty, isOn) in [(true, false), (true, true), (false, false), (false, true)] {
      let note = EvidenceListCommand.note(isEmpty: isEmpty, isOn: isOn)
      #expect(note.contains("rouse settings set evidence on") == (isEmpty && !isOn))
      #expect(note.contains("will be kept") == isOn)
      #expect(note.contains("No pictures are kept.") == isEmpty)
    }
  }
}
