import CLinux
import Glibc

/// The Raspberry Pis that `board/` has a page for, by the names of its folders, and what their firmware has to be told. The
/// pages say the same to people, and a test holds both together.
public enum PiBoard: String, CaseIterable, Sendable {
  case pi3 = "raspberry-pi-3"
  case pi4 = "raspberry-pi-4"
  case pi5 = "raspberry-pi-5"
  case zero2W = "raspberry-pi-zero-2-w"

  /// A line of config.txt.
  public enum Line: String, CaseIterable, Sendable {
    case display = "dtparam=i2c_arm=on"
    case motor = "dtoverlay=pwm,pin=12,func=4"
    case motorAndBuzzer = "dtoverlay=pwm-2chan,pin=12,func=4,pin2=13,func2=4"
    case amplifier = "dtoverlay=max98357a,no-sdmode"
    case noHeadphones = "dtparam=audio=off"
    case strictLines = "dtparam=strict_gpiod"
    case watchdog = "dtparam=watchdog=on"

    /// Puts it at the end of config.txt, whatever section that ends with. It holds from the next start on.
    public var command: String {
      "`printf '[all]\\n\(rawValue)\\n' | sudo tee -a \(PiBoard.configFile)`, then `sudo reboot`"
    }
  }

  public static let configFile = "/boot/firmware/config.txt"
  /// Does what `Line.display` does, without a restart, and loads i2c-dev.
  public static let turnsOnI2C = "sudo raspi-config nonint do_i2c 0"
  private static let modelFile = "/proc/device-tree/model"

  /// - Parameter model: as the kernel has it: `Raspberry Pi 4 Model B Rev 1.4`.
  public init?(model: String) {
    let board = Self.allCases.first { board in board.models.contains { model.hasPrefix($0) } }
    guard let board else { return nil }
    self = board
  }

  /// What the kernel calls this machine; nil where it has no such name, as on most that are no single board.
  ///
  /// - Parameter root: where the machine's files are.
  public static func model(root: String = "") -> String? {
    let number = rouse_open_plain_file(root + modelFile)
    guard number >= 0 else { return nil }
    defer { close(number) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(number, &bytes, bytes.count)
    let name = bytes.prefix(max(0, count)).prefix { $0 != 0 && $0 != UInt8(ascii: "\n") }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  private var models: [String] {
    switch self {
    case .pi3: ["Raspberry Pi 3 "]
    // One chip.
    case .pi4: ["Raspberry Pi 4 ", "Raspberry Pi 400 "]
    case .pi5: ["Raspberry Pi 5 "]
    case .zero2W: ["Raspberry Pi Zero 2 "]
    }
  }

  /// Where the link `device` of its PWM chip ends.
  public var pwmDevice: String {
    switch self {
    case .pi3, .zero2W: "3f20c000.pwm"
    case .pi4: "fe20c000.pwm"
    case .pi5: "1f00098000.pwm"
    }
  }

  /// What its supply has to give.
  public var supply: String {
    switch self {
    case .pi3, .zero2W: "5 V / 2.5 A"
    case .pi4: "5 V / 3 A"
    case .pi5: "5 V / 5 A"
    }
  }

  /// What its page asks for, in the order of the page.
  public var lines: [Line] {
    switch self {
    case .pi3, .pi4: [.display, .motor, .noHeadphones, .strictLines, .watchdog]
    case .pi5: [.display, .motor, .strictLines, .watchdog]
    case .zero2W: [.display, .motor, .amplifier, .strictLines, .watchdog]
    }
  }

  /// The sections of config.txt that hold for it, beside `all`.
  public var sections: [String] {
    switch self {
    case .pi3: ["pi3", "pi3+"]
    case .pi4: ["pi4", "pi400"]
    case .pi5: ["pi5"]
    case .zero2W: ["pi0", "pi0w", "pi02"]
    }
  }
}
