import Control
import Glibc
import Testing

/// The main job on the virtual board, and what systemd adds. Serialized, because there is only one board.
@Suite(.enabled(if: VirtualBoard.isHere, VirtualBoard.absence), .serialized) struct ServiceTests {
  @Test func anAlarmIsSeenFeltAndHeardUntilTheRightCardIsHeldBeforeTheCamera() throws {
    let camera = try SimulatedCamera("--rate", "5")
    try camera.show(grey: 8)
    let clock = try InstalledClock()
    try Patience.until("the time on the display") { try VirtualBoard.showsATime }
    let due = try clock.add("+4s", [.buzzerAfter: "0s", .vibration: "strong", .volume: "80"])
    #expect(try VirtualBoard.isInert)
    let edge = try Patience.wait("the buzzer", every: 10) { try VirtualBoard.isBuzzing ? VirtualBoard.now : nil }
    print("measured: first buzzer edge \(Int((edge - due) * 1000)) ms after the alarm was due")
    #expect(edge >= due - 0.001 && edge - due < 1)

    try Patience.until("the motor") { try VirtualBoard.isShaking }
    #expect(try VirtualBoard.hearsTheTone())
    try Patience.until("the lamp in the dark") { try VirtualBoard.isLampOn }
    // In the dark the display lights the card between flashes, once the lamp has turned out to be too weak.
    try VirtualBoard.awaitFlashes(every: 200)

    // The lamp shows that no card is in view.
    try clock.awaitEmptyScene(camera)
    try camera.show(card: "wrong")
    try Patience.until("the wrong code in the log") { try clock.wasLogged("dismiss_fail_qr") }
    #expect(try clock.status.state == .ringing)
    #expect(try VirtualBoard.isBuzzing)
    try Patience.until("the motor goes on") { try VirtualBoard.isShaking }
    #expect(try VirtualBoard.hearsTheTone())

    let shownAt = try camera.show(card: "right")
    let silence = try Patience.wait("silence", every: 20) {
      try !VirtualBoard.isBuzzing && !VirtualBoard.isShaking ? VirtualBoard.now : nil
    }
    print("measured: silence \(Int((silence - shownAt) * 1000)) ms after the card was held before the camera")
    #expect(silence - shownAt < 2)
    try Patience.until("idle") { try clock.status.state == .idle }
    try Patience.until("everything off") { try VirtualBoard.isInert }
    #expect(try !VirtualBoard.hearsTheTone(within: 2))
    #expect(try clock.wasLogged("dismiss_success_qr"))
    let healths = try clock.status.devices.mapValues(\.health)
    #expect(healths.allSatisfy { $0.value == ($0.key == "power" ? .notFitted : .ok) }, "\(healths)")
  }

  @Test(arguments: [("light", 0.4), ("medium", 0.7), ("strong", 1.0)])
  func eachLevelIsADutyCycleOfItsOwn(level: String, duty: Double) throws {
    let (camera, clock) = try InstalledClock.beforeCamera()
    let start = VirtualBoard.kernelTime
    try clock.ring([.vibration: level])
    let duties = try Patience.wait("two beats at \(level)") {
      let duties = try VirtualBoard.motorDuties(since: start).filter { $0 > 0 }
      return duties.count > 3 ? duties : nil
    }
    let kick = duty < 1 ? [1.0] : []
    let expected = (kick + [Double](repeating: duty, count: duties.count)).prefix(duties.count)
    #expect(zip(duties, expected).allSatisfy { abs($0 - $1) < 0.01 }, "a kick from rest, then the level: \(duties)")
    try clock.dismiss(camera)
  }

  @Test func aServiceThatIsStoppedLeavesNothingOnAndRingsOnWhenStarted() throws {
    let (camera, clock) = try InstalledClock.beforeCamera()
    try clock.ring()
    try clock.systemctl("stop")
    #expect(try VirtualBoard.isInert)
    usleep(500_000)
    #expect(try VirtualBoard.isInert)
    let start = VirtualBoard.now
    try clock.systemctl("start")
    try Patience.until("the ring") { try VirtualBoard.isBuzzing }
    print("measured: heard again \(Int((VirtualBoard.now - start) * 1000)) ms after `systemctl start`")
    try clock.dismiss(camera)
    #expect(try VirtualBoard.isInert)
  }

  @Test func aServiceThatIsKilledIsMadeInertBySystemdAndRingsOn() throws {
    let (camera, clock) = try InstalledClock.beforeCamera()
    try clock.ring()
    let killed = try #require(clock.processID)
    try #require(kill(killed, SIGKILL) == 0)
    let dead = VirtualBoard.now
    try Patience.until("everything off", every: 20) { try VirtualBoard.isInert }
    print("measured: inert \(Int((VirtualBoard.now - dead) * 1000)) ms after SIGKILL")
    try Patience.until("another process", every: 50) { clock.processID.map { $0 != killed } ?? false }
    let restarted = VirtualBoard.now
    try Patience.until("the ring", every: 20) { try VirtualBoard.isBuzzing }
    print("measured: heard again \(Int((VirtualBoard.now - restarted) * 1000)) ms after the restart")
    #expect(try clock.wasLogged("resumed"))
    try clock.dismiss(camera)
  }

  @Test func aServiceThatHangsIsEndedByTheWatchdogAndRingsOn() throws {
    let (camera, clock) = try InstalledClock.beforeCamera()
    try clock.ring()
    let hung = try #require(clock.processID)
    try #require(kill(hung, SIGSTOP) == 0)
    let stopped = VirtualBoard.now
    try Patience.until("the watchdog has ended it", every: 50) { kill(hung, 0) != 0 }
    let ended = VirtualBoard.now
    try Patience.until("the ring", every: 50) {
      // The socket is missing until the next daemon starts.
      do { return try VirtualBoard.isBuzzing && clock.status.state == .ringing } catch { return false }
    }
    print(
      """
      measured: a stopped service is ended after \(Int((ended - stopped) * 1000)) ms, and heard again \
      \(Int((VirtualBoard.now - ended) * 1000)) ms later
      """)
    // WatchdogSec is 10 s; the rest allows for a slow guest. If the signal were ignored, it would take 20 s.
    #expect(ended - stopped < 15)
    try Patience.until("the motor") { try VirtualBoard.isShaking }
    #expect(try VirtualBoard.hearsTheTone())
    #expect(try clock.wasLogged("resumed"))
    try clock.dismiss(camera)
  }

  @Test func theServiceRunsAsItsOwnUserWithRealTimePriorityAndAWatchdog() throws {
    let (camera, clock) = try InstalledClock.beforeCamera()
    let status = try VirtualBoard.content(of: "/proc/\(try #require(clock.processID))/status")
    let user = try #require(status.split(separator: "\n").first { $0.hasPrefix("Uid:") })
    #expect(!user.contains("\t0"), "\(user)")
    #expect(try clock.status.scheduler.realTimePriority)
    try Self.letKernelSay(isSynchronized: true)
    defer { Self.takeBack() }
    let findings = try clock.ask(Examine()).findings
    let problems = findings.filter { $0.level == .problem }
    #expect(problems.isEmpty, "\(problems)")
    #expect(findings.contains { $0.check == "watchdog" && $0.level == .ok })
    #expect(findings.contains { $0.check == "camera" && $0.what.contains("brightness") }, "\(findings)")
    #expect(try VirtualBoard.isInert)
    withExtendedLifetime(camera) {}
  }
}
