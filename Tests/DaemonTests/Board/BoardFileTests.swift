import AlarmClock
import Control
import Hardware
import LinuxHardware
import TestSupport
import Testing

@testable import Daemon

@Suite struct BoardFileTests {
  private func parse(_ text: String) throws -> BoardFile { try BoardFile.parse(Array(text.utf8)) }

  @Test func everyDeviceIsWiredAsTheFileSays() throws {
    let file = try parse(
      """
      {
        name: "bench", // a comment
        buzzer: { driver: "gpio", chip: "pinctrl-bcm2711", line: 17, activeLow: true, bias: "pull-down" },
        vibration: {
          driver: "pwm", device: "fe20c000.pwm", channel: 0, duty: { light: 0.3 },
          kickMilliseconds: 50, longestOnSeconds: 20, dutyShare: 0.5,
        },
        display: { driver: "ht16k33", bus: "/dev/i2c-1", address: 0x71, glyphs: "14-segment" },
        speaker: { driver: "alsa", card: "Device", mixer: "PCM", level: 90 },
        lamp: { driver: "gpio", chip: "gpiochip0", line: "GPIO22" },
        camera: { driver: "v4l2", camera: "046d:0825" },
        light: { driver: "iio", device: "bh1750" },
        room: { driver: "hwmon", device: "lm75" },
        power: { driver: "hwmon" },
        button: {
          driver: "gpio", chip: "pinctrl-bcm2711", line: 5, activeLow: true, bias: "pull-up", debounceMilliseconds: 30,
        },
      }
      """)
    let buzzer = GPIOLine(chip: "pinctrl-bcm2711", line: .offset(17), isActiveLow: true, bias: .pullDown)
    #expect(file.buzzer == .line(buzzer))
    #expect(file.vibration?.output == .pwm(PWMChannel(device: "fe20c000.pwm", channel: 0, frequency: 1000)))
    let drive = MotorDrive(
      light: 0.3, medium: 0.7, strong: 1, kick: .milliseconds(50), longestOn: .seconds(20), dutyShare: 0.5)
    #expect(file.vibration?.drive == drive)
    #expect(file.display == .ht16k33(bus: "/dev/i2c-1", addresses: [0x71], shape: .fourLetters))
    #expect(file.speaker == .alsa(ALSACard(card: "Device", mixer: "PCM", level: 90)))
    #expect(file.lamp == .line(GPIOLine(chip: "gpiochip0", line: .name("GPIO22"))))
    #expect(file.camera == .v4l2(.usb(vendor: 0x046d, product: 0x0825, serial: nil)))
    #expect(file.light == .iio(device: "bh1750"))
    #expect(file.room == .linux(.hwmon, device: "lm75"))
    #expect(file.power == .hwmon(device: "rpi_volt"))
    let button = GPIOLine(chip: "pinctrl-bcm2711", line: .offset(5), isActiveLow: true, bias: .pullUp)
    #expect(file.button == .line(button, debounce: .milliseconds(30)))
    #expect(!file.isMock && !file.hasMock && file.warnings.isEmpty)
    let mock = try BoardFile.parse(Array(BoardFile.mock.utf8))
    #expect(Self.unusable(file).isEmpty && Self.unusable(mock).isEmpty)
  }

  private static func unusable(_ file: BoardFile) -> [DeviceRole] {
    let board = Board(file, path: nil, time: ManualTime(morning))
    let devices: [DeviceRole: (any Sendable)?] = [
      .buzzer: board.buzzer, .vibration: board.vibration, .speaker: board.speaker, .display: board.display,
      .lamp: board.lamp, .camera: board.camera, .light: board.light, .room: board.room, .power: board.power,
      .button: board.button,
    ]
    return DeviceRole.allCases.filter { devices[$0].flatMap(\.self) == nil }
  }

