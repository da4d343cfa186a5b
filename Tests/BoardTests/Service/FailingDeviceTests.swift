import Glibc
import TestSupport
import Testing

/// Breaks each device in turn during a ring: the others continue, the status names it, it recovers, and the card ends
/// the ring.
@Suite(.enabled(if: VirtualBoard.isHere, VirtualBoard.absence), .serialized) struct FailingDeviceTests {
  @Test func aMotorThatRefusesStopsNothingElse() throws {
    let (camera, clock) = try InstalledClock.beforeCamera()
    try clock.ring()
    defer { #expect(throws: Never.self) { try VirtualBoard.failPWM(0) } }
    try VirtualBoard.failPWM(EIO)
    try clock.wait(for: .vibration, .failed, saying: "EIO")
    #expect(try VirtualBoard.isBuzzing)
    #expect(try VirtualBoard.hearsTheTone())
    try VirtualBoard.failPWM(0)
    try clock.wait(for: .vibration, .ok)
    try Patience.until("the motor") { try VirtualBoard.isShaking }
    try clock.dismiss(camera)
    try Patience.until("everything off") { try VirtualBoard.isInert }
  }

  @Test func aSoundCardThatIsPulledOutIsReplacedByTheBuzzerAndPlaysAgainWhenItIsBack() throws {
    let (camera, clock) = try InstalledClock.beforeCamera()
    // The buzzer would normally start only after a minute.
    try clock.add("+1s", [.buzzerAfter: "60s"])
    try Patience.until("the motor") { try VirtualBoard.isShaking }
    #expect(try VirtualBoard.hearsTheTone())
    #expect(try !VirtualBoard.isBuzzing)
    let driver = "/sys/bus/platform/drivers/snd_aloop"
    let removal = try Program("sh", "-c", "echo snd_aloop.0 >\(driver)/unbind")
    try Patience.until("the buzzer stands in", for: 5) { try VirtualBoard.isBuzzing }
    try clock.wait(for: .speaker, .failed, saying: "ENODEV")
    #expect(removal.wait() == 0)
    #expect(try Program("sh", "-c", "echo snd_aloop.0 >\(driver)/bind").wait() == 0)
    try clock.wait(for: .speaker, .ok)
    #expect(try VirtualBoard.hearsTheTone())
    try clock.dismiss(camera)
  }

  @Test func aSoundCardThatAnotherProgramHoldsIsReplacedByTheBuzzer() throws {
    let (camera, clock) = try InstalledClock.beforeCamera()
    // All eight substreams of the card.
    let others = try (0..<8).map { number in
      try Program(
        "aplay", "-q", "-D", "hw:CARD=Loopback,DEV=0,SUBDEV=\(number)", "-f", "S16_LE", "-r", "48000", "-c", "2",
        "/dev/zero")
    }
    try Patience.until("the card is taken") {
      try (0..<8).allSatisfy {
        try VirtualBoard.content(of: "/proc/asound/Loopback/pcm0p/sub\($0)/status").contains("RUNNING")
      }
    }
    let due = try clock.add("+1s", [.buzzerAfter: "60s"])
    try Patience.until("the buzzer stands in", for: 10) { try VirtualBoard.isBuzzing }
    #expect(VirtualBoard.now - due < 4)
    try clock.wait(for: .speaker, .failed, saying: "EBUSY")
    for other in others { other.end() }
    try clock.wait(for: .speaker, .ok)
    #expect(try VirtualBoard.hearsTheTone())
    try clock.dismiss(camera)
  }

  @Test func aSoundCardThatConsumesNothingIsReplacedByTheBuzzer() throws {
    let (camera, clock) = try InstalledClock.beforeCamera()
    try VirtualBoard.stopLoopback(true)
    defer { #expect(throws: Never.self) { try VirtualBoard.stopLoopback(false) } }
    let due = try clock.add("+1s", [.buzzerAfter: "60s"])
    let buzz = try Patience.wait("the buzzer stands in", for: 10) {
      try VirtualBoard.isBuzzing ? VirtualBoard.now : nil
    }
    print("measured: the buzzer stands in for a silent card \(Int((buzz - due) * 1000)) ms after the alarm was due")
    try clock.wait(for: .speaker, .failed, saying: "ETIMEDOUT")
    try clock.dismiss(camera)
  }

  @Test func aDisplayThatIsMissingOrLosesItsMemoryComesBack() throws {
    let (camera, clock) = try InstalledClock.beforeCamera()
    try clock.systemctl("stop")
    #expect(try Program("modprobe", "-r", "i2c-stub").wait() == 0)
    try clock.systemctl("start")
    try clock.ring()
    try clock.wait(for: .display, .failed, saying: "SMBus stub driver")
    #expect(try VirtualBoard.hearsTheTone())
    #expect(try Program("modprobe", "i2c-stub").wait() == 0)
    try clock.wait(for: .display, .ok)
    try Patience.until("the time") { try VirtualBoard.showsATime }
    #expect(
      try Program(
        "i2cset", "-y", "0", "0x70", "0x00", "0", "0", "0", "0", "0", "0", "0", "0", "0", "0", "0", "0",
        "0", "0", "0", "0", "i"
      ).wait() == 0)
    try Patience.until("the time again") { try VirtualBoard.showsATime }
    try clock.dismiss(camera)
  }

  @Test func aBuzzerWhoseLineIsTakenIsNamedAndSoundsWhenItIsFree() throws {
    let (camera, clock) = try InstalledClock.beforeCamera()
    try clock.systemctl("stop")
    let holder = try Program("gpioset", "--mode=signal", VirtualBoard.gpioChip, "17=0")
    try Patience.until("the line is taken") { try Program("sh", "-c", "gpioinfo | grep -q gpioset").wait() == 0 }
    try clock.systemctl("start")
    try clock.add("+1s", [.buzzerAfter: "0s"])
    try clock.wait(for: .buzzer, .failed, saying: "gpioset")
    try Patience.until("the motor") { try VirtualBoard.isShaking }
    #expect(try VirtualBoard.hearsTheTone())
    holder.end()
    try clock.wait(for: .buzzer, .ok)
    #expect(try VirtualBoard.isBuzzing)
    try clock.dismiss(camera)
    #expect(try !VirtualBoard.isBuzzing)
  }

  @Test func aCameraThatStallsOrIsPulledOutComesBackAndSeesTheCard() throws {
    var camera: SimulatedCamera? = try SimulatedCamera("--rate", "5")
    let clock = try InstalledClock()
    try clock.ring()
    try camera?.stall(true)
    try clock.wait(for: .camera, .failed, saying: "ETIMEDOUT")
    try camera?.stall(false)
    try clock.wait(for: .camera, .ok)
    camera = nil
    try clock.wait(for: .camera, .failed)
    #expect(try VirtualBoard.isBuzzing)
    #expect(try VirtualBoard.hearsTheTone())
    let other = try SimulatedCamera("--rate", "5")
    try clock.wait(for: .camera, .ok)
    try clock.dismiss(other)
    #expect(try VirtualBoard.isInert)
  }

  @Test(arguments: ["cut.yuyv", "refuse.yuyv"])
  func aCameraWhoseFirstFormatDoesNotComeSeesTheCardDuringARing(trouble: String) throws {
    let camera = try SimulatedCamera("--rate", "15")
    try camera.mark(trouble)
    let clock = try InstalledClock()
    try clock.ring()
    try clock.wait(for: .camera, .ok)
    try clock.dismiss(camera)
    #expect(try VirtualBoard.isInert)
  }

  @Test func noDeviceIsTouchedThatTheBoardDoesNotName() throws {
    let clock = try InstalledClock()
    try clock.systemctl("stop")
    let folder = "/tmp/small-board"
    mkdir(folder, 0o755)
    let board = "{ name: 'small', buzzer: { driver: 'gpio', chip: '/dev/gpiochip0', line: 17 } }"
    try Files.write(board, to: folder + "/board.json5")
    let traced = try Program(
      "timeout", "--signal=TERM", "7", "strace", "-f", "-qq", "-e", "trace=%file", "-o", folder + "/trace",
      "/usr/libexec/rouse/rouse-daemon", "--board", folder + "/board.json5", "--state", folder + "/state", "--socket",
      folder + "/s")
    _ = traced.wait()
    let opened = try VirtualBoard.content(of: folder + "/trace")
    let places = ["/dev/", "/sys/class/pwm", "/sys/class/sound", "/proc/asound", "/sys/class/video4linux"]
    let touched = opened.split(separator: "\n").filter { line in places.contains { line.contains("\"\($0)") } }
    #expect(touched.contains { $0.contains("\"/dev/gpiochip0\"") }, "the one that it names is: \(touched)")
    let allowed = ["/dev/gpiochip0", "/dev/null", "/dev/urandom", "/dev/random", "/dev/tty", "/dev/shm"]
    let others = touched.filter { line in !allowed.contains { line.contains("\"\($0)") } }
    #expect(others.isEmpty, "\(others)")
  }
}
