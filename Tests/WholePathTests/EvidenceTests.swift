import Control
import Glibc
import Pictures
import TestSupport
import Testing

struct EvidenceTests {
  private func kept(_ clock: Clock) async throws -> [EvidenceView] {
    try await clock.decode(ListEvidence.Reply.self, "evidence", "list", "--json").rings
  }

  private func untilKept(_ count: Int, _ clock: Clock) async throws {
    try await clock.eventually("evidence is kept") { try await clock.events("evidence_kept").count == count }
  }

  @Test func aDismissalKeepsPicturesInWhichNoCodeCanBeReadUntilItIsTurnedOff() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      #expect(try await clock.rouse("settings", "set", "evidence", "on").errors.contains("From the next ring on"))
      let id = try await clock.ring()
      try await clock.show("stranger")
      try await clock.eventually("the wrong code is seen") { try await !clock.events("dismiss_fail_qr").isEmpty }
      try await clock.dismiss()
      try await untilKept(1, clock)
      let ring = try #require(try await kept(clock).first)
      #expect(ring.alarmId == id && ring.outcome == "dismissed" && ring.label == "Wake")
      #expect((2...15).contains(ring.pictures))

      let folder = clock.folder + "/pictures"
      // A request that fails before it returns a picture is not logged as a reading, and leaves no folder.
      let refused = try await clock.rouse("evidence", "get", ring.ring, "--output", folder + "/inner")
      #expect(refused.errors.contains("mkdir -p \(folder)"))
      #expect(try await clock.rouse("evidence", "get", "2001", "--output", folder).code != 0)
      #expect(!Files.names(clock.folder).contains("pictures"))
      try await clock.succeed("evidence", "get", String(ring.ring.prefix(12)), "--output", folder)
      let pictures = Files.names(folder).filter { $0.hasSuffix(".png") }.sorted().map { "\(folder)/\($0)" }
      #expect(pictures.count == ring.pictures)
      for picture in pictures { #expect(try await clock.rouse("decode", picture).code == 1, "\(picture)") }
      #expect(try await clock.rouse(["decode", "--burst"] + pictures).code == 1)
      let facts = Files.text(folder + "/ring.json")
      #expect(facts.contains("\"passes\" : [\n        \""), "\(facts)")
      for secret in ["\"right\"", "stranger", "7269676874"] { #expect(!facts.contains(secret)) }
      #expect(try await clock.events("evidence_read").map(\.detail) == [ring.ring])

      // A backup contains no pictures.
      let copy = clock.folder + "/copy"
      try await clock.succeed("backup", copy)
      #expect(Files.text(copy).split(separator: "\u{89}PNG").count == 1)
      #expect(Files.names(clock.statePath + "/evidence") == [ring.ring])
      #expect(try await clock.rouse("settings", "set", "evidence", "off").errors.contains("of 1 ring are deleted"))
      #expect(Files.names(clock.statePath + "/evidence").isEmpty)
      #expect(try await !clock.succeed("status").contains("evidence"))
    }
  }

  @Test func withoutTheOptionAndForAnythingButARingNothingIsKept() async throws {
    try await Clock.run(in: "/tmp", at: Clock.morning) { clock in
      _ = try await clock.ring()
      try await clock.dismiss()
      try await clock.eventually("no reader is left") { clock.scanID == nil }
      try await clock.succeed("settings", "set", "evidence", "on")
      try await clock.succeed("card", "test", "--for", "10s")
      try await clock.succeed("camera", "aim", "--for", "1s")
      try await clock.succeed("camera", "snapshot", clock.folder + "/view.png")
      _ = try await clock.rouse("doctor")
      try await clock.eventually("no reader is left") { clock.scanID == nil }
      #expect(Files.names(clock.statePath + "/evidence").isEmpty)
      #expect(try await clock.events("evidence_kept").isEmpty)
      #expect(try await clock.succeed("status").contains("evidence: ON"))
      try await clock.succeed("mock", "hide")
      #expect(try await clock.succeed("doctor", "--json").contains("rouse settings set evidence off"))
    }
  }

  @Test(.takesLong) func neitherPicturesInTheMakingNorADeadReaderNorABrokenFolderHurtARing() async throws {
    try await Clock.run { clock in
      try await clock.succeed("settings", "set", "evidence", "on")
      // The next ring gets the camera at once, while pictures of the previous one are still being made.
      for count in 1...2 {
        _ = try await clock.ring()
        try await clock.dismiss()
        #expect(try await clock.events("dismiss_success_qr").count == count)
        try await clock.succeed("mock", "hide")
      }
      try await untilKept(2, clock)
      try await clock.eventually("no reader is left") { clock.scanID == nil }
      #expect(try await clock.events("device_failed").isEmpty)

      _ = try await clock.ring()
      try await clock.eventually("the reader sees frames") { clock.scanID != nil }
      kill(try #require(clock.scanID), SIGKILL)
      try await clock.dismiss()
      try await untilKept(3, clock)
      #expect(try await kept(clock).first?.pictures ?? 0 > 0)

      try await clock.succeed("mock", "hide")
      Files.remove(clock.statePath + "/evidence")
      try Files.write("", to: clock.statePath + "/evidence")
      _ = try await clock.ring()
      try await clock.dismiss()
      #expect(try await !clock.mock.isSounding)
      try await clock.eventually("that is told") { try await !clock.events("evidence_failed").isEmpty }
      #expect(try await clock.events("dismiss_success_qr").count == 4)
      #expect(try await clock.status.storage.error == nil)
    }
  }
}
