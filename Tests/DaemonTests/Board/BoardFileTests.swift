import AlarmClock
import Control
import Hardware
import LinuxHardware
import TestSupport
import Testing

@testable import Daemon

@Suite struct BoardFileTests {
  private func parse(_ text: String) throws -> BoardFile { try BoardFile.parse(Array(text.utf8)) }

  @Test func everyDeviceIsWiredAsTheFileSaysAndAMissingCameraIsWarnedOf() throws {
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
    #expect(file.wiring[.buzzer] as? Wiring.Switch == .line(buzzer))
    #expect(file.vibration?.output == .pwm(PWMChannel(device: "fe20c000.pwm", channel: 0, frequency: 1000)))
    let drive = MotorDrive(
      light: 0.3, medium: 0.7, strong: 1, kick: .milliseconds(50), longestOn: .seconds(20), dutyShare: 0.5)
    #expect(file.vibration?.drive == drive)
    #expect(file.display == .ht16k33(bus: "/dev/i2c-1", addresses: [0x71], shape: .fourLetters))
    #expect(file.speaker == .alsa(ALSACard(card: "Device", mixer: "PCM", level: 90)))
    #expect(file.wiring[.lamp] as? Wiring.Switch == .line(GPIOLine(chip: "gpiochip0", line: .name("GPIO22"))))
    #expect(file.wiring[.camera] as? Wiring.Camera == .v4l2(.usb(vendor: 0x046d, product: 0x0825, serial: nil)))
    #expect(file.wiring[.light] as? Wiring.Light == .iio(device: "bh1750"))
    #expect(file.wiring[.room] as? Wiring.Room == .linux(.hwmon, device: "lm75"))
    #expect(file.wiring[.power] as? Wiring.Power == .hwmon(device: "rpi_volt"))
    let button = GPIOLine(chip: "pinctrl-bcm2711", line: .offset(5), isActiveLow: true, bias: .pullUp)
    #expect(file.wiring[.button] as? Wiring.Button == .line(button, debounce: .milliseconds(30)))
    #expect(!file.isMock && !file.hasMock && file.warnings.isEmpty)
    #expect(try Self.unusable(file).isEmpty && Self.unusable(parse(BoardFile.mock)).isEmpty)
    #expect(try parse("{ name: 'x', buzzer: { driver: 'mock' } }").warnings.contains { $0.contains("no camera") })
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
    ("buzzer: { driver: 'gpio', chip: 'c', line: 17, bias: 'up' }", "buzzer.bias: it must be one of: as-is"),
    ("buzzer: { driver: 'gpio', chip: '', line: 17 }", "buzzer.chip: it must not be empty"),
    ("buzzer: { driver: 'gpio', chip: 'c', line: true }", "buzzer"),
    ("buzzer: { driver: 'gpio', chip: 'c', line: -1 }", "buzzer.line: it has to be"),
    ("buzzer: { driver: 'gpio', chip: 'c', line: '' }", "buzzer.line: it has to be"),
    ("speaker: { driver: 'alsa', card: 'x', mixer: '' }", "speaker.mixer: it must not be empty"),
    ("buzzer: { driver: 'pwm', device: 'd', channel: 64 }", "buzzer.channel: it must be from 0 to 63"),
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
      "button.debounceMilliseconds: it must be from 1 to 500"
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

  static let badDisplays: [(String, String)] = [
    ("driver: 'tm1637', chip: 'c', clock: 1", "`data` is missing"),
    ("driver: 'tm1637', chip: 'c', clock: 1, data: 1", "display.data: it cannot be the line of the clock"),
    ("driver: 'tm1637', chip: 'c', clock: 1, data: 2, digits: 8", "display.digits: it has to be one of: 4, 6"),
    ("driver: 'tm1637', chip: 'c', clock: 1, data: 2, dots: [2]", "display.dots: a digit has either a colon"),
    ("driver: 'tm1637', chip: 'c', clock: 1, data: 2, order: [1, 2, 3, 3]", "display.order: it has to be each of"),
    ("driver: 'tm1637', chip: 'c', clock: 1, data: 2, glyphs: '7-segment'", "there is no key `glyphs`"),
    ("driver: 'mock', digits: 5", "display.digits: it has to be one of: 4, 6, 8"),
    ("driver: 'mock', digits: 'four'", "display"),
    (
      "driver: 'mock', colons: [4]",
      "display.colons: it has to be a list of the digits that a colon stands behind, among: 1, 2, 3"
    ),
    ("driver: 'mock', dots: [0]", "display.dots: it has to be a list of the digits that have a dot, from 1 to 4"),
    (
      "driver: 'mock', colon: [2]",
      "there is no key `colon`; did you mean `colons`? the keys here are: driver, glyphs, digits, colons, dots"
    ),
    ("driver: 'ht16k33', bus: 'b', digits: 8, colons: [2]", "display.colons: such a display has none: leave it out"),
    ("driver: 'ht16k33', bus: 'b', colons: [1]", "display.colons: it has to be a list"),
    (
      "driver: 'ht16k33', bus: 'b', address: [0x70, 0x70]",
      "display.address: it has to be from 112 to 119 (0x70 to 0x77)"
    ),
    ("driver: 'ht16k33', bus: 'b', address: [0x70, 0x71, 0x72]", "display.address"),
    ("driver: 'ht16k33', bus: 'b', address: []", "display.address"),
    ("driver: 'ht16k33', bus: 'b', address: [0x70, 0x71], digits: 4", "display.digits: it has to be 8"),
  ].map { ("buzzer: { driver: 'mock' }, display: { \($0) }", $1) }
  static let badFiles: [(String, String)] = [
    ("", "JSON5"), ("{ name: \"x\", buzzer: { driver: \"mock\"", "JSON5"), ("[]", "wrong type"),
    ("{ buzzer: { driver: \"mock\" } }", "`name`"), ("{ name: \"x\" }", "neither a buzzer nor a speaker"),
    ("{ name: \"x\", lamp: { driver: \"mock\" } }", "neither"), ("{ name: \"x\", buzer: {} }", "`buzer`"),
    ("{ name: \"x\", buzzer: { driver: \"mock\", pin: 3 } }", "buzzer: there is no key `pin`"),
    ("{ name: \"x\", buzzer: { driver: \"i2c\" } }", "buzzer.driver: there is no driver `i2c`"),
    ("{ name: \"x\", buzzer: {} }", "`driver`"), ("{ name: \"x\", buzzer: \"mock\" }", "buzzer"),
    ("{ name: 3, buzzer: { driver: \"mock\" } }", "name"),
  ]
  static let badDuties = [
    ("lite: 1", "vibration.duty: there is no key `lite`"), ("light: 0.9", "duties have to rise"),
    ("strong: 1.5", "vibration.duty.strong: it must be more than 0"),
  ].map { ("buzzer: { driver: 'mock' }, vibration: { driver: 'mock', duty: { \($0) } }", $1) }

  @Test(arguments: badFiles + (bad + badDisplays + badDuties).map { ("{ name: 'x', \($0) }", $1) })
  func aWrongBoardFileIsRefusedByTheNameOfWhatIsWrong(text: String, expected: String) {
    let problem = #expect(throws: BoardFileProblem.self) { try parse(text) }
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
    #expect(problem?.description.contains("`\(number)` is not a number") == true)
  }

  /// The same key in another object, a value, a string or a comment is not a duplicate.
  @Test func aKeyMayStandInSeveralObjects() throws {
    let file = try parse(
      """
      { name: "buzzer", /* buzzer: {}, */ buzzer: { driver: 'gpio', chip: 'driver', line: 'line' },
        // buzzer: { driver: 'mock' },
        speaker: { driver: 'alsa', card: "buzzer: card:" }, lamp: { 'driver': 'gpio', chip: 'c', line: 3 } }
      """)
    #expect(file.wiring[.buzzer] as? Wiring.Switch == .line(GPIOLine(chip: "driver", line: .name("line"))))
  }

  @Test(arguments: ["1", "+1", ".5", "0.5", "1.", "5e-1", "10E-1", "0x1", "1.0e+0"])
  func everyFormOfANumberIsTaken(number: String) throws {
    let file = try parse(
      "{ name: '7e-', speaker: { driver: 'mock' }, vibration: { driver: 'mock', /* 7e- */ dutyShare: \(number) } }")
    #expect(file.vibration != nil)
  }

  @Test(arguments: [
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
  ])
  func pinsThatDisturbTheSoundAreWarnedOf(buzzer: String, card: String, expected: Int) throws {
    let file = try parse(
      "{ name: 'x', buzzer: { \(buzzer) }, speaker: { driver: 'alsa', card: '\(card)' }, camera: { driver: 'mock' } }")
    #expect(file.warnings.count == expected, "\(file.warnings)")
  }

  @Test(
    arguments: [
      (.vibration, "strong", [.buzzer], false), (.vibration, "off", [.buzzer], true),
      (.vibration, "default", [.buzzer], true), (.vibration, "strong", [.buzzer, .vibration], true),
      (.volume, "50", [.buzzer], false), (.volume, "50", [.speaker], true), (.sound, "tone", [.buzzer], false),
      (.fadeIn, "10s", [.buzzer], false), (.buzzerAfter, "5s", [.speaker], false),
      (.silenceAfter, "5m", [.speaker], true), (.brightness, "3", [.speaker], false),
      (.brightness, "off", [.speaker], true), (.timeFormat, "12h", [.speaker], false),
    ] as [(key: SettingKey, value: String, roles: Set<DeviceRole>, isTaken: Bool)])
  func whatNothingOnTheBoardWouldFollowIsRefused(
    key: SettingKey, value: String, roles: Set<DeviceRole>, isTaken: Bool
  ) async throws {
    let rig = try await LedgerRig(fitted: roles)
    #expect(try await code { try await rig.set(key.rawValue, to: value) } == (isTaken ? nil : .notPermitted))
    guard SettingKey.ofAlarms.contains(key) else { return }
    try await rig.enroll("card")
    let input = AlarmInput(time: "09:00", values: [key: value])
    #expect(try await code { try await rig.add(input) } == (isTaken ? nil : .notPermitted))
  }

  @Test func aSettingTellsWhetherTheBoardHasWhatFollowsIt() async throws {
    let rig = try await LedgerRig(fitted: [.buzzer, .display])
    let views = rig.commands.settings.all
    #expect(views.map(\.key) == SettingKey.allCases)
    #expect(
      views.filter { !$0.isSupported }.map(\.key) == [
        .sound, .volume, .fadeIn, .vibration, .vibrationPattern, .snooze, .wakeCheck, .soften, .speak, .guidance,
        .evidence,
      ])
  }

