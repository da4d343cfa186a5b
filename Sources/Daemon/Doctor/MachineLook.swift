import Boards
import Hardware
import LinuxHardware

/// Facts about the computer that alarms depend on, read from small files. `nil` means unknown.
struct MachineLook: Sendable, Equatable {
  enum Gap: Sendable, Hashable {
    case bus(String)
    case pwm(PWMChannel)
    /// The label of a GPIO chip that only another Raspberry Pi has.
    case chip(String)
  }

  /// Two uses of the same pins or the same PWM in config.txt.
  enum Clash: Sendable, Hashable {
    case severalPWMLines([String])
    case pwmOnSoundPins(String)
    case soundOnPWM(String)
  }

  /// An eMMC, which reports its wear. SD cards do not.
  struct WornDisk: Sendable, Hashable {
    var name: String
    /// The tenths of its life that have begun; 11 means beyond its rated life.
    var tenths: Int
  }

  enum HardwareWatchdog { case missing, unknown, idle, active }

  var isPi = false
  /// The model, if it is one with a page in `board/`.
  var pi: PiBoard?
  /// Within the last two seconds, after which the kernel forgets (its drivers/hwmon/raspberrypi-hwmon.c).
  var isUndervolted: Bool?
  /// The processor's, in degrees Celsius.
  var temperature: Double?
  var gaps: [DeviceRole: Gap] = [:]
  var clashes: [Clash] = []
  /// The PWM devices that the sound of the headphone jack disturbs.
  var disturbed: [DeviceRole] = []
  /// Whether a released GPIO line keeps its level.
  var keepsLines = false
  /// The lines that config.txt already has, which may only need a reboot.
  var asked: Set<PiBoard.Line> = []
  var hardwareWatchdog = HardwareWatchdog.unknown
  /// `nil` on any computer but a Raspberry Pi 5.
  var powerButton: PowerButton?
  var clockChip: String?
  /// In volts, or `nil` if a clock chip does not measure it. A Raspberry Pi 5's does.
  var clockBattery: Double?
  /// The enabled service that sets the clock from the network.
  var timeService: String?
  var fileSystemErrors: [String: Int] = [:]
  var wornDisks: [WornDisk] = []
  /// The command that writes the board file where the service looks for it.
  var boardCommand = BoardPlace().command
}

extension MachineLook {
  init(_ files: SystemFiles, _ needs: BoardNeeds) {
    self.init()
    isPi = PiBoard.model(root: files.root)?.hasPrefix("Raspberry Pi") ?? false
    pi = PiBoard.ofMachine(root: files.root)
    isUndervolted = Self.isUndervolted(files)
    temperature = ProcessorThermometer(root: files.root).temperature
    gaps = Self.gaps(files, needs, pi)
    powerButton = pi == .pi5 ? PowerButton(files) : nil
    hardwareWatchdog = Self.hardwareWatchdog(files)
    let chips = files.names(in: "/sys/class/rtc")
    clockChip = chips.first
    // In microvolts (the kernel's drivers/rtc/rtc-rpi.c). A second chip without a measurement also keeps the time.
    let batteries = chips.map { files.number("/sys/class/rtc/\($0)/battery_voltage") }
    clockBattery = batteries.contains(nil) ? nil : batteries.compactMap(\.self).max().map { Double($0) / 1e6 }
    timeService = Self.timeService(files)
    fileSystemErrors = Self.fileSystemErrors(files)
    wornDisks = Self.wornDisks(files)
    boardCommand = BoardPlace(root: files.root).command
    guard isPi else { return }
    if Self.hasHeadphones(files) { disturbed = needs.channels.keys.sorted { $0.rawValue < $1.rawValue } }
    keepsLines = needs.hasLines && Self.keepsLines(files)
    guard let text = files.text(PiBoard.configFile) else { return }
    let config = FirmwareConfig(text, sections: pi?.sections ?? [])
    asked = Set(PiBoard.Line.allCases.filter(config.has))
    if !needs.channels.isEmpty { clashes = Self.clashes(config) }
  }

