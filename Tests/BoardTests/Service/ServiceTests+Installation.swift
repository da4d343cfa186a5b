import Control
import Glibc
import Testing

/// deploy/install --copy and deploy/uninstall on a clock in use.
extension ServiceTests {
  @Test func anUpgradeDuringARingLosesNoneAndItsCardIsAskedForOnce() throws {
    let (camera, clock) = try InstalledClock.beforeCamera()
    try clock.ring()
    let before = try #require(clock.processID)
    try #require(try Self.install("virtual") == 0)
    try Patience.until("the ring", every: 50) { try VirtualBoard.isBuzzing }
    let stopped = try #require(try clock.times(of: "daemon_stopped").last)
    let resumed = try #require(try clock.times(of: "resumed").last)
    print("measured: an upgrade interrupts a ring for \(Int((resumed - stopped) * 1000)) ms")
    #expect(resumed > stopped)
    #expect(try #require(clock.processID) != before)
    #expect(try clock.status.rings.map(\.label) == ["Wake"])
    try Patience.until("the motor") { try VirtualBoard.isShaking }
    #expect(try VirtualBoard.hearsTheTone())
    try clock.dismiss(camera)

    #expect(try clock.times(of: "dismiss_success_qr").count == 1)
    #expect(try !clock.wasLogged("missed"))
    try clock.systemctl("restart")
    try Patience.until("the service") { clock.processID != nil }
    #expect(try clock.status.state == .idle)
    #expect(try VirtualBoard.isInert)
    #expect(try clock.times(of: "dismiss_success_qr").count == 1)
    let alarms = try clock.ask(ListAlarms()).alarms
    #expect(alarms.map(\.label) == ["Wake"])
    #expect(alarms.allSatisfy { !$0.enabled })
  }

  @Test func uninstallingTwiceAndInstallingAgainKeepsTheAlarms() throws {
    let clock = try InstalledClock()
    try clock.add("03:00", [.volume: "37"])
    // As if pictures of rings had been kept.
    let evidence = "/var/lib/rouse/evidence"
    #expect(mkdir(evidence, 0o700) == 0)
    let first = try Self.said(by: "/rouse/deploy/uninstall")
    #expect(first.contains("Alarms, cards and sounds stay"), "\(first)")
    for left in ["/usr/bin/rouse", "/usr/libexec/rouse", "/usr/lib/systemd/system/rouse.service", evidence] {
      #expect(access(left, F_OK) != 0, "\(left)")
    }
    #expect(clock.processID == nil)
    let second = try Self.said(by: "/rouse/deploy/uninstall")
    #expect(second.contains("not installed"), "\(second)")
    // No board name is needed, because the board file is still there.
    try #require(try Self.install() == 0)
    #expect(try clock.ask(ListAlarms()).alarms.map(\.values[.volume]) == [37])
  }

  /// Exposure levels go from 0, a service that may touch nothing, to 10, one that may touch everything.
  @Test(arguments: ["rouse.service", "rouse-mqtt.service"]) func theServicesAreExposedToLittle(unit: String) throws {
    let clock = try InstalledClock()
    let said = try Self.said(by: "systemd-analyze", "security", "--no-pager", "--threshold=20", unit)
    let overall = try #require(said.split(separator: "\n").last { $0.contains("Overall exposure level") }, "\(said)")
    print("measured: \(overall)")
    withExtendedLifetime(clock) {}
  }

  private static func install(_ board: String...) throws -> Int32 {
    try Program(["env", "ROUSE_BIN=/rouse/bin", "/rouse/deploy/install", "--copy"] + board).wait()
  }

  /// Runs a program that must succeed, and returns its output.
  private static func said(by words: String...) throws -> String {
    let file = "/tmp/said"
    let code = try Program(["sh", "-c", "exec \"$@\" >\(file) 2>&1", "sh"] + words).wait()
    let said = try VirtualBoard.content(of: file)
    try #require(code == 0, "\(said)")
    return said
  }
}
