import Control
import Testing

/// Whether the installed service learns that its clock is synchronized: from chrony and systemd-timesyncd, and from the
/// kernel's state and the files in /run.
extension ServiceTests {
  static let mark = "/run/systemd/timesync"

  /// Sets the kernel's state with adjtimex(2) on x86-64: ADJ_MAXERROR, ADJ_ESTERROR and ADJ_STATUS, with STA_PLL or
  /// STA_UNSYNC. The kernel itself does the latter after a night without a network.
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
    // After a restart the service no longer knows it.
    try clock.systemctl("restart")
    try Patience.until("it answers") {
      do { return try !clock.status.clock.trusted } catch is ControlError { return false }
    }
  }

  /// A program that sets the clock from an SNTP server on 127.0.0.1 until `stop` is called.
  enum Synchronizer: String, CaseIterable, Sendable {
    case chrony, timesyncd

    func start() throws {
      switch self {
      case .chrony:
        // `rtcsync`, as in Debian's chrony.conf, makes chrony report to the kernel.
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
    // After a night without the server the kernel calls itself unsynchronized.
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
