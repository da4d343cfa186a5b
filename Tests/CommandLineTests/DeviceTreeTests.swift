import Boards
import Control
import Glibc
import TestSupport
import Testing

@testable import rouse

/// Pages, board files and code agree with the table of device-tree facts in board/device-tree.md.
struct DeviceTreeTests {
  struct Fact: Sendable, CustomTestStringConvertible {
    var kind: String
    var boards: [String]
    var value: String
    var pins: [String]
    var source: String
    var testDescription: String { "\(kind) of \(boards.joined(separator: ", ")): \(value)" }

    /// The texts in backquotes.
    var names: [String] { value.matches(of: /`([^`]*)`/).map { String($0.1) } }
  }

  static let facts: [Fact] = {
    let lines = Files.text(Self.boards + "/device-tree.md").split(separator: "\n")
    return lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| fact") }.map { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
        String($0.trimmingPrefix(" ").reversed().trimmingPrefix(" ").reversed())
      }
      return Fact(
        kind: cells[0], boards: list(cells[1]), value: cells[2], pins: list(cells[3]), source: cells.last ?? "")
    }
  }()

  private static func list(_ cell: String) -> [String] {
    cell.split(separator: ",").map { String($0.trimmingPrefix(" ")) }
  }

  private static func facts(_ kind: String) -> [Fact] { facts.filter { $0.kind == kind } }

  private static func texts(_ board: PiBoard) -> (page: String, file: String) {
    let folder = "\(Self.boards)/\(board.rawValue)"
    return (Files.text(folder + "/README.md"), Files.text(folder + "/board.json5"))
  }

  @Test func namesSourceOfEachFactAndCoversEachBoard() {
    #expect(Self.facts.count > 40)
    #expect(Self.facts.allSatisfy { $0.source.contains("`") || $0.source.contains("https://") })
    let known = Set(PiBoard.allCases.map(\.rawValue) + ["all", "none"])
    #expect(Self.facts.allSatisfy { Set($0.boards).isSubset(of: known) })
    for board in PiBoard.allCases.map(\.rawValue) {
      for kind in ["machine", "gpio", "pwm", "camera"] {
        #expect(Self.facts(kind).contains { $0.boards.contains(board) }, "\(kind) of \(board)")
      }
    }
  }

  /// The code and the package's script choose the same board.
  @Test(arguments: facts("machine"))
  func choosesBoardByItsChip(machine: Fact) throws {
    let board = PiBoard(compatible: machine.names)
    #expect(board?.rawValue ?? "none" == machine.boards.first)
    let folder = try TemporaryFolder()
    let file = try folder.write(machine.names.map { $0 + "\0" }.joined(), to: "compatible")
    let chosen = try StartedProgram.run(
      "\(Self.boards)/../deploy/debian/this-board", arguments: [file], isQuiet: true)
    #expect(chosen.output == Array((board.map { $0.rawValue + "\n" } ?? "").utf8))
    #expect((chosen.status == 0) == (board != nil))
  }

  @Test(arguments: facts("gpio") + facts("pwm"))
  func agreesOnTheGPIOChipAndThePWMDevice(fact: Fact) throws {
    let board = try #require(PiBoard(rawValue: fact.boards[0]))
    let (page, file) = Self.texts(board)
    let isChip = fact.kind == "gpio"
    let name = isChip ? board.gpioChip : board.pwmDevice
    #expect(fact.names == [name])
    #expect(page.contains(isChip ? "a line with [\(name)] (\(fact.pins[0]))" : "one ends in \(name)"))
    let used = file.split(separator: isChip ? "chip: \"" : "device: \"").dropFirst().map { $0.prefix { $0 != "\"" } }
      .filter { isChip || $0.hasSuffix(".pwm") }
    #expect(used.count == (isChip ? 5 : 2) && used.allSatisfy { $0 == name })
  }

  /// The motor is on the pin of the first channel, a passive buzzer on that of the second.
  @Test(arguments: PiBoard.allCases)
  func agreesOnChannelsAndPins(board: PiBoard) {
    let (page, file) = Self.texts(board)
    let channels = Self.facts("channel")
    #expect(channels.map(\.value) == ["0", "1"])
    #expect(page.contains("| Motor | 32 | \(channels[0].pins[0]) | PWM channel 0,"))
    #expect(file.contains("\"\(board.pwmDevice)\", channel: 0"))
    #expect(file.contains("A passive one, on \(channels[1].pins[0])") && file.contains("channel: 1, frequency: 2700"))
  }

  /// Each `config.txt` line that a page or the doctor names is in the table, and no two lines of one board share a pin
  /// outside the I2C bus.
  @Test(arguments: PiBoard.allCases.map(\.rawValue) + [""])
  func knowsEachLine(folder: String) throws {
    let page = Files.text("\(Self.boards)/\(folder)/README.md")
    let known = Set(Self.facts("line").flatMap(\.names))
    for word in page.split(whereSeparator: { " \n`;()".contains($0) })
    where word.hasPrefix("dtparam=") || word.hasPrefix("dtoverlay=") {
      let word = String(word.last == "," ? word.dropLast() : word)
      // `dtoverlay=pwm…`, and the system's own line that must be removed.
      if word.hasSuffix("…") || word == "dtparam=audio=on" { continue }
      #expect(known.contains(word), "\(word)")
    }
    #expect(Set(PiBoard.Line.allCases.map(\.rawValue)).isSubset(of: known))
    guard let board = PiBoard(rawValue: folder) else { return }
    let lines = Set(board.lines.map(\.rawValue))
    let pins = Self.facts("line").filter { !lines.isDisjoint(with: $0.names) }.flatMap(\.pins)
    #expect(pins.count == Set(pins).count, "\(pins)")
  }