  private static func isUndervolted(_ files: SystemFiles) -> Bool? {
    do throws(HardwareError) {
      return try HwmonPowerMonitor(root: files.root).strain().isPowerLow
    } catch {
      // Only a Raspberry Pi measures it.
      return nil
    }
  }

  private static func gaps(_ files: SystemFiles, _ needs: BoardNeeds, _ pi: PiBoard?) -> [DeviceRole: Gap] {
    let folder = "/sys/class/pwm"
    let devices = Set(files.names(in: folder).compactMap { files.target(of: "\(folder)/\($0)/device") })
    var gaps = needs.channels.filter { !devices.contains($0.value.device) }.mapValues(Gap.pwm)
    // Otherwise it is the name of an adapter, whose driver is not checked.
    if let bus = needs.bus, bus.hasPrefix("/dev/"), !files.exists(bus) { gaps[.display] = .bus(bus) }
    guard let own = pi?.gpioChip else { return gaps }
    let others = Set(PiBoard.allCases.map(\.gpioChip)).subtracting([own])
    for line in needs.lines where others.contains(line.wiring.chip) { gaps[line.role] = .chip(line.wiring.chip) }
    return gaps
  }

  private static func clashes(_ config: FirmwareConfig) -> [Clash] {
    var clashes: [Clash] = []
    let lines = config.pwmLines
    if lines.count > 1 { clashes.append(.severalPWMLines(lines)) }
    let pins = (config.overlays("pwm") + config.overlays("pwm-2chan")).map { arguments in
      // Without an argument it uses GPIO 18, and 19 for the second channel (the firmware's overlays/README).
      arguments.filter { $0.hasPrefix("pin=") || $0.hasPrefix("pin2=") }.map { $0.split(separator: "=").last ?? "" }
    }
    if config.hasI2S, let line = zip(lines, pins).first(where: { $1.isEmpty || $1.contains("18") || $1.contains("19") })
    {
      clashes.append(.pwmOnSoundPins(line.0))
    }
    if !config.overlays("audremap").isEmpty { clashes.append(.soundOnPWM("dtoverlay=audremap")) }
    return clashes
  }

  /// Looks for the sound card of the headphone jack, which older kernels call `ALSA`. HDMI has cards of its own.
  private static func hasHeadphones(_ files: SystemFiles) -> Bool {
    let cards = files.text("/proc/asound/cards") ?? ""
    return cards.contains("bcm2835 Headphones") || cards.contains("bcm2835 ALSA")
  }

  /// Checks the GPIO drivers of the Raspberry Pi 3 and 4, and of the 5.
  private static func keepsLines(_ files: SystemFiles) -> Bool {
    ["pinctrl_bcm2835", "pinctrl_rp1"].contains {
      files.text("/sys/module/\($0)/parameters/persist_gpio_outputs") == "Y"
    }
  }

  private static func timeService(_ files: SystemFiles) -> String? {
    let folder = "/etc/systemd/system"
    let enabled = files.names(in: folder).filter { $0.hasSuffix(".wants") }.flatMap {
      files.names(in: "\(folder)/\($0)")
    }
    return ["systemd-timesyncd", "chrony", "chronyd", "ntpsec", "ntp", "openntpd"].first {
      enabled.contains("\($0).service")
    }
  }

  private static func fileSystemErrors(_ files: SystemFiles) -> [String: Int] {
    files.names(in: "/sys/fs/ext4").reduce(into: [:]) { $0[$1] = files.number("/sys/fs/ext4/\($1)/errors_count") }
  }

  /// Parses `0x02 0x01`: the tenths of life that have begun, for two kinds of memory; 0 is unknown (JESD84-B51).
  private static func wornDisks(_ files: SystemFiles) -> [WornDisk] {
    files.names(in: "/sys/block").filter { $0.hasPrefix("mmcblk") }.compactMap { name in
      let tenths = files.text("/sys/block/\(name)/device/life_time")?.split(separator: " ").compactMap { word in
        word.hasPrefix("0x") ? Int(word.dropFirst(2), radix: 16) : nil
      }
      guard let worst = tenths?.max(), worst > 0 else { return nil }
      return WornDisk(name: name, tenths: worst)
    }
  }

