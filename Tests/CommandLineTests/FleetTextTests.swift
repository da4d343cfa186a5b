import AlarmClock
import Control
import Testing

@testable import MQTTReports
@testable import rouse

struct FleetTextTests {
  private static let now = Instant(seconds: 1_764_000_000)  // 2025-11-24T16:00:00Z
  private static let plain = Style(isColoured: false)

  private static let clocks = [
    FleetClockView(
      id: "r12", name: "Room 12", place: "Annex", line: .silent, since: "2025-11-24T13:00:00+00:00", state: .idle,
      next: FleetRingView(time: "2025-11-25T07:00:00+01:00", label: "Work"), verdict: .ready, missed: 2,
      lastRing: FleetRingView(time: "2025-11-24T07:01:00+01:00", label: "Work", outcome: .missed), version: "1",
      events: [
        FleetEventView(
          clock: "r12", name: "Room 12", id: "1-a", time: "2025-11-24T07:00:00+01:00", kind: "fired", label: "Work"),
        FleetEventView(clock: "r12", id: "2-a", time: "2025-11-24T07:01:00+01:00", kind: "missed"),
      ]),
    FleetClockView(
      id: "r2", name: "Room 2", line: .connected, verdict: .atRisk, problems: ["camera: gone", "speaker: busy"],
      events: [
        FleetEventView(
          clock: "r2", name: "Room 2", id: "1-a", time: "2025-11-24T06:00:30Z", kind: "snoozed", detail: "x")
      ]),
    FleetClockView(id: "r3", line: .stopped, trouble: "it says nothing of itself, or more than is listened to"),
  ]

  @Test func aClockIsOneLine() {
    let text = FleetText.table(FleetView(clocks: Self.clocks, left: 3), now: Self.now, Self.plain)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count == 5)
    let words = lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(words[0] == "CLOCK PLACE NEXT VERDICT LAST RING LINE")
    #expect(words[2] == "Room 2 - - AT RISK: camera: gone - connected")
    #expect(words[3].hasSuffix("it says nothing of itself, or more than is listened to - STOPPED"))
    #expect(words[1].hasPrefix("Room 12 Annex Tue 2025-11-25 07:00 Work 2 MISSED; ready missed Mon"))
    #expect(text.contains("SILENT since Mon 2025-11-24 13:00 (3 h)"))
    #expect(text.hasSuffix("3 clocks: 1 with misses, 1 silent, 1 stopped, 1 at risk. 3 more are not told of."))
    #expect(FleetText.table(FleetView(clocks: []), now: Self.now, Self.plain).hasPrefix("No clock has said anything."))
  }

  @Test func aClockIsFoundByItsAccountItsNameAndItsPlace() throws {
    let view = FleetView(clocks: Self.clocks + [FleetClockView(id: "other", name: "room 2", line: .connected)])
    #expect(try FleetText.clock("r3", in: view).id == "r3")
    #expect(try FleetText.clock("room 12", in: view).id == "r12")
    #expect(try FleetText.clock("Room 12, Annex", in: view).id == "r12")
    let twice = #expect(throws: ControlError.self) { try FleetText.clock("Room 2", in: view) }
    #expect(twice?.fix.contains("r2, other") == true)
    let none = #expect(throws: ControlError.self) { try FleetText.clock("Room 13", in: view) }
    #expect(none?.code == .nothingFound && none?.fix.contains("did you mean") == true)
  }

  @Test func allThatIsKnownOfOneIsListed() {
    let text = FleetText.listing(Self.clocks[0], now: Self.now, Self.plain).rendered(style: Self.plain)
    for line in ["clock: Room 12 (r12)", "place: Annex", "last ring: missed Mon 2025-11-24 07:01, Work", "version: 1"] {
      #expect(text.contains(line), "\(text)")
    }
    #expect(text.contains("log: Mon 2025-11-24 07:00:00  fired  Work"))
  }

  @Test func eventsOfAllAreInTheirOrderAndToldOnce() {
    let events = FleetText.events(FleetView(clocks: Self.clocks))
    #expect(
      events.map(FleetText.line) == [
        "Mon 2025-11-24 07:00:00  Room 12  fired  Work", "Mon 2025-11-24 06:00:30  Room 2  snoozed  x",
        "Mon 2025-11-24 07:01:00  r12  missed",
      ])
    var told = ToldEvents()
    let firsts = (events + events).map { told.isNew($0) }
    #expect(firsts == [true, true, true, false, false, false])
  }
}