  static let bad: [(String, String)] = [
    ("buzzer: { driver: 'gpio', line: 17 }", "`chip` is missing"),
    ("buzzer: { driver: 'gpio', chip: 'c', line: 17, pin: 3 }", "buzzer: there is no key `pin`"),
    ("buzzer: { driver: 'gpio', chip: 'c', line: 17, bias: 'up' }", "buzzer.bias: it has to be one of: as-is"),
    ("buzzer: { driver: 'gpio', chip: '', line: 17 }", "buzzer.chip: it must not be empty"),
    ("buzzer: { driver: 'gpio', chip: 'c', line: true }", "buzzer"),
    ("buzzer: { driver: 'gpio', chip: 'c', line: -1 }", "buzzer.line: it has to be"),
    ("buzzer: { driver: 'gpio', chip: 'c', line: '' }", "buzzer.line: it has to be"),
    ("speaker: { driver: 'alsa', card: 'x', mixer: '' }", "speaker.mixer: it must not be empty"),
    ("buzzer: { driver: 'pwm', device: 'd', channel: 64 }", "buzzer.channel: it has to be from 0 to 63"),
    ("buzzer: { driver: 'pwm', device: 'd', channel: 0, frequency: 0 }", "buzzer.frequency"),
    ("buzzer: { driver: 'pwm', device: 'd', channel: 0, chip: 'c' }", "buzzer: there is no key `chip`"),
    ("buzzer: { driver: 'alsa' }", "buzzer.driver: there is no driver `alsa`; there are: gpio, pwm, mock"),
    ("buzzer: { driver: 'mock' }, display: { driver: 'ht16k33', bus: '/dev/i2c-1', address: 0x20 }", "display.address"),
    ("buzzer: { driver: 'mock' }, display: { driver: 'ht16k33' }", "`bus` is missing"),
    ("buzzer: { driver: 'mock' }, camera: { driver: 'v4l2', camera: 'webcam' }", "camera.camera: it has to be"),
    ("buzzer: { driver: 'mock' }, speaker: { driver: 'alsa', card: 'x', level: 0 }", "speaker.level"),
    ("buzzer: { driver: 'mock' }, vibration: { driver: 'mock', dutyShare: 0 }", "vibration.dutyShare"),
    ("buzzer: { driver: 'mock' }, vibration: { driver: 'mock', kickMilliseconds: 900 }", "vibration.kickMilliseconds"),
    ("buzzer: { driver: 'mock' }, // '{\n buzzer: { driver: 'gpio', chip: 'c', line: 6 }", "it has `buzzer` twice"),
    ("buzzer: { driver: 'mock' }, vibration: { driver: 'mock', duty: { light: 0.1, light: 0.2 } }", "`light` twice"),
    (
      "buzzer: { driver: 'gpio', chip: 'c', line: 4 }, lamp: { driver: 'gpio', chip: 'c', line: 4 }",
      "cannot share line"
    ),
    (
      "buzzer: { driver: 'pwm', device: 'd', channel: 1 }, vibration: { driver: 'pwm', device: 'd', channel: 1 }",
      "cannot share channel 1 of d"
    ),
    ("buzzer: { driver: 'mock' }, light: { driver: 'i2c' }", "light.driver: there is no driver `i2c`; there are: iio,"),
    ("buzzer: { driver: 'mock' }, light: { driver: 'iio', name: 'x' }", "light: there is no key `name`"),
    ("buzzer: { driver: 'mock' }, light: { driver: 'iio', device: '' }", "light.device: it must not be empty"),
    ("buzzer: { driver: 'mock' }, light: { driver: 'mock', device: 'x' }", "light: there is no key `device`"),
    ("buzzer: { driver: 'mock' }, room: { driver: 'hwmon' }", "room: `device` is missing"),
    ("buzzer: { driver: 'mock' }, room: { driver: 'w1', device: 'x' }", "there are: iio, hwmon, mock"),
    ("buzzer: { driver: 'mock' }, power: { driver: 'iio' }", "power.driver: there is no driver `iio`"),
    ("buzzer: { driver: 'mock' }, button: { driver: 'gpio', chip: 'c' }", "button: `line` is missing"),
    (
      "buzzer: { driver: 'mock' }, button: { driver: 'gpio', chip: 'c', line: 5, debounceMilliseconds: 0 }",
      "button.debounceMilliseconds: it has to be from 1 to 500"
    ),
    ("buzzer: { driver: 'mock' }, button: { driver: 'gpio', chip: 'c', line: 512 }", "button.line: it has to be"),
    (
      "buzzer: { driver: 'gpio', chip: 'c', line: 5 }, button: { driver: 'gpio', chip: 'c', line: 5 }",
      "the buzzer and the button cannot share line"
    ),
    (
      "buzzer: { driver: 'gpio', chip: 'c', line: 24 }, display: { driver: 'tm1637', chip: 'c', clock: 23, data: 24 }",
      "the buzzer and the display cannot share line"
    ),
  ]

