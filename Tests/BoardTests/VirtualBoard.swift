import Glibc
import Hardware
import LinuxHardware
import TestSupport
import Testing

/// The devices of the virtual board, and their observable state (board/virtual).
enum VirtualBoard {
  /// Whether this is the virtual board, where the contracts run on the Linux drivers.
  static let isHere = getenv("ROUSE_VIRTUAL_BOARD") != nil
  static let absence: Comment = "needs the virtual board's devices: board/virtual/test"

  static let gpioChip = "rouse-gpio"
  static let buzzerLine = (name: "BUZZER", offset: 17)
  static let motorLine = (name: "MOTOR", offset: 18)
  static let lampLine = (name: "LAMP", offset: 27)
  static let buttonLine = (name: "BUTTON", offset: 22)

  /// The adapter's name; its number changes from boot to boot.
  static let i2cBus = "SMBus stub driver"
  static let displayAddress: UInt8 = 0x70
  /// The right one of two chips.
  static let secondDisplayAddress: UInt8 = 0x71
  static let vacantAddress: UInt8 = 0x72

  static let pwmDevice = "pwm-sim"
  /// One channel per role, so that suites may run in parallel.
  static func pwmChannel(_ role: DeviceRole) -> PWMChannel {
    switch role {
    case .vibration: PWMChannel(device: pwmDevice, channel: 0, frequency: 200)
    case .buzzer: PWMChannel(device: pwmDevice, channel: 1, frequency: 2700)
    default: PWMChannel(device: pwmDevice, channel: 2, frequency: 1000)
    }
  }

  /// Whether a line's pin is high.
  static func isHigh(_ offset: Int) throws -> Bool {
    try content(of: "\(chipFolder.get())/sim_gpio\(offset)/value") == "1"
  }

  /// Pulls a line that nobody drives up or down.
  static func pull(_ offset: Int, up isUp: Bool) throws {
    try Files.write(isUp ? "pull-up" : "pull-down", to: "\(chipFolder.get())/sim_gpio\(offset)/pull")
  }

  /// Writes a word to a chip's register, low byte first, even if a kernel driver holds the chip.
  static func setWord(_ address: UInt8, _ register: UInt8, _ word: UInt16) throws {
    func hexadecimal(_ number: some BinaryInteger) -> String { "0x" + String(number, radix: 16) }
    let code = try Program(
      "i2cset", "-f", "-y", i2cBus, hexadecimal(address), hexadecimal(register), hexadecimal(word), "w"
    ).wait()
    guard code == 0 else { throw Failure("\(hexadecimal(address)) cannot be written") }
  }

  private static let chipFolder = Result {
    let parent = "/sys/devices/platform/gpio-sim.0"
    let chip = Files.names(parent).first { $0.hasPrefix("gpiochip") }
    return try parent + "/" + #require(chip, "no chip in \(parent)")
  }

  /// Returns the share of full power of a PWM channel, 0…1.
  static func duty(of role: DeviceRole) throws -> Double {
    let state = try content(of: "/sys/devices/platform/pwm-sim/state")
    let line = try #require(state.split(separator: "\n").first { $0.hasPrefix("\(pwmChannel(role).channel) ") })
    let values = line.split(separator: " ").reduce(into: [Substring: Double]()) { values, field in
      let parts = field.split(separator: "=")
      if parts.count == 2 { values[parts[0]] = Double(parts[1]) }
    }
    let period = try #require(values["period"])
    return try values["enabled"] == 1 ? #require(values["duty"]) / period : 0
  }

  /// Makes the PWM chip fail everything with this errno, or work again with 0.
  static func failPWM(_ code: Int32) throws {
    try Files.write("\(code)", to: "/sys/module/pwm_sim/parameters/fail_apply")
  }

  /// Makes the loopback card take the clock of the dummy card, which stands still while nothing plays there.
  static func stopLoopback(_ isStopped: Bool) throws {
    let source = "/proc/asound/Loopback/timer_source"
    let code = try Program("sh", "-c", "echo \(isStopped ? "1.0.0" : "") >\(source)").wait()
    if isStopped { #expect(code == 0) }
  }

  static func content(of path: String) throws -> String {
    guard access(path, R_OK) == 0 else { throw Failure("\(path) cannot be read") }
    var text = Files.text(path)
    while text.last == "\n" { text.removeLast() }
    return text
  }
}

/// The contracts on the Linux drivers. Each device has its own file. Serialized, because tests of a device share it.
@Suite(.enabled(if: VirtualBoard.isHere, VirtualBoard.absence), .serialized) struct LinuxContractTests {}