  /// A light sensor must have a driver in the Raspberry Pi's kernel.
  @Test func thePageOfAllBoardsSaysWhatTheCodeSaysAndOffersLightSensorsWithDriver() throws {
    let page = Files.text(Self.boards + "/README.md")
    #expect(page.contains("`\(PiBoard.Line.motorAndBuzzer.rawValue)`"))
    #expect(page.contains("`\(PiBoard.turnsOnI2C)`") && page.contains("`\(PiBoard.configFile)`"))
    let part = try #require(page.split(separator: "\n").first { $0.hasPrefix("| light sensor") })
    for (option, sensor) in ["BH1750": "BH1750", "VEML6030": "VEML7700", "OPT3001": "OPT3001", "TSL2563": "TSL2561"] {
      let fact = try #require(Self.facts("kernel").first { $0.names == ["CONFIG_" + option] })
      #expect(part.contains(sensor) == !fact.value.hasSuffix(" no"), "\(sensor)")
    }
  }

  @Test(arguments: [nil, PiBoard.pi3, .pi5])
  func namesTheBoardFileOfThisMachine(board: PiBoard?) throws {
    let root = try TemporaryFolder()
    let chip = board.map {
      $0 == .pi5 ? "raspberrypi,500\0brcm,bcm2712\0" : "raspberrypi,2-model-b-rev2\0brcm,bcm2837\0"
    }
    try root.write(chip ?? "raspberrypi,model-zero-w\0brcm,bcm2835\0", to: "proc/device-tree/compatible")
    try root.write("Some Board Rev 1.0\0", to: "proc/device-tree/model")
    let place = BoardPlace(root: root.path)
    #expect(place.board == board)
    let sources = place.command
    // With the package installed.
    for board in PiBoard.allCases { try root.write("{}", to: "usr/share/rouse/boards/\(board.rawValue).json5") }
    guard let name = board?.rawValue else {
      // The file of another machine is not offered.
      for command in [sources, place.command] {
        #expect(command.hasPrefix("write a board file, because Rouse has none for this computer (Some Board Rev 1.0)"))
        #expect(command.contains("`rouse help board`") && !command.contains("raspberry-pi"))
      }
      return
    }
    #expect(sources == "`sudo deploy/install \(name)` in Rouse's folder")
    #expect(
      place.command == "`sudo install -D -m 644 /usr/share/rouse/boards/\(name).json5 /etc/rouse/board.json5`")
  }

  @Test func aServiceThatIsInstalledWaitsForItsBoardFileWhichMayBeUnknown() throws {
    let root = try TemporaryFolder()
    let place = BoardPlace(root: root.path)
    #expect(!place.isInstalled && !place.isAwaited)
    // Without a device tree.
    #expect(place.board == nil)
    #expect(place.command.hasPrefix("write a board file, because Rouse has none for this computer:"))
    try root.write("", to: "usr/lib/systemd/system/rouse.service")
    #expect(place.isInstalled && place.isAwaited)
    try root.write("{}", to: BoardPlace.file)
    #expect(place.isInstalled && !place.isAwaited)
    // Without a board file the service starts from its own copy.
    #expect(unlink(root.path + BoardPlace.file) == 0)
    #expect(place.isAwaited)
    try root.write("{}", to: "var/lib/rouse/board.json5")
    #expect(!place.isAwaited)
  }

  @Test func whoFindsNoServiceIsToldOfTheBoardFileThatItWaitsFor() throws {
    let root = try TemporaryFolder()
    try root.write("raspberrypi,5-model-b\0brcm,bcm2712\0", to: "proc/device-tree/compatible")
    try root.write("", to: "usr/lib/systemd/system/rouse.service")
    try root.write("{}", to: "usr/share/rouse/boards/raspberry-pi-5.json5")
    let place = BoardPlace(root: root.path)
    func refusal(isGiven: Bool) throws -> ControlError {
      try #require(throws: ControlError.self) {
        _ = try ControlClient(path: root.path + "/control.sock", isGiven: isGiven, place: place)
      }
    }
    let error = try refusal(isGiven: false)
    #expect(error.code == .unreachable && error.what.contains("it needs a board file, /etc/rouse/board.json5"))
    let install = "`sudo install -D -m 644 /usr/share/rouse/boards/raspberry-pi-5.json5 /etc/rouse/board.json5`"
    #expect(error.fix.hasPrefix(install + ", then `sudo systemctl start rouse`"))
    // A named socket must be used, so its error is reported.
    #expect(try refusal(isGiven: true).what.contains("cannot be reached at"))
    // With a board file, something else is wrong.
    try root.write("{}", to: BoardPlace.file)
    #expect(try refusal(isGiven: false).what.contains("cannot be reached at"))
  }

  static let boards = String(#filePath.dropLast("Tests/CommandLineTests/DeviceTreeTests.swift".count)) + "board"

  @Test(arguments: PiBoard.allCases)
  func thePageOfABoardSaysWhatTheCodeSays(board: PiBoard) throws {
    let page = Files.text("\(Self.boards)/\(board.rawValue)/README.md")
    let section = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("config.txt") })
    let lines = section.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
    #expect(lines.first == "[all]")
    #expect(lines.dropFirst().filter { !$0.hasPrefix("#") }.map(String.init) == board.lines.map(\.rawValue))
    #expect(page.contains("- Supply: \(board.supply)"))
    // The package is built against the libraries of Debian 13, so it installs on nothing older.
    #expect(page.contains("For Raspberry Pi OS 13 (\"trixie\", 64 bit)."))
  }
}