  @Test(arguments: bad)
  func aWrongBoardFileIsRefusedByTheNameOfWhatIsWrong(devices: String, expected: String) {
    let problem = #expect(throws: BoardFileProblem.self) { try parse("{ name: 'x', \(devices) }") }
    #expect(problem?.description.contains(expected) == true, "\(problem.map(String.init(describing:)) ?? "")")
  }

  @Test func bytesThatAreNoTextAreRefused() {
    let problem = #expect(throws: BoardFileProblem.self) { try BoardFile.parse([0x7B, 0xFF, 0xFF, 0x2F, 0x2F]) }
    #expect(problem?.description.contains("UTF-8") == true)
  }

  @Test(arguments: ["7e-", "7.e+", "0E-", "-0x8000000000000001", "+", "-", "0x", "1e", "--1", "1.2.3", "1e1000"])
  func aMalformedNumberIsRefusedByName(number: String) {
    let problem = #expect(throws: BoardFileProblem.self) {
      try parse("/* ' */ { name: \"'\", // 7e-\n vibration: { driver: 'mock', dutyShare: \(number) } }")
    }
    #expect(problem?.description.contains("`\(number)` is no number") == true)
  }

  /// The same key in another object, a value, a string or a comment is not a duplicate.
  @Test func aKeyMayStandInSeveralObjects() throws {
    let file = try parse(
      """
      { name: "buzzer", /* buzzer: {}, */ buzzer: { driver: 'gpio', chip: 'driver', line: 'line' },
        // buzzer: { driver: 'mock' },
        speaker: { driver: 'alsa', card: "buzzer: card:" }, lamp: { 'driver': 'gpio', chip: 'c', line: 3 } }
      """)
    #expect(file.buzzer == .line(GPIOLine(chip: "driver", line: .name("line"))))
  }

  @Test(arguments: ["1", "+1", ".5", "0.5", "1.", "5e-1", "10E-1", "0x1", "1.0e+0"])
  func everyFormOfANumberIsTaken(number: String) throws {
    let file = try parse(
      "{ name: '7e-', speaker: { driver: 'mock' }, vibration: { driver: 'mock', /* 7e- */ dutyShare: \(number) } }")
    #expect(file.vibration != nil)
  }

  @Test func aBoardWithoutACameraIsWarnedOf() throws {
    #expect(try parse("{ name: 'x', buzzer: { driver: 'mock' } }").warnings.contains { $0.contains("no camera") })
  }

  /// Pins of a Raspberry Pi, and the number of warnings that they cause.
  static let pins: [(buzzer: String, card: String, expected: Int)] = [
    ("driver: 'pwm', device: 'fe20c000.pwm', channel: 1", "Headphones", 1),
    ("driver: 'pwm', device: '3f20c000.pwm', channel: 0", "Headphones", 1),
    ("driver: 'pwm', device: 'fe20c000.pwm', channel: 1", "plughw:CARD=Headphones", 1),
    ("driver: 'pwm', device: 'fe20c000.pwm', channel: 1", "Device", 0),
    ("driver: 'pwm', device: '1f00098000.pwm', channel: 1", "Headphones", 0),
    ("driver: 'gpio', chip: 'pinctrl-bcm2711', line: 18", "sndrpihifiberry", 1),
    ("driver: 'gpio', chip: 'pinctrl-bcm2711', line: 'GPIO21'", "sndrpihifiberry", 1),
    ("driver: 'gpio', chip: 'pinctrl-bcm2711', line: 17", "sndrpihifiberry", 0),
    ("driver: 'gpio', chip: 'pinctrl-bcm2711', line: 18", "Device", 0),
    ("driver: 'pwm', device: 'fe20c000.pwm', channel: 1", "any", 0),
  ]

  @Test(arguments: pins)
  func pinsThatDisturbTheSoundAreWarnedOf(buzzer: String, card: String, expected: Int) throws {
    let file = try parse(
      "{ name: 'x', buzzer: { \(buzzer) }, speaker: { driver: 'alsa', card: '\(card)' }, camera: { driver: 'mock' } }")
    #expect(file.warnings.count == expected, "\(file.warnings)")
  }

  /// A setting, a value, the fitted devices, and whether the value is accepted.
  static let settings: [(key: SettingKey, value: String, roles: Set<DeviceRole>, isTaken: Bool)] = [
    (.vibration, "strong", [.buzzer], false), (.vibration, "off", [.buzzer], true),
    (.vibration, "default", [.buzzer], true), (.vibration, "strong", [.buzzer, .vibration], true),
    (.volume, "50", [.buzzer], false), (.volume, "50", [.speaker], true), (.sound, "tone", [.buzzer], false),
    (.fadeIn, "10s", [.buzzer], false), (.buzzerAfter, "5s", [.speaker], false),
    (.silenceAfter, "5m", [.speaker], true), (.brightness, "3", [.speaker], false),
    (.brightness, "off", [.speaker], true), (.timeFormat, "12h", [.speaker], false),
  ]

  @Test(arguments: settings)
  func whatNothingOnTheBoardWouldFollowIsRefused(
    key: SettingKey, value: String, roles: Set<DeviceRole>, isTaken: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let rig = try await LedgerRig(folder, fitted: roles)
    let asSetting = try await code { try await rig.set(key.rawValue, to: value) }
    #expect(asSetting == (isTaken ? nil : .notPermitted))
    guard SettingKey.ofAlarms.contains(key) else { return }
    try await rig.enroll("card")
    let input = AlarmInput(time: "09:00", values: [key: value])
    let asOverride = try await code { try await rig.add(input) }
    #expect(asOverride == (isTaken ? nil : .notPermitted))
  }

  @Test func aSettingTellsWhetherTheBoardHasWhatFollowsIt() async throws {
    let folder = try TemporaryFolder()
    let rig = try await LedgerRig(folder, fitted: [.buzzer, .display])
    let supported = rig.commands.settings.all.filter(\.isSupported).map(\.key)
    #expect(
      supported == [
        .preAlarm, .buzzerAfter, .silenceAfter, .catchUp, .snoozeTime, .cancelLock, .flash, .chime, .chimeFor,
        .countdown, .timeFormat, .leadingZero, .seconds, .colon, .marks, .display, .motion, .turns, .turnFor,
        .timeFor, .dateFormat, .temperatureUnit, .zones, .theme, .nightTurns, .nightTimeFormat,
        .nightLeadingZero, .nightSeconds, .nightColon, .nightMarks, .nightDateFormat, .nightBrightness, .brightness,
        .brightnessSchedule, .lightLevels, .location, .quiet, .pause, .bedtime,
        .reminders, .reminderSound, .remindersADay, .sleepTime, .clockSource, .history, .log, .name,
      ])
  }

  @Test func theMockBoardOfTheDaemonIsTheOneInTheFolderOfBoards() throws {
    let file = try parse(BoardFile.mock)
    #expect(file.isMock && file.hasMock)
    let mixed = try parse("{ name: 'x', buzzer: { driver: 'mock' }, camera: { driver: 'v4l2' } }")
    #expect(!mixed.isMock && mixed.hasMock)
    #expect(mixed.camera == .v4l2(.any))
  }
}

extension BoardFile {
  fileprivate var buzzer: Wiring.Switch? { wiring[.buzzer] as? Wiring.Switch }
  fileprivate var lamp: Wiring.Switch? { wiring[.lamp] as? Wiring.Switch }
  fileprivate var camera: Wiring.Camera? { wiring[.camera] as? Wiring.Camera }
  fileprivate var light: Wiring.Light? { wiring[.light] as? Wiring.Light }
  fileprivate var room: Wiring.Room? { wiring[.room] as? Wiring.Room }
  fileprivate var power: Wiring.Power? { wiring[.power] as? Wiring.Power }
  fileprivate var button: Wiring.Button? { wiring[.button] as? Wiring.Button }
}
