import Glibc
import Hardware
import LinuxHardware
import Synchronization
import Testing

/// Where the virtual board has its devices, and what they show of what they were told (board/virtual).
enum VirtualBoard {
  /// The contracts run on the Linux drivers where this is set, which the virtual board does.
  static let isHere = getenv("ROUSE_VIRTUAL_BOARD") != nil
  static let absence: Comment = "needs the virtual board's devices: board/virtual/test"

  static let gpioChip = "rouse-gpio"
  static let buzzerLine = (name: "BUZZER", offset: 17)
  static let motorLine = (name: "MOTOR", offset: 18)
  static let lampLine = (name: "LAMP", offset: 27)
  static let buttonLine = (name: "BUTTON", offset: 22)

  /// Its number differs from one boot to the next, the adapter's name does not.
  static let i2cBus = "SMBus stub driver"
  static let displayAddress: UInt8 = 0x70
  /// Of the right one of two chips.
  static let secondDisplayAddress: UInt8 = 0x71
  static let vacantAddress: UInt8 = 0x72

  static let pwmDevice = "pwm-sim"
  /// One a role, so that suites may run side by side.
  static func pwmChannel(_ role: DeviceRole) -> PWMChannel {
    switch role {
    case .vibration: PWMChannel(device: pwmDevice, channel: 0, frequency: 200)
    case .buzzer: PWMChannel(device: pwmDevice, channel: 1, frequency: 2700)
    default: PWMChannel(device: pwmDevice, channel: 2, frequency: 1000)
    }
  }

  /// The level of a line's pin: true is high.
  static func isHigh(_ offset: Int) throws -> Bool {
    try content(of: "\(chipFolder.get())/sim_gpio\(offset)/value", limit: 16) == "1"
  }

  /// What is on the other side of a line that nobody drives: true pulls it up.
  static func pull(_ offset: Int, up isUp: Bool) throws {
    try write(
      Array((isUp ? "pull-up" : "pull-down").utf8), to: "\(chipFolder.get())/sim_gpio\(offset)/pull")
  }

  /// Writes a word into a chip's memory, though a driver of the kernel holds the chip: the low byte at the register.
  static func setWord(_ address: UInt8, _ register: UInt8, _ word: UInt16) throws {
    func hexadecimal(_ number: some BinaryInteger) -> String { "0x" + String(number, radix: 16) }
    let code = try Program(
      "i2cset", "-f", "-y", i2cBus, hexadecimal(address), hexadecimal(register), hexadecimal(word), "w"
    ).wait()
    guard code == 0 else { throw Unavailable("\(hexadecimal(address)) cannot be written") }
  }

  private static let chipFolder = Result {
    let parent = "/sys/devices/platform/gpio-sim.0"
    let chip = try entries(of: parent).first { $0.hasPrefix("gpiochip") }
    return try parent + "/" + #require(chip, "no chip in \(parent)")
  }

  /// The share of full power that a PWM channel gives, 0…1.
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

  /// From now on the PWM chip refuses all with an errno; 0: no longer.
  static func failPWM(_ code: Int32) throws {
    try write(Array("\(code)".utf8), to: "/sys/module/pwm_sim/parameters/fail_apply")
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw Unavailable("\(path) cannot be opened") }
    defer { close(file) }
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else { throw Unavailable("\(path) cannot be written") }
  }

  static func content(of path: String, limit: Int = 8192) throws -> String {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw Unavailable("\(path) cannot be opened") }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = read(file, &buffer, buffer.count)
    guard count >= 0 else { throw Unavailable("\(path) cannot be read") }
    var text = Substring(decoding: buffer[..<count], as: UTF8.self)
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }

  static func entries(of folder: String) throws -> [String] {
    guard let stream = opendir(folder) else { throw Unavailable("\(folder) cannot be opened") }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.sorted()
  }
}

/// Something of the board cannot be read or written; thrown rather than required, since some of it comes and goes.
struct Unavailable: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// The contracts on the Linux drivers, over the virtual board's kernel; a file a device adds its own. One at a time,
/// because tests of a device share it.
@Suite(.enabled(if: VirtualBoard.isHere, VirtualBoard.absence), .serialized) struct LinuxContractTests {}
