import CLinux
import Glibc

/// The Raspberry Pis that have a page in `board/`, named like its folders, and their firmware settings. A test checks
/// that the pages and these values agree.
public enum PiBoard: String, CaseIterable, Sendable {
  case pi3 = "raspberry-pi-3"
  case pi4 = "raspberry-pi-4"
  case pi5 = "raspberry-pi-5"
  case zero2W = "raspberry-pi-zero-2-w"

  /// A line in config.txt.
  public enum Line: String, CaseIterable, Sendable {
    case display = "dtparam=i2c_arm=on"
    case motor = "dtoverlay=pwm,pin=12,func=4"
    case motorAndBuzzer = "dtoverlay=pwm-2chan,pin=12,func=4,pin2=13,func2=4"
    case amplifier = "dtoverlay=max98357a,no-sdmode"
    case noHeadphones = "dtparam=audio=off"
    case strictLines = "dtparam=strict_gpiod"
    case watchdog = "dtparam=watchdog=on"

    /// The command that appends the line to config.txt, whatever the last section is. Takes effect after a reboot.
    public var command: String {
      "`printf '[all]\\n\(rawValue)\\n' | sudo tee -a \(PiBoard.configFile)`, then `sudo reboot`"
    }
  }

  public static let configFile = "/boot/firmware/config.txt"
  /// Has the effect of `Line.display` without a reboot, and loads i2c-dev.
  public static let turnsOnI2C = "sudo raspi-config nonint do_i2c 0"
  private static let deviceTree = "/proc/device-tree"

  /// Selects by the processor, which determines the GPIO and PWM chips: a Raspberry Pi 500 or a Compute Module 5 is
  /// wired like a Raspberry Pi 5. `deploy/debian/this-board` makes the same choice for the package;
  /// board/device-tree.md lists the names.
  ///
  /// - Parameter compatible: the names in the device tree, such as `raspberrypi,500` and `brcm,bcm2712`.
  public init?(compatible: [String]) {
    if compatible.contains("brcm,bcm2712") {
      self = .pi5
    } else if compatible.contains("brcm,bcm2711") {
      self = .pi4
    } else if compatible.contains("brcm,bcm2837") {
      // The page with the amplifier is for the two boards without a headphone jack.
      let isSmall = compatible.contains {
        $0.hasPrefix("raspberrypi,model-zero-2") || $0 == "raspberrypi,0-compute-module"
      }
      self = isSmall ? .zero2W : .pi3
    } else {
      return nil
    }
  }

  /// Returns the board of this machine, or `nil` if no page of `board/` applies.
  public static func ofMachine(root: String = "") -> PiBoard? {
    PiBoard(compatible: names(in: root + deviceTree + "/compatible"))
  }

  /// Returns the machine's name, such as `Raspberry Pi 4 Model B Rev 1.4`, or `nil` without a device tree.
  public static func model(root: String = "") -> String? { names(in: root + deviceTree + "/model").first }

  /// Reads a device tree property that consists of zero-terminated texts.
  private static func names(in path: String) -> [String] {
    let number = rouse_open_plain_file(path)
    guard number >= 0 else { return [] }
    defer { close(number) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(number, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).split { $0 == 0 || $0 == UInt8(ascii: "\n") }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The label of the GPIO chip behind the header.
  public var gpioChip: String { parts.gpioChip }
  /// The end of the PWM chip's `device` link.
  public var pwmDevice: String { parts.pwmDevice }
  public var supply: String { parts.supply }

  private var parts: (gpioChip: String, pwmDevice: String, supply: String) {
    switch self {
    case .pi3, .zero2W: ("pinctrl-bcm2835", "3f20c000.pwm", "5 V / 2.5 A")
    case .pi4: ("pinctrl-bcm2711", "fe20c000.pwm", "5 V / 3 A")
    case .pi5: ("pinctrl-rp1", "1f00098000.pwm", "5 V / 5 A")
    }
  }

  /// The lines that the board's page asks for, in the order of the page.
  public var lines: [Line] {
    switch self {
    case .pi3, .pi4: [.display, .motor, .noHeadphones, .strictLines, .watchdog]
    case .pi5: [.display, .motor, .strictLines, .watchdog]
    case .zero2W: [.display, .motor, .amplifier, .strictLines, .watchdog]
    }
  }

  /// The sections of config.txt that apply to the board, besides `all`.
  public var sections: [String] {
    switch self {
    case .pi3: ["pi3", "pi3+", "pi2", "cm3", "cm3+"]
    case .pi4: ["pi4", "pi400", "cm4", "cm4s"]
    case .pi5: ["pi5", "pi500", "cm5"]
    case .zero2W: ["pi0", "pi0w", "pi02", "cm0"]
    }
  }
}
