import Boards
import Hardware
import TestSupport
import Testing

@testable import Daemon
@testable import LinuxHardware
@testable import Machine

/// Facts read from the small files that Raspberry Pi OS 13 provides.
struct MachineLookTests {
  static let model = "/proc/device-tree/model"
  static let compatible = "/proc/device-tree/compatible"
  static let pi4 = "Raspberry Pi 4 Model B Rev 1.4\0"
  static let pi500 = "raspberrypi,500\0brcm,bcm2712\0"
  static let motor = PWMChannel(device: "fe20c000.pwm", channel: 0, frequency: 1000)
  static let buzzer = BoardNeeds.Line(role: .buzzer, wiring: GPIOLine(chip: "pinctrl-bcm2711", line: .offset(17)))
  static let needs = BoardNeeds(bus: "/dev/i2c-1", channels: [.vibration: motor], hasLines: true, lines: [buzzer])

  struct Case: Sendable {
    var files: [String: String]
    var links: [String: String]
    var needs: BoardNeeds
    var expected: @Sendable (MachineLook) -> Bool

    init(
      _ files: [String: String], links: [String: String] = [:], needs: BoardNeeds = MachineLookTests.needs,
      expected: @escaping @Sendable (MachineLook) -> Bool
    ) {
      (self.files, self.links, self.needs, self.expected) = (files, links, needs, expected)
    }
  }

  private static let watchdog = "/sys/class/watchdog/watchdog0"
  private static let fed = "[Manager]\nRuntimeWatchdogSec=1m\n"
  private static let drop = "/usr/lib/systemd/system.conf.d/40-rpi-enable-watchdog.conf"
  private static let (hwmon0, hwmon1) = ("/sys/class/hwmon/hwmon0", "/sys/class/hwmon/hwmon1")
  private static let config = PiBoard.configFile
  private static let cards = "/proc/asound/cards"

