import Control
import Glibc
import TestSupport
import Testing

struct HistoryTests {
  private struct Document: Decodable {
    var rings: [HistoryView]
    var older: Bool
  }

  private func history(_ clock: Clock, _ words: String...) async throws -> Document {
    try await clock.decode(Document.self, ["history", "--json"] + words)
  }

  @Test func aRingGoesOnAfterAStopAndADeathAndWhoSilencedItAndWhatCameBetweenIsTold() async throws {
    try await Clock.run(isLong: true) { clock in
      let id = try await clock.ring()
      try await clock.show("wrong")
      try await clock.eventually("it is counted") { try await history(clock).rings.first?.wrongCodes ?? 0 > 0 }
      let rings = try await history(clock).rings
      #expect(rings.map(\.alarmId) == [id] && rings.map(\.outcome) == [nil])

      // A deliberate restart, then a crash.
      #expect(try await clock.end(SIGTERM).code == 0)
      try await clock.start()
      try await clock.untilRinging()
      try await clock.eventually("the stop is told") { try await clock.events("service_away").count == 1 }
      let names = try await clock.log.map(\.event)
      let stopped = try #require(names.firstIndex(of: "daemon_stopped"))
      #expect(names[..<stopped].contains("audio_stopped"), "the speaker was silenced before the end")
      #expect(try await clock.events("resumed").map(\.alarmId) == [id])
      #expect(try await clock.end(SIGKILL).code == 137)
      try await clock.start()
      try await clock.untilRinging()
      try await clock.eventually("the death is told") { try await clock.events("service_away").count == 2 }
      #expect(try await clock.events("resumed").map(\.alarmId) == [id, id])

      // The camera is unplugged for a while.
      try await clock.succeed("mock", "fail", "camera")
      try await clock.eventually("it fails") { try await clock.status.devices["camera"]?.health == .failed }
      try await Task.sleep(for: .milliseconds(1500))
      try await clock.succeed("mock", "heal", "camera")
      try await clock.eventually("it is told") { try await !clock.events("no_camera").isEmpty }

      try await clock.bring("right")
      let ring = try #require(try await history(clock).rings.first)
      #expect(ring.outcome == .dismissed && ring.card == "right" && ring.label == "Wake")
      #expect(ring.wrongCodes > 0 && ring.lateSeconds == 0 && ring.tookSeconds ?? 0 >= 1)
      #expect(ring.interruptions.map(\.kind).contains(.noCamera))
      #expect(ring.interruptions.map(\.kind).filter { $0 != .noCamera } == [.serviceStopped, .serviceDied])

      let told = try await clock.rouse("history")
      #expect(told.code == 0 && told.output.contains("ENDED BY"))
      let line = try #require(told.output.split(separator: "\n").last)
      for word in ["Wake", "right", "wrong card", "service stopped", "no camera"] {
        #expect(line.contains(word), "\(line)")
      }
      try await tellsTheSame(clock, as: ring)

      // What was dismissed does not come back.
      try await clock.restart(SIGKILL)
      let after = try await clock.status
      #expect(after.state == .idle && after.rings.isEmpty)
      #expect(try await clock.events("resumed").count == 2)
      #expect(try await clock.alarms.map(\.enabled) == [false])
    }
  }

  private func tellsTheSame(_ clock: Clock, as ring: HistoryView) async throws {
    let month = try #require(try await clock.decode(JSON.self, "insight", "--json")["month"])
    guard ring.trusted else {
      #expect(month["untrusted"] == .number(1) && month["dismissed"] == .number(0))
      return
    }
    #expect(month["dismissed"] == .number(1) && month["interruptedRings"] == .number(1))
    #expect(month["wrongCards"] == .number(Double(ring.wrongCodes)))
    let kinds = Dictionary(ring.interruptions.map { ($0.kind.rawValue, 1.0) }, uniquingKeysWith: +)
    #expect(month["interruptions"] == .object(kinds.mapValues { .number($0) }))
    #expect(Int(month["timeToCard.medianMilliseconds"]?.number ?? 0) / 1000 >= ring.tookSeconds ?? .max)
    #expect(try await clock.rouse("insight", "--detailed").output.contains("1 ended by a card"))
  }

  @Test func ringsAndTheLogAreFilteredAndTellOfOlderOnes() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      for label in ["One", "Two"] {
        let id = try await clock.addAlarm("+1s", "--label", label)
        try await clock.untilRinging()
        try await clock.bring("right")
        try await clock.succeed("mock", "hide")
        try await clock.succeed("alarm", "remove", id)
      }
      #expect(try await history(clock).rings.map(\.label) == ["One", "Two"])
      #expect(try await history(clock, "--alarm", "one").rings.map(\.label) == ["One"])
      #expect(try await history(clock, "--since", "7d", "--until", "today").rings.count == 2)
      #expect(try await history(clock, "--until", "yesterday").rings.isEmpty)
      let latest = try await history(clock, "--limit", "1")
      #expect(latest.rings.map(\.label) == ["Two"] && latest.older)
      #expect(try await clock.rouse("history", "--limit", "1").errors.contains("There are older rings"))
      let none = try await clock.rouse("history", "--missed")
      #expect(none.code == 0 && none.output.isEmpty && none.errors.contains("No rings recorded"))
      try await clock.expect(["history", "--since", "someday"], code: 64, says: "yesterday, friday, 7d")

      let id = try await clock.ring()
      try await clock.bring("right")
      func events(_ words: String...) async throws -> [String] {
        try await clock.rouse(["log", "--json"] + words).output.split(separator: "\n").map { line in
          try decoded(EventView.self, line).event
        }
      }
      let ends = ["fired", "dismiss_success_qr"]
      #expect(try await events("--event", "fired", "--event", "dismiss_success_qr") == ends + ends + ends)
      #expect(try await events("--alarm", "wake").contains("fired"))
      #expect(try await events("--alarm", id, "--since", "yesterday").contains("dismiss_success_qr"))
      let ofCamera = try await events("--device", "camera")
      #expect(ofCamera.contains("camera_opened") && ofCamera.allSatisfy { $0.hasPrefix("ca") }, "\(ofCamera)")

      let few = try await clock.rouse("log", "--limit", "2")
      #expect(few.output.split(separator: "\n").count == 2 && few.errors.contains("There are older lines"))
      let all = try await clock.rouse("log", "--limit", "1000")
      #expect(!all.errors.contains("older"), "\(all.errors)")
      for (option, value, words) in [
        ("--event", "fried", "fired"), ("--device", "toaster", "camera"), ("--since", "7", "yesterday, friday, 7d"),
      ] {
        try await clock.expect(["log", option, value], code: 64, says: words)
      }
    }
  }
}
