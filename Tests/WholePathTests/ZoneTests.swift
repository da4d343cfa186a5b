import Control
import Glibc
import TestSupport
import Testing

/// A time zone that goes wrong under the running daemon. TZ names a link in the test's folder instead of
/// /etc/localtime.
struct ZoneTests {
  private static let database = "/usr/share/zoneinfo/"

  /// Runs a test with a clock that has not started and whose zone is the target of `link`.
  private func run(_ test: (Clock, _ link: String) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let link = folder.path + "/localtime"
    try await Clock.withoutDaemon(zone: link) { clock in try await test(clock, link) }
  }

  private func point(_ link: String, to target: String) {
    symlink(target, link + ".new")
    rename(link + ".new", link)
  }

  @Test(arguments: ["nothing", "empty", "text", "folder", "FIFO", "link to nothing"])
  func garbageAtAStartLeavesTheZoneOfBefore(garbage: String) async throws {
    try await run { clock, link in
      point(link, to: Self.database + "Asia/Kolkata")
      try await clock.start(card: true)
      _ = try await clock.addAlarm("07:30", "--days", "daily")
      let next = try #require(try await clock.alarms.first?.next?.time)
      #expect(next.hasSuffix("+05:30"))
      #expect(try await clock.status.clock.zoneProblem == nil)
      _ = try await clock.end(SIGTERM)

      unlink(link)
      switch garbage {
      case "empty": close(open(link, O_WRONLY | O_CREAT, 0o600))
      case "text": try Files.write("Asia/Kolkata", to: link)
      case "folder": mkdir(link, 0o700)
      case "FIFO": mkfifo(link, 0o600)
      case "link to nothing": point(link, to: Self.database + "Nowhere")
      default: break
      }
      try await clock.start()
      #expect(try await clock.status.clock.zone == "Asia/Kolkata")
      #expect(try await clock.alarms.first?.next?.time == next)
      let problem = try #require(try await clock.status.clock.zoneProblem)
      for part in [link, "Asia/Kolkata", "To fix it: sudo ", "still rings"] { #expect(problem.contains(part)) }
      #expect(try await clock.events("zone_failed").count == 1)
      let doctor = try await clock.rouse("doctor", "--json")
      #expect(doctor.code == 1)
      let findings = try decoded(Examine.Reply.self, doctor.output).findings
      #expect(findings.first { $0.check == "zone" }?.level == .problem)
      let bedtime = try await clock.rouse("test", "bedtime", "--for", "0s", "--json")
      #expect(bedtime.code == 1 && bedtime.output.contains("zone"))

      rmdir(link)
      point(link, to: Self.database + "Asia/Kolkata")
      try await clock.eventually("the zone is read") { try await clock.status.clock.zoneProblem == nil }
      #expect(try await clock.events("zone_recovered").count == 1)
      #expect(try await clock.alarms.first?.next?.time == next)
    }
  }

  /// The steps of `rouse help zone`, with the link in place of `timedatectl`.
  @Test func aWeekInAnotherZone() async throws {
    try await run { clock, link in
      point(link, to: Self.database + "Etc/UTC")
      try await clock.start()
      #expect(try await clock.succeed("status").contains("Set yours: `sudo timedatectl set-timezone Europe/Berlin`"))
      for words in [["set", "timezone", "x"], ["search", "timezone"], ["get", "tz"]] {
        #expect(try await clock.rouse(["settings"] + words).errors.contains("timedatectl set-timezone"), "\(words)")
      }
      try await clock.expect(["timezone"], code: 64, says: "`rouse help zone`")
      #expect(try await clock.succeed("help", "timezone").contains("A WEEK IN ANOTHER ZONE"))
      #expect(try await clock.succeed("settings", "list").contains("`rouse help zone`"))

      point(link, to: Self.database + "Europe/Berlin")
      try await clock.eventually("it is at home") { try await clock.status.clock.zone == "Europe/Berlin" }
      #expect(try await !clock.succeed("status").contains("Set yours"))
      try await clock.succeed("card", "add", "right", "--image", clock.card("right"))
      _ = try await clock.addAlarm("07:30", "--days", "daily", "--label", "Work")
      for (zone, offset) in [("Asia/Tokyo", "+09:00"), ("Europe/Berlin", "+0")] {
        point(link, to: Self.database + zone)
        try await clock.eventually("it is in \(zone)") { try await clock.status.clock.zone == zone }
        try await clock.eventually("the alarm keeps its time of day") {
          let next = try await clock.alarms.first?.next?.time ?? ""
          return next.contains("T07:30:00") && next.contains(offset)
        }
      }
      try await clock.succeed("settings", "set", "zones", "Asia/Tokyo")
    }
  }
}
