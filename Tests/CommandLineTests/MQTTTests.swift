import MQTTReports
import Testing

@testable import Control
@testable import rouse

struct MQTTTests {
  private static let now = "2026-11-24T09:00:00+01:00"
  private static let plain = Style(isColoured: false)

  private static func report(
    _ state: HomeReport.State, waiting: Int = 0, sent: Int? = nil, aside: [HomeReport.Aside]? = nil
  ) -> HomeReport {
    HomeReport(
      state: state, broker: "broker.lan", since: "2026-11-24T07:02:00+01:00",
      why: state == .connected ? nil : "nobody listens there", fix: "check `broker`", waiting: waiting,
      oldest: waiting > 0 ? "2026-11-24T06:10:00+01:00" : nil, sent: sent, aside: aside)
  }

  private static let nothing = "allowed: nothing; to allow something: `rouse mqtt setup`"
  private static let done = "   done: nothing in the last day"

  static let looks: [(look: HomeStatusView, lines: [String])] = [
    (
      HomeStatusView(report: report(.connected), allowed: []),
      [
        "   line: connected to broker.lan since 07:02", " events: all have arrived",
        nothing, done,
      ]
    ),
    (
      HomeStatusView(
        report: report(
          .connected, waiting: 3, sent: 2, aside: [.init(id: "7-a\u{1B}", kind: "fired", why: "too large")]),
        changes: [.init(time: "2026-11-23T23:14:00+01:00", what: "Work skipped by Home Assistant")],
        allowed: [.skip, .volume]),
      [
        "   line: connected to broker.lan since 07:02", " events: Sending 3 of 5…, the oldest of 06:10",
        "         put aside: 7-a? (fired): too large", "allowed: skip, volume",
        "   done: Work skipped by Home Assistant Mon 2026-11-23 23:14",
      ]
    ),
    (
      HomeStatusView(report: report(.notConnected, waiting: 1), problem: "it is not JSON5"),
      [
        "   line: not connected to broker.lan since 07:02: nobody listens there",
        "         fix: check `broker`; `rouse mqtt test` says at which step it fails",
        " events: 1 event waits, the oldest of 06:10", "allowed: NOTHING: it is not JSON5",
        done,
      ]
    ),
    (
      HomeStatusView(report: nil, allowed: [], unreached: .init(why: "there is no group", fix: "`sudo make it`")),
      [
        "   line: NOT CONNECTED: there is no group; to mend it: `sudo make it`",
        nothing, done,
      ]
    ),
    (
      HomeStatusView(report: nil, allowed: [.skip]),
      [
        "   line: NOT CONNECTED: rouse-mqtt is not running; start it: `sudo systemctl start rouse-mqtt`. If it does not stay, `sudo rouse mqtt test` tells why",
        "allowed: skip", done,
      ]
    ),
  ]

  @Test(arguments: looks.indices)
  func theStatusSaysWhatWaitsAndWhatIsAllowed(index: Int) {
    let listing = MQTTStatusCommand.listing(Self.looks[index].look, now: Self.now, Self.plain)
    #expect(listing.rendered(style: Self.plain).split(separator: "\n").map(String.init) == Self.looks[index].lines)
  }

  @Test func theFileIsWhatWasAnswered() {
    let file = MQTTFile(broker: "mqtts://b", caFile: "/a \"b\"", user: "bedroom", commands: [.skip, .say])
    #expect(
      file.text == #"""
        // Where the house is, for rouse-mqtt. `rouse help home` explains each key.
        {
          broker: "mqtts://b",
          caFile: "/a \"b\"",
          user: "bedroom",
          // Its password is in /etc/rouse/mqtt-password, which systemd hands to rouse-mqtt alone.
          // What the house may have the clock do. Nothing that can stand here ends or softens a ring.
          commands: ["skip", "say"],
        }
        """#)
    #expect(MQTTSetupCommand.commands(saving: "{}", hasUser: true).contains("install -m 600"))
    #expect(!MQTTSetupCommand.commands(saving: "{}", hasUser: false).contains("install -m 600"))
  }

  static let typed: [(words: String, commands: [HomeCommandName]?)] = [
    ("none", []), ("", []), ("all", HomeCommandName.allCases), ("volume, skip", [.skip, .volume]),
    ("SKIP,skip", [.skip]), ("say message", [.message, .say]), ("dismiss", nil), ("skip,snooze", nil),
    ("all,skip", nil),
  ]

  @Test(arguments: typed.indices)
  func whatTheHouseMayIsTypedInAnyOrder(index: Int) throws {
    let (words, commands) = Self.typed[index]
    if let commands {
      #expect(try MQTTFile.commands(words) == commands)
    } else {
      #expect(throws: ControlError.self) { try MQTTFile.commands(words) }
    }
  }

  @Test func aStepIsToldWithItsFix() {
    let failed = LineCheckView(.tls, .failed, "certificate\u{1B} verify failed", fix: "check `caFile`")
    #expect(
      LineChecks.text(failed, Self.plain) == "FAILED  TLS          certificate? verify failed\n"
        + "                     fix: check `caFile`")
  }
}