  static let cases: KeyValuePairs<String, Case> = [
    "a computer that tells nothing": Case([:]) { look in
      !look.isPi && look.pi == nil && look.isUndervolted == nil && look.temperature == nil
        && look.hardwareWatchdog == .missing
        && look.clockChip == nil && look.timeService == nil && look.fileSystemErrors.isEmpty && look.wornDisks.isEmpty
        && look.disturbed.isEmpty && look.clashes.isEmpty
    },
    "a Raspberry Pi 4": Case([model: pi4, compatible: "raspberrypi,4-model-b\0brcm,bcm2711\0"]) {
      $0.isPi && $0.pi == .pi4 && $0.powerButton == nil
    },
    "a Raspberry Pi 500": Case([model: "Raspberry Pi 500 Rev 1.0\0", compatible: pi500]) { $0.isPi && $0.pi == .pi5 },
    "a chip without a page": Case([model: "Raspberry Pi Zero W Rev 1.1\0", compatible: "brcm,bcm2835\0"]) {
      $0.isPi && $0.pi == nil
    },
    "the GPIO chip of another Raspberry Pi": Case([model: "Raspberry Pi 500 Rev 1.0\0", compatible: pi500]) {
      $0.gaps[.buzzer] == .chip("pinctrl-bcm2711")
    },
    "the GPIO chip of this one": Case([model: pi4, compatible: "raspberrypi,400\0brcm,bcm2711\0"]) {
      $0.gaps[.buzzer] == nil
    },
    "a power button that nobody has set": Case([compatible: pi500]) {
      $0.powerButton == PowerButton(press: "poweroff", longPress: "ignore")
    },
    "a power button as the package sets it": Case([
      compatible: pi500, "/etc/systemd/logind.conf": "[Login]\n#HandlePowerKey=poweroff\n",
      "/usr/lib/systemd/logind.conf.d/50-rouse.conf":
        "[Login]\nHandlePowerKey=ignore\nHandlePowerKeyLongPress=poweroff\n",
    ]) { $0.powerButton == PowerButton(press: "ignore", longPress: "poweroff") },
    "a power button that somebody has set after it": Case([
      compatible: pi500, "/usr/lib/systemd/logind.conf.d/50-rouse.conf": "[Login]\nHandlePowerKey=ignore\n",
      "/etc/systemd/logind.conf.d/60-mine.conf": "[Login]\nHandlePowerKey=suspend\n",
    ]) { $0.powerButton == PowerButton(press: "suspend", longPress: "ignore") },
    "another board": Case([model: "Radxa ROCK 5B\0"]) { !$0.isPi && $0.pi == nil },
    "under-voltage is that of the sensor of this name": Case([
      hwmon0 + "/name": "cpu_thermal\n", hwmon0 + "/in0_lcrit_alarm": "0\n", hwmon1 + "/name": "rpi_volt\n",
      hwmon1 + "/in0_lcrit_alarm": "1\n",
    ]) { $0.isUndervolted == true },
    "a supply that holds": Case([hwmon1 + "/name": "rpi_volt\n", hwmon1 + "/in0_lcrit_alarm": "0\n"]) {
      $0.isUndervolted == false
    },
    "the processor's heat, and not the disk's": Case([
      "/sys/class/hwmon/hwmon0/name": "nvme\n", "/sys/class/hwmon/hwmon0/temp1_input": "33000\n",
      "/sys/class/hwmon/hwmon1/name": "cpu_thermal\n", "/sys/class/hwmon/hwmon1/temp1_input": "82276\n",
    ]) { $0.temperature == 82.276 },
    "neither bus nor PWM": Case(["/sys/class/pwm/export": ""]) {
      $0.gaps == [.display: .bus("/dev/i2c-1"), .vibration: .pwm(motor)]
    },
    "bus and PWM, whatever its number": Case(
      ["/dev/i2c-1": ""],
      links: [
        "/sys/class/pwm/pwmchip0/device": "../../../fe20c800.pwm",
        "/sys/class/pwm/pwmchip2/device": "../../../fe20c000.pwm",
      ]
    ) { $0.gaps.isEmpty },
    "the fan's PWM is not the motor's": Case([:], links: ["/sys/class/pwm/pwmchip4/device": "../../1f0009c000.pwm"]) {
      $0.gaps[.vibration] == .pwm(motor)
    },
    "the headphone jack": Case([
      model: pi4, cards: " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n   bcm2835 Headphones\n",
    ]) { $0.disturbed == [.vibration] },
    "the headphone jack of an older kernel": Case([model: pi4, cards: " 0 [ALSA  ]: bcm2835_alsa - bcm2835 ALSA\n"]) {
      $0.disturbed == [.vibration]
    },
    "HDMI and USB disturb nothing": Case([
      model: pi4,
      cards:
        " 0 [b1  ]: bcm2835_hdmi - bcm2835 HDMI 1\n 1 [vc4hdmi0 ]: vc4-hdmi - vc4-hdmi-0\n 2 [Device ]: USB-Audio\n",
    ]) { $0.disturbed.isEmpty },
    "lines that keep their level": Case([
      model: pi4, "/sys/module/pinctrl_bcm2835/parameters/persist_gpio_outputs": "Y\n",
    ]) { $0.keepsLines },
    "lines that do not": Case([model: pi4, "/sys/module/pinctrl_rp1/parameters/persist_gpio_outputs": "N\n"]) {
      !$0.keepsLines
    },
    "what config.txt asks for": Case([
      model: pi4, compatible: "brcm,bcm2711\0",
      config:
        "#dtparam=watchdog=on\ndtparam=audio=on\n[pi5]\ndtparam=strict_gpiod\n[pi4]\ndtoverlay=pwm,pin=12,func=4\n"
        + "[none]\ndtparam=audio=off\n[all]\n  dtparam=i2c_arm=on \n",
    ]) { $0.asked == [.motor, .display] && $0.clashes.isEmpty },
    "two lines of PWM": Case([model: pi4, config: "dtoverlay=pwm,pin=12,func=4\ndtoverlay=pwm-2chan\n"]) {
      $0.clashes == [.severalPWMLines(["dtoverlay=pwm,pin=12,func=4", "dtoverlay=pwm-2chan"])]
    },
    "PWM on the pins of the amplifier": Case([model: pi4, config: "dtoverlay=pwm\ndtoverlay=max98357a,no-sdmode\n"]) {
      $0.clashes == [.pwmOnSoundPins("dtoverlay=pwm")]
    },
    "PWM of its own pins beside the amplifier": Case([
      model: pi4, config: "dtoverlay=max98357a,no-sdmode\ndtoverlay=pwm-2chan,pin=12,func=4,pin2=13,func2=4\n",
    ]) { $0.clashes.isEmpty && $0.asked == [.amplifier, .motorAndBuzzer] },
    "sound on the motor's PWM": Case([model: pi4, config: "dtoverlay=audremap,pins_18_19\n"]) {
      $0.clashes == [.soundOnPWM("dtoverlay=audremap")]
    },
    "no watchdog": Case([:]) { $0.hardwareWatchdog == .missing },
    "a watchdog that is fed": Case([watchdog + "/state": "active\n"]) { $0.hardwareWatchdog == .active },
    "a watchdog that nobody feeds": Case([watchdog + "/state": "inactive\n"]) { $0.hardwareWatchdog == .idle },
    "a watchdog of a kernel that does not tell, without systemd": Case([watchdog + "/dev": ""]) {
      $0.hardwareWatchdog == .unknown
    },
    "a watchdog that systemd is told to feed, as Raspberry Pi OS does": Case([
      watchdog + "/dev": "", "/etc/systemd/system.conf": "[Manager]\n#RuntimeWatchdogSec=off\n", drop: fed,
    ]) { $0.hardwareWatchdog == .active },
    "a watchdog that systemd is told not to feed": Case([
      watchdog + "/dev": "", drop: fed,
      "/etc/systemd/system.conf.d/50-mine.conf": "[Manager]\nRuntimeWatchdogSec = off\n",
    ]) { $0.hardwareWatchdog == .idle },
    "a file of the same name in /etc stands for the other": Case([
      watchdog + "/dev": "", "/usr/lib/systemd/system.conf.d/40-a.conf": fed,
      "/etc/systemd/system.conf.d/40-a.conf": "",
    ]) { $0.hardwareWatchdog == .idle },
    "a watchdog that systemd is not told of": Case([watchdog + "/dev": "", "/etc/systemd/system.conf": "[Manager]\n"]) {
      $0.hardwareWatchdog == .idle
    },
    "a clock chip": Case(["/sys/class/rtc/rtc0/name": "rtc-ds1307 1-0068\n"]) {
      $0.clockChip == "rtc0" && $0.clockBattery == nil
    },
    "the battery of a Raspberry Pi 5": Case(["/sys/class/rtc/rtc0/battery_voltage": "2998432\n"]) {
      $0.clockBattery == 2.998432
    },
    "a second clock chip with a battery of its own": Case([
      "/sys/class/rtc/rtc0/battery_voltage": "1532\n", "/sys/class/rtc/rtc1/name": "rtc-ds1307 1-0068\n",
    ]) { $0.clockBattery == nil },
    "the network's time": Case(["/etc/systemd/system/sysinit.target.wants/systemd-timesyncd.service": ""]) {
      $0.timeService == "systemd-timesyncd"
    },
    "chrony": Case(["/etc/systemd/system/multi-user.target.wants/chrony.service": ""]) { $0.timeService == "chrony" },
    "errors of file systems": Case([
      "/sys/fs/ext4/mmcblk0p2/errors_count": "3\n", "/sys/fs/ext4/sda1/errors_count": "0\n",
      "/sys/fs/ext4/features/casefold": "supported\n",
    ]) { $0.fileSystemErrors == ["mmcblk0p2": 3, "sda1": 0] },
    "an eMMC that is worn, and a card, which does not tell": Case([
      "/sys/block/mmcblk0/device/life_time": "0x02 0x0a\n", "/sys/block/mmcblk1/device/type": "SD\n",
      "/sys/block/mmcblk2/device/life_time": "0x00 0x00\n",
    ]) { $0.wornDisks == [MachineLook.WornDisk(name: "mmcblk0", tenths: 10)] },
    "a board that needs nothing of the pins lacks nothing": Case(
      [
        model: pi4, cards: " 0 [Headphones ]: bcm2835_headpho - bcm2835 Headphones\n",
        config: "dtoverlay=pwm\ndtoverlay=audremap\n",
        "/sys/module/pinctrl_bcm2835/parameters/persist_gpio_outputs": "Y\n",
      ], needs: BoardNeeds()
    ) { $0.gaps.isEmpty && $0.clashes.isEmpty && $0.disturbed.isEmpty && !$0.keepsLines },
  ]