  @Test func theMockBoardOfTheDaemonIsTheOneInTheFolderOfBoards() throws {
    let file = try parse(BoardFile.mock)
    #expect(file.isMock && file.hasMock)
    let mixed = try parse("{ name: 'x', buzzer: { driver: 'mock' }, camera: { driver: 'v4l2' } }")
    #expect(!mixed.isMock && mixed.hasMock)
    #expect(mixed.wiring[.camera] as? Wiring.Camera == .v4l2(.any))
  }

  private func display(_ text: String) throws -> Wiring.Display {
    try #require(try parse("{ name: 'x', buzzer: { driver: 'mock' }, display: { \(text) } }").display)
  }

  @Test(arguments: [
    ("driver: 'mock'", DisplayShape.fourDigits), ("driver: 'mock', glyphs: '14-segment'", .fourLetters),
    ("driver: 'mock', digits: 6", DisplayShape(digits: 6, colons: [2, 4], dots: Set(1...6))),
    ("driver: 'mock', digits: 8", DisplayShape(digits: 8, colons: [], dots: Set(1...8))),
    ("driver: 'mock', digits: 8, colons: [2, 4]", DisplayShape(digits: 8, colons: [2, 4], dots: Set(1...8))),
    ("driver: 'mock', digits: 4, dots: []", DisplayShape(digits: 4, colons: [2], dots: [])),
    ("driver: 'ht16k33', bus: 'b'", .fourDigits),
    ("driver: 'ht16k33', bus: 'b', dots: [4], colons: []", DisplayShape(colons: [], dots: [4])),
    ("driver: 'ht16k33', bus: 'b', digits: 8", DisplayShape(digits: 8, colons: [], dots: Set(1...8))),
    (
      "driver: 'ht16k33', bus: 'b', address: [0x70, 0x71]", DisplayShape(digits: 8, colons: [2, 6], dots: Set(1...8))
    ),
    (
      "driver: 'ht16k33', bus: 'b', address: [0x70, 0x71], glyphs: '14-segment'",
      DisplayShape(.fourteen, digits: 8, colons: [], dots: Set(1...8))
    ),
  ])
  func aBoardFileSaysWhatADisplayHas(text: String, shape: DisplayShape) throws {
    #expect(try display(text).shape == shape)
  }

