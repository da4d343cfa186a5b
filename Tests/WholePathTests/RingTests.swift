import Control
import Glibc
import TestSupport
import Testing

struct RingTests {
  @Test func anAlarmRingsUntilAConfinedReaderSeesItsCard() async throws {
    try await Clock.run { clock in
      let id = try await clock.addAlarm("+2s", "--label", "Wake")
      try await clock.untilRinging()
      try await clock.eventually("rouse-scan looks, and is confined") {
        guard let scan = clock.scanID else { return false }
        let status = Files.text("/proc/\(scan)/status")
        return status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2")
      }
      var texts: Set<String> = []
      try await clock.eventually("the display flashes the time") {
        texts.insert(try await clock.mock.display.text)
        // The mock camera's view is dark, so between flashes the display lights the card.
        let isFlashing = texts.contains("") || texts.contains("88:88")
        return isFlashing && texts.contains { $0.contains(":") && $0 != "88:88" }
      }
      let ringing = try await clock.status
      #expect(ringing.state == .ringing && ringing.rings.map(\.alarmId) == [id])
      #expect(ringing.rings.map(\.cards) == [["right"]])

      try await clock.show("wrong")
      try await clock.eventually("it is logged") { try await !clock.events("dismiss_fail_qr").isEmpty }
      try await clock.untilRinging()
      let still = try await clock.status
      #expect(still.state == .ringing && still.rings.allSatisfy { $0.wrongCodes > 0 })

      try await clock.dismiss()
      #expect(try await !clock.mock.isSounding)
      #expect(try await clock.status.rings.isEmpty)
      try await clock.eventually("a tone tells that the card was taken, after silence") {
        let history = try await clock.mockHistory
        let speaker = history.filter { $0.device == "speaker" }.compactMap { "\($0.action) \($0.detail ?? "")" }
        guard let tone = speaker.firstIndex(of: "open card found 40%") else { return false }
        return speaker[..<tone].last?.hasPrefix("close") == true
      }
      try await clock.untilBoard("the lamp is off and the camera closed") {
        !$0.lamp.on && !$0.camera.open && $0.display.text.contains(":")
      }
      let events = try await clock.log
      let names = events.filter { $0.alarmId == id }.map(\.event)
      for name in ["scheduled", "fired", "dismiss_fail_qr", "dismiss_success_qr"] { #expect(names.contains(name)) }
      #expect(names.filter { $0 == "fired" }.count == 1)
      #expect(events.filter { $0.alarmId == id }.allSatisfy { $0.label == "Wake" })
      #expect(!events.contains { $0.detail?.contains("wrong") == true }, "no payload is logged")
      #expect(try await clock.alarms.map(\.enabled) == [false])
      #expect(try await clock.status.misses.isEmpty)
    }
  }

  @Test func whatCouldDisturbARingIsRefusedWhileItRings() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      _ = try await clock.ring()
      let picture = try clock.card("spare")
      for words in [
        ["card", "add", "spare", "--image", picture], ["card", "add", "spare"], ["card", "remove", "right", "--yes"],
        ["card", "new", "another", "--output", clock.folder + "/another.png"], ["card", "test"], ["test", "devices"],
        ["test", "bedtime", "--for", "1s"],
      ] {
        try await clock.expect(words, code: 75, says: "ringing")
      }
      _ = try await clock.rouse("doctor")
      #expect(try await clock.status.state == .ringing)
      #expect(try await clock.mock.speaker.playing)
      #expect(try await clock.events("camera_closed").isEmpty)
      try await clock.dismiss()
      #expect(try await clock.status.bedtime == nil)
      #expect(try await clock.rouse("card", "add", "spare", "--image", picture).code == 0)
    }
  }

  @Test func aSkippedRingPassesAndAnUnskippedOneRings() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      let skipped = try await clock.addAlarm("+12s", "--label", "Skipped")
      let unskipped = try await clock.addAlarm("+13s", "--label", "Unskipped")
      for id in [skipped, unskipped] { try await clock.succeed("alarm", "skip", id) }
      try await clock.succeed("alarm", "unskip", unskipped)
      try await clock.eventually("the second rings") { try await clock.status.rings.map(\.alarmId) == [unskipped] }
      try await clock.eventually("it is recorded") { try await clock.events("skipped").map(\.alarmId) == [skipped] }
      #expect(try await clock.events("fired").map(\.alarmId) == [unskipped])
    }
  }
}