  @Test(arguments: cases.map { Named(testDescription: $0, value: $1) })
  func whatTheFilesTellIsKnown(example: Named<Case>) throws {
    let folder = try TemporaryFolder()
    for (path, text) in example.value.files { try folder.write(text, to: path) }
    for (path, target) in example.value.links {
      try folder.makeFolder(path.split(separator: "/").dropLast().joined(separator: "/"))
      try folder.link(path, to: target)
    }
    let look = MachineLook(SystemFiles(root: folder.path), example.value.needs)
    #expect(example.value.expected(look), "\(look)")
  }

  @Test func whatABoardFileAsksOfTheKernelIsKnown() throws {
    let file = try BoardFile.parse(
      Array(
        """
        { name: "x", buzzer: { driver: "gpio", chip: "c", line: 17 }, display: { driver: "ht16k33", bus: "/dev/i2c-1" },
          vibration: { driver: "pwm", device: "fe20c000.pwm", channel: 0 } }
        """.utf8))
    #expect(file.needs.bus == "/dev/i2c-1" && file.needs.hasLines)
    #expect(file.needs.channels == [.vibration: Self.motor])
    let mock = try BoardFile.parse(Array(BoardFile.mock.utf8)).needs
    #expect(mock.bus == nil && mock.channels.isEmpty && !mock.hasLines)
  }

