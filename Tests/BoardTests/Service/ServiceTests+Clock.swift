import AlarmClock
import Control
import Testing

/// Whether the service, as it is installed, may learn that its clock is right. What chrony and systemd-timesyncd do is done
/// here in their place: they tell the kernel, and the second leaves a mark.
extension ServiceTests {
  private static let mark = "/run/systemd/timesync"

  /// adjtimex(2) on x86-64: ADJ_MAXERROR, ADJ_ESTERROR and ADJ_STATUS, with STA_PLL or STA_UNSYNC. After a night without a
  /// network the kernel takes its word back by itself.
  static func letKernelSay(isSynchronized: Bool) throws {
    let (error, status) = isSynchronized ? (1000, 0x1) : (16_000_000, 0x40)
    let program =
      "$timex = pack(\"Lx4q4lx164\", 0x1c, 0, 0, \(error), \(error), \(status)); exit(syscall(159, $timex) < 0)"
    try #require(Program("perl", "-e", program).wait() == 0, "the kernel is not told")
  }

  static func takeBack() {
    do { try letKernelSay(isSynchronized: false) } catch { Issue.record("\(error)") }
  }

  @Test func aClockThatTheKernelCountsAsSynchronizedIsTrustedForANightWithoutANetwork() throws {
    let clock = try InstalledClock()
    #expect(try !clock.status.clock.trusted)
    try Self.letKernelSay(isSynchronized: true)
    defer { Self.takeBack() }
    try Patience.until("it is trusted") { try clock.status.clock.trusted }
    try Self.letKernelSay(isSynchronized: false)
    let status = try clock.status.clock
    #expect(status.trusted && status.why.contains("NTP synchronized the clock"), "\(status)")
    // It has not seen that any more.
    try clock.systemctl("restart")
    try Patience.until("it answers") {
      do { return try !clock.status.clock.trusted } catch is ControlError { return false }
    }
  }

  @Test func theMarkOfTimesyncdIsSeenFromInside() throws {
    let clock = try InstalledClock()
    #expect(try !clock.status.clock.trusted)
    try #require(Program("sh", "-c", "mkdir -p \(Self.mark) && touch \(Self.mark)/synchronized").wait() == 0)
    let status = try clock.status.clock
    #expect(status.trusted && status.why.contains("timesyncd"), "\(status)")
    try #require(Program("rm", "-r", Self.mark).wait() == 0)
  }
}