  @Test func aTM1637IsOnTwoLinesAndTwoChipsAreNamedFromLeftToRight() throws {
    let clock = GPIOLine(chip: "c", line: .offset(23), bias: .pullUp)
    let data = GPIOLine(chip: "c", line: .name("GPIO24"), bias: .pullUp)
    let text = "driver: 'tm1637', chip: 'c', clock: 23, data: 'GPIO24'"
    let four = DisplayShape(colons: [2], dots: [])
    #expect(try display(text) == .tm1637(clock: clock, data: data, shape: four, order: [1, 2, 3, 4]))
    let six = DisplayShape(digits: 6, colons: [2, 4], dots: [6])
    let large = try display(text + ", digits: 6, order: [1, 2, 3, 4, 5, 6], colons: [2, 4], dots: [6]")
    #expect(large == .tm1637(clock: clock, data: data, shape: six, order: [1, 2, 3, 4, 5, 6]))
    let file = try parse("{ name: 'x', buzzer: { driver: 'mock' }, display: { \(text) } }")
    #expect(file.needs.hasLines && file.needs.bus == nil && !file.isMock)
    let shape = DisplayShape(digits: 8, colons: [2, 6], dots: Set(1...8))
    let chips = try display("driver: 'ht16k33', bus: 'b', address: [0x74, 0x71]")
    #expect(chips == .ht16k33(bus: "b", addresses: [0x74, 0x71], shape: shape))
  }

