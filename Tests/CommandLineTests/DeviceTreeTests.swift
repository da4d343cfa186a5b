import Boards
import Control
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
    var names: [String] {
      value.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
        .map { String($0.element) }
    }
  }

  static let facts: [Fact] = {
    let lines = Files.text(BoardPlaceTests.boards + "/device-tree.md").split(separator: "\n")
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
    let folder = "\(BoardPlaceTests.boards)/\(board.rawValue)"
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
    let file = folder.path + "/compatible"
    try BoardPlaceTests.put(machine.names.map { $0 + "\0" }.joined(), at: file)
    let chosen = try StartedProgram.run(
      "\(BoardPlaceTests.boards)/../deploy/debian/this-board", arguments: [file], isQuiet: true)
    #expect(chosen.output == Array((board.map { $0.rawValue + "\n" } ?? "").utf8))
    #expect((chosen.status == 0) == (board != nil))
  }

  @Test(arguments: facts("gpio"))
  func agreesOnTheGPIOChip(fact: Fact) throws {
    let board = try #require(PiBoard(rawValue: fact.boards[0]))
    let (page, file) = Self.texts(board)
    #expect(fact.names == [board.gpioChip])
    #expect(page.contains("a line with [\(board.gpioChip)] (\(fact.pins[0]))"))
    let chips = file.split(separator: "chip: \"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(chips.count == 5 && chips.allSatisfy { $0 == board.gpioChip })
  }

  @Test(arguments: facts("pwm"))
  func agreesOnThePWMDevice(fact: Fact) throws {
    let board = try #require(PiBoard(rawValue: fact.boards[0]))
    let (page, file) = Self.texts(board)
    #expect(fact.names == [board.pwmDevice])
    #expect(page.contains("one ends in \(board.pwmDevice)"))
    let devices = file.split(separator: "device: \"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(devices.filter { $0.hasSuffix(".pwm") }.count == 2)
    #expect(devices.allSatisfy { !$0.hasSuffix(".pwm") || $0 == board.pwmDevice })
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
    let page = Files.text("\(BoardPlaceTests.boards)/\(folder)/README.md")
    let words = page.split { " \n`;()".contains($0) }.filter {
      $0.hasPrefix("dtparam=") || $0.hasPrefix("dtoverlay=")
    }
    let known = Set(Self.facts("line").flatMap(\.names))
    for word in words {
      let word = String(word.last == "," ? word.dropLast() : word)
      // `dtoverlay=pwm…`, and the system's own line that must be removed.
      if word.hasSuffix("…") || word == "dtparam=audio=on" { continue }
      #expect(known.contains(word), "\(word)")
    }
    #expect(Set(PiBoard.Line.allCases.map(\.rawValue)).isSubset(of: known))
    guard let board = PiBoard(rawValue: folder) else { return }
    let pins = Self.facts("line").filter { $0.names.contains { board.lines.map(\.rawValue).contains($0) } }.flatMap(
      \.pins)
    #expect(pins.count == Set(pins).count, "\(pins)")
  }

  /// A light sensor must have a driver in the Raspberry Pi's kernel.
  @Test func offersLightSensorsWithDriver() throws {
    let page = Files.text(BoardPlaceTests.boards + "/README.md")
    let part = try #require(page.split(separator: "\n").first { $0.hasPrefix("| light sensor") })
    for (option, sensors) in [
      "BH1750": ["BH1750"], "VEML6030": ["VEML7700"], "OPT3001": ["OPT3001"], "TSL2563": ["TSL2561"],
    ] {
      let fact = try #require(Self.facts("kernel").first { $0.names == ["CONFIG_" + option] })
      for sensor in sensors { #expect(part.contains(sensor) == !fact.value.hasSuffix(" no"), "\(sensor)") }
    }
  }
}
