import AlarmClock
import Control
import Testing

/// Whether the installed service learns that its clock is right: from chrony and systemd-timesyncd themselves, and from what
/// they tell the kernel and leave in /run.
extension ServiceTests {
  static let mark = "/run/systemd/timesync"

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

  /// Something that sets the clock by an SNTP server on 127.0.0.1, for as long as `stop` is not called.
  enum Synchronizer: String, CaseIterable, Sendable {
    case chrony, timesyncd

    func start() throws {
      switch self {
      case .chrony:
        // As in Debian's chrony.conf, `rtcsync` lets chrony tell the kernel.
        try run(
          "systemd-run --quiet --unit=test-chrony chronyd -d -u root -f /dev/null 'server 127.0.0.1 iburst' rtcsync")
      case .timesyncd:
        try run(
          """
          rm -f /etc/systemd/system/systemd-timesyncd.service && mkdir -p /etc/systemd/timesyncd.conf.d &&
          printf '[Time]\\nNTP=127.0.0.1\\n' >/etc/systemd/timesyncd.conf.d/test.conf &&
          systemctl daemon-reload && systemctl start systemd-timesyncd
          """)
      }
    }

    func stop() throws {
      switch self {
      case .chrony: try run("systemctl stop test-chrony")
      case .timesyncd: try run("systemctl stop systemd-timesyncd && rm -rf \(ServiceTests.mark)")
      }
    }

    private func run(_ script: String) throws {
      try #require(Program("sh", "-c", script).wait() == 0, "\(self) is not controlled")
    }
  }

  @Test(arguments: Synchronizer.allCases)
  func aRealTimeServiceIsTrustedAndSoIsTheNightAfterIt(synchronizer: Synchronizer) throws {
    let clock = try InstalledClock()
    #expect(try !clock.status.clock.trusted)
    let server = try TimeServer()
    defer { server.stop() }
    try synchronizer.start()
    defer { Self.takeBack() }
    do {
      defer { do { try synchronizer.stop() } catch { Issue.record("\(error)") } }
      try Patience.until("\(synchronizer) has set the clock") { try clock.status.clock.trusted }
      #expect(try clock.status.clock.why.contains("the kernel says"))
      #expect(server.answers > 0)
    }
    // A night without the server: the kernel takes its word back by itself after some hours.
    try Self.letKernelSay(isSynchronized: false)
    let status = try clock.status.clock
    #expect(status.trusted && status.why.contains("NTP synchronized the clock"), "\(status)")
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