  @Test func theBoardTellsThoseWhoLayTextsOut() throws {
    let file = try parse("{ name: 'x', buzzer: { driver: 'mock' }, display: { driver: 'mock', digits: 6 } }")
    let board = Board(file, path: nil, time: ManualTime(morning))
    #expect(board.displayShape?.digits == 6)
    #expect(board.fitting.displayShape == board.displayShape)
    #expect(board.mock?.display.shape == board.displayShape)
    let without = try parse("{ name: 'x', buzzer: { driver: 'mock' } }")
    #expect(Board(without, path: nil, time: ManualTime(morning)).displayShape == nil)
  }
}

/// Messages mention only devices that the board has, or say that a device is not fitted.
@Suite struct FittingTests {
  static let optional: [DeviceRole] = [.speaker, .buzzer, .vibration, .display]

  /// The boards with each combination of the optional devices that includes a speaker or a buzzer.
  static let boards: [Set<DeviceRole>] = (0..<1 << optional.count).map { bits in
    let missing = optional.indices.filter { bits & 1 << $0 == 0 }.map { optional[$0] }
    return Set(DeviceRole.allCases).subtracting(missing)
  }.filter { $0.contains(.speaker) || $0.contains(.buzzer) }

  static let words: [DeviceRole: [String]] = [
    .speaker: ["speaker", "sound "], .buzzer: ["buzz"], .vibration: ["vibration", "shake"], .display: ["light"],
  ]