  @Test(arguments: [
    ("/var/lib/rouse", "ext4"), ("/run/rouse", "tmpfs"), ("/running", "ext4"), ("/mnt/my disk/x", "vfat"),
    ("/boot", "vfat"), ("/", "ext4"),
  ])
  func theFileSystemOfAPathIsTheDeepestOneMountedAboveIt(path: String, expected: String) {
    let table = """
      1 1 179:2 / / rw,noatime shared:1 - ext4 /dev/root rw
      2 1 0:21 / /run rw shared:5 master:1 - tmpfs tmpfs rw
      3 1 179:1 / /boot rw - ext2 /dev/mmcblk0p1 rw
      4 3 179:1 / /boot rw - vfat /dev/mmcblk0p1 rw
      5 1 8:1 / /mnt/my\\040disk rw - vfat /dev/sda1 rw
      not a line of a mount table
      """
    #expect(MountTable.fileSystem(of: path, in: table) == expected)
  }
}

@Suite struct SharedLineTests {
  /// A Pi's chip, known by its label or its name; its lines are known by number or by name.
  private static func report(_ line: BoardNeeds.Line) -> GPIOLineReport? {
    guard ["pinctrl-bcm2711", "gpiochip0"].contains(line.wiring.chip) else { return nil }
    let offset: Int
    switch line.wiring.line {
    case .offset(let number): offset = number
    case .name(let name):
      guard name.hasPrefix("GPIO"), let number = Int(name.dropFirst(4)) else { return nil }
      offset = number
    }
    return GPIOLineReport(
      chipName: "gpiochip0", chipLabel: "pinctrl-bcm2711", offset: offset, name: "GPIO\(offset)", isUsed: false)
  }

  private static let chip = "chip: 'pinctrl-bcm2711'"

  @Test(
    arguments: [
      (
        "buzzer: { driver: 'gpio', CHIP, line: 17 }, button: { driver: 'gpio', CHIP, line: 'GPIO17' }",
        [.buzzer, .button]
      ),
      (
        "lamp: { driver: 'gpio', CHIP, line: 17 }, button: { driver: 'gpio', chip: 'gpiochip0', line: 17 }",
        [.lamp, .button]
      ),
      ("buzzer: { driver: 'gpio', CHIP, line: 17 }, button: { driver: 'gpio', CHIP, line: 'GPIO18' }", nil),
      ("buzzer: { driver: 'gpio', CHIP, line: 17 }, button: { driver: 'gpio', CHIP, line: 18 }", nil),
      ("buzzer: { driver: 'gpio', CHIP, line: 17 }, button: { driver: 'gpio', chip: 'other', line: 17 }", nil),
      ("buzzer: { driver: 'gpio', CHIP, line: 17 }, button: { driver: 'gpio', CHIP, line: 'BUTTON' }", nil),
    ] as [(String, [DeviceRole]?)])
  func aLineWithTwoNamesIsFound(devices: String, roles: [DeviceRole]?) throws {
    let text = "{ name: 'x', speaker: { driver: 'mock' }, \(devices.replacing("CHIP", with: Self.chip)) }"
    let found = SharedLine.find(in: try BoardFile.parse(Array(text.utf8)).needs.lines, report: Self.report)
    let expected = roles.map { [SharedLine(roles: $0, place: "line 17 (GPIO17) of pinctrl-bcm2711")] }
    #expect(found == expected ?? [])
  }

  @Test func theKernelIsNotAskedWhereTheFileTells() throws {
    let text =
      "{ name: 'x', buzzer: { driver: 'gpio', chip: 'a', line: 1 }, lamp: { driver: 'gpio', chip: 'a', line: 2 } }"
    let lines = try BoardFile.parse(Array(text.utf8)).needs.lines
    #expect(lines.map(\.role) == [.buzzer, .lamp])
    let found = SharedLine.find(in: lines) { line in
      Issue.record("asked for \(line)")
      return nil
    }
    #expect(found.isEmpty)
  }
}
