import AlarmClock
import Testing

@testable import Control
@testable import MQTTReports
@testable import rouse

struct MQTTTests {
  private static let now = "2026-11-24T09:00:00+01:00"
  private static let plain = Style(isColoured: false)

  private static func report(
    _ state: HomeReport.State, waiting: Int = 0, sent: Int? = nil, aside: [HomeReport.Aside]? = nil,
    broker: String = "broker.lan", why: String? = nil
  ) -> HomeReport {
    HomeReport(
      state: state, broker: broker, since: "2026-11-24T07:02:00+01:00",
      why: why ?? (state == .connected ? nil : "nobody listens there"), fix: "check `broker`", waiting: waiting,
      oldest: waiting > 0 ? "2026-11-24T06:10:00+01:00" : nil, sent: sent, aside: aside)
  }

  private static let nothing = "allowed: nothing; to allow something: `rouse mqtt setup`"
  private static let done = "   done: nothing in the last day"

  static let looks: [(look: HomeStatusView, lines: [String])] = [
    (
      HomeStatusView(report: report(.connected), allowed: []),
      ["   line: connected to broker.lan since 07:02", " events: all have arrived", nothing, done]
    ),
    (
      HomeStatusView(
        report: report(
          .connected, waiting: 3, sent: 2, aside: [.init(id: "7-a\u{1B}", kind: "fired", why: "too large")]),
        changes: [.init(time: "2026-11-23T23:14:00+01:00", what: "Work skipped by Home Assistant")],
        allowed: [.skip, .volume]),
      [
        "   line: connected to broker.lan since 07:02", " events: Sending 3 of 5…, the oldest from 06:10",
        "         set aside: 7-a? (fired): too large", "allowed: skip, volume",
        "   done: Work skipped by Home Assistant Mon 2026-11-23 23:14",
      ]
    ),
    (
      HomeStatusView(report: report(.notConnected, waiting: 1), problem: "it is not JSON5"),
      [
        "   line: not connected to broker.lan since 07:02: nobody listens there",
        "         fix: check `broker`; `rouse mqtt test` shows which step fails",
        " events: 1 event waiting, the oldest from 06:10", "allowed: NOTHING: it is not JSON5", done,
      ]
    ),
    (
      HomeStatusView(report: nil, allowed: [], unreached: .init(why: "there is no group", fix: "`sudo make it`")),
      ["   line: NOT CONNECTED: there is no group; fix: `sudo make it`", nothing, done]
    ),
    (
      HomeStatusView(report: nil, allowed: [.skip]),
      [
        "   line: NOT CONNECTED: rouse-mqtt is not running; start it: `sudo systemctl start rouse-mqtt`. If it stops again, `sudo rouse mqtt test` shows why",
        "allowed: skip", done,
      ]
    ),
  ]

  @Test(arguments: looks)
  func theStatusSaysWhatWaitsAndWhatIsAllowed(look: HomeStatusView, lines: [String]) {
    let listing = MQTTStatusCommand.listing(look, now: Self.now, Self.plain)
    #expect(listing.rendered(style: Self.plain).split(separator: "\n").map(String.init) == lines)
  }

  @Test func theFileIsWhatWasAnswered() {
    let file = MQTTFile(broker: "mqtts://b", caFile: "/a \"b\"", user: "bedroom", commands: [.skip, .say])
    #expect(
      file.text == #"""
        // The broker, for rouse-mqtt. `rouse help home` explains each key.
        {
          broker: "mqtts://b",
          caFile: "/a \"b\"",
          user: "bedroom",
          // Its password is in /etc/rouse/mqtt-password, which systemd passes only to rouse-mqtt.
          // What the house may do. No command can end or soften a ring.
          commands: ["skip", "say"],
        }
        """#)
    #expect(MQTTSetupCommand.commands(saving: "{}", hasUser: true).contains("install -m 600"))
    #expect(!MQTTSetupCommand.commands(saving: "{}", hasUser: false).contains("install -m 600"))
  }

  @Test(arguments: [
    ("none", []), ("", []), ("all", HomeCommandName.allCases), ("volume, skip", [.skip, .volume]),
    ("SKIP,skip", [.skip]), ("say message", [.message, .say]), ("dismiss", nil), ("skip,snooze", nil),
    ("all,skip", nil),
  ])
  func whatTheHouseMayIsTypedInAnyOrder(words: String, commands: [HomeCommandName]?) throws {
    if let commands {
      #expect(try MQTTFile.commands(words) == commands)
    } else {
      #expect(throws: ControlError.self) { try MQTTFile.commands(words) }
    }
  }

  @Test(arguments: [
    (report(.connected, broker: "broker\u{1B}.lan", why: "refused"), "connected to broker?.lan since 07:02; refused"),
    (
      report(.notConnected, waiting: 1, why: "refused"),
      "not connected to broker.lan: refused; 1 event waiting, the oldest from 06:10"
    ),
  ])
  func theLineToTheHouseIsOneLine(report: HomeReport, line: String) {
    #expect(HomeText.lines(HomeStatusView(report: report), now: Self.now, Self.plain) == [line])
  }

  @Test func whatTheHouseHadDoneIsNamedWithItsTimeAndAStepWithItsFix() {
    let change = HomeStatusView.Change(time: "2026-11-24T08:14:00+01:00", what: "Work skipped by Home Assistant")
    let look = HomeStatusView(report: nil, problem: "it is not JSON5", changes: [change])
    let lines = HomeText.lines(look, now: Self.now, Self.plain)
    #expect(lines.dropFirst() == ["NOTHING ALLOWED: it is not JSON5", "Work skipped by Home Assistant 08:14"])
    let failed = LineCheckView(.tls, .failed, "certificate\u{1B} verify failed", fix: "check `caFile`")
    #expect(
      LineChecks.text(failed, Self.plain) == "FAILED  TLS          certificate? verify failed\n"
        + "                     fix: check `caFile`")
  }

  private static let fleetNow = Instant(seconds: 1_764_000_000)  // 2025-11-24T16:00:00Z

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
    FleetClockView(id: "r3", line: .stopped, trouble: "its state is missing or too long"),
  ]

  @Test func aClockIsOneLineAndAllThatIsKnownOfItIsListed() {
    let text = FleetText.table(FleetView(clocks: Self.clocks, left: 3), now: Self.fleetNow, Self.plain)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count == 5)
    let words = lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(words[0] == "CLOCK PLACE NEXT VERDICT LAST RING LINE")
    #expect(words[2] == "Room 2 - - AT RISK: camera: gone - connected")
    #expect(words[3].hasSuffix("its state is missing or too long - STOPPED"))
    #expect(words[1].hasPrefix("Room 12 Annex Tue 2025-11-25 07:00 Work 2 MISSED; ready missed Mon"))
    #expect(text.contains("SILENT since Mon 2025-11-24 13:00 (3 h)"))
    #expect(text.hasSuffix("3 clocks: 1 with misses, 1 silent, 1 stopped, 1 at risk. 3 more are not shown."))
    let none = FleetText.table(FleetView(clocks: []), now: Self.fleetNow, Self.plain)
    #expect(none.hasPrefix("No clocks found."))
    let one = FleetText.listing(Self.clocks[0], now: Self.fleetNow, Self.plain).rendered(style: Self.plain)
    for line in [
      "clock: Room 12 (r12)", "place: Annex", "last ring: missed Mon 2025-11-24 07:01, Work", "version: 1",
      "log: Mon 2025-11-24 07:00:00  fired  Work",
    ] { #expect(one.contains(line), "\(one)") }
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