  /// Returns whether the first watchdog is fed (the kernel's Documentation/ABI/testing/sysfs-class-watchdog).
  static func hardwareWatchdog(_ files: SystemFiles) -> HardwareWatchdog {
    let watchdog = "/sys/class/watchdog/watchdog0"
    guard files.exists(watchdog) else { return .missing }
    if let state = files.text(watchdog + "/state") { return state == "active" ? .active : .idle }
    // Kernels without CONFIG_WATCHDOG_SYSFS do not report it, but systemd follows its files. `nil` means no systemd.
    guard let setting = files.systemdSetting("RuntimeWatchdogSec", in: "system.conf") else { return .unknown }
    return ["", "0", "0s", "off", "infinity"].contains(setting) ? .idle : .active
  }
}

/// The reaction of systemd-logind to the power button of a Raspberry Pi 5 (logind.conf(5)).
struct PowerButton: Sendable, Hashable {
  var press: String
  /// After five seconds (systemd's src/login/logind-button.c).
  var longPress: String
}

extension PowerButton {
  init(_ files: SystemFiles) {
    func setting(_ key: String, otherwise value: String) -> String {
      let setting = files.systemdSetting(key, in: "logind.conf") ?? ""
      return setting.isEmpty ? value : setting
    }
    press = setting("HandlePowerKey", otherwise: "poweroff")
    longPress = setting("HandlePowerKeyLongPress", otherwise: "ignore")
  }

  var fact: Fact {
    guard press == "ignore" else {
      return .warning(
        .powerButton, "a short press of the power button is not ignored (HandlePowerKey=\(press))",
        why: "pressed half asleep, it silences a ring, and no alarm rings until somebody switches the clock on again",
        fix: "`printf '[Login]\\nHandlePowerKey=ignore\\nHandlePowerKeyLongPress=poweroff\\n' | sudo install -D -m 644 "
          + "/dev/stdin /etc/systemd/logind.conf.d/90-power-button.conf && sudo systemctl kill -s HUP systemd-logind`")
    }
    let long = longPress == "ignore" ? "a long one too" : "held for 5 s, it does \(longPress)"
    return .ok(
      .powerButton, "systemd-logind ignores a short press of the power button; \(long); off: `sudo poweroff`")
  }
}

/// The lines of a Raspberry Pi's config.txt that apply to one model. Never written.
struct FirmwareConfig: Sendable {
  /// Without comments and blanks, in the order of the file.
  let lines: [String]

  /// - Parameter sections: the sections that apply besides `all`, such as `pi4`.
  init(_ text: String, sections: [String]) {
    var holds = true
    var lines: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      guard let first = words.first else { continue }
      if first.hasPrefix("["), first.hasSuffix("]") {
        holds = (["all"] + sections).contains(first.dropFirst().dropLast().lowercased())
      } else if holds {
        lines.append(words.joined())
      }
    }
    self.lines = lines
  }

  func has(_ line: PiBoard.Line) -> Bool { lines.contains(line.rawValue) }

  func overlays(_ name: String) -> [[Substring]] {
    lines.compactMap { line in
      guard line.hasPrefix("dtoverlay=") else { return nil }
      let words = line.dropFirst(10).split(separator: ",")
      return words.first == name[...] ? Array(words.dropFirst()) : nil
    }
  }

  /// The lines that put PWM on pins. Of several, only one takes effect.
  var pwmLines: [String] {
    lines.filter { ["dtoverlay=pwm", "dtoverlay=pwm-2chan"].contains($0.prefix { $0 != "," }) }
  }

  /// Whether I2S sound uses GPIO 18 and 19.
  var hasI2S: Bool {
    lines.contains("dtparam=i2s=on")
      || lines.contains { line in Self.i2sOverlays.contains { line.hasPrefix("dtoverlay=\($0)") } }
  }

  private static let i2sOverlays = [
    "max98357a", "hifiberry-", "iqaudio-", "i2s-", "googlevoicehat", "allo-", "justboom-",
  ]
}