  private func check(_ texts: [String], on roles: Set<DeviceRole>) {
    for text in texts {
      for role in Self.optional where !roles.contains(role) {
        let rest = text.replacing("no \(role.rawValue) is fitted", with: "")
        for word in Self.words[role] ?? [] where rest.lowercased().contains(word) {
          Issue.record("\(word), which \(roles.map(\.rawValue).sorted()) lacks: \(text)")
        }
      }
    }
  }

  @Test(arguments: boards) func laddersAndNotesNameWhatTheBoardHas(roles: Set<DeviceRole>) async throws {
    let rig = try await LedgerRig(enrolling: "bath", fitted: roles)
    for values in [
      [:], [.volume: "10"], [.volume: "0"], [.volume: "10", .buzzerAfter: "0s"], [.vibration: "off"],
      [.volume: "0", .vibration: "off"], [.volume: "10", .flash: "off"], [.flash: "off"],
      [.volume: "0", .flash: "off"], [.preAlarm: "30s"],
    ] as [[SettingKey: String]] {
      // A refusal already says what is missing.
      let input = AlarmInput(time: "07:30", values: values)
      guard let saved = try? await rig.add(input) else { continue }
      let ladder = saved.alarm.ladder.map(\.what)
      check(ladder + saved.notes, on: roles)
      #expect(ladder.last == "silence")
      #expect(ladder.contains { $0 == "buzzer" || $0.hasPrefix("sound ") }, "\(ladder)")
      #expect(ladder.contains("buzzer") == roles.contains(.buzzer))
    }
    for (key, value) in [("flash", "off"), ("volume", "10"), ("vibration", "off"), ("volume", "0")] {
      guard let notes = try? await rig.set(key, to: value).notes else { continue }
      // An alarm may have its own value, even if the board cannot use it.
      check(notes.filter { !$0.hasSuffix("which stays.") }, on: roles)
    }
  }

  @Test func withoutASpeakerNoSoundIsAvailable() {
    let sound = SoundView(id: "bell", name: "Bell", description: "", category: "bells", available: true)
    let damaged = SoundView(
      id: "x", name: "X", description: "", category: SoundView.own, available: false, problem: "it is damaged")
    let silent = Fitting(board: "bench", file: "/etc/rouse/board.json5", roles: [.buzzer])
    let listed = silent.listed(sound)
    #expect(!listed.available && listed.problem == "no speaker is fitted on the board bench")
    #expect(listed.fix?.contains("/etc/rouse/board.json5") ?? false)
    #expect(silent.listed(damaged) == damaged)
    #expect(Fitting(board: "bench", roles: [.speaker]).listed(sound) == sound)
  }

  @Test(arguments: boards) func theDoctorNamesWhatTheBoardHas(roles: Set<DeviceRole>) {
    var facts = FactTests.devices { devices in
      devices.devices = Dictionary(
        uniqueKeysWithValues: roles.map { ($0, DeviceFacts.State(error: HardwareError($0, "writing", code: 5))) })
    }
    if roles.isSuperset(of: [.speaker, .vibration]) {
      let low = [true, false].compactMap { isFelt in
        LowVolume(volume: 20, isFelt: isFelt).map { (name: "Work", low: $0) }
      }
      facts += volumeFacts(low, next: nil, hasBuzzer: roles.contains(.buzzer))
    }
    // The light sensor must not be mistaken for the light of the display.
    check(facts.filter { $0.level != .ok && $0.check != .light }.compactMap(\.why), on: roles)
  }
}
