import Hardware
import LinuxHardware
import Testing

@testable import Daemon

@Suite struct DisplayWiringTests {
  private func display(_ text: String) throws -> Wiring.Display {
    let file = try BoardFile.parse(Array("{ name: 'x', buzzer: { driver: 'mock' }, display: { \(text) } }".utf8))
    return try #require(file.display)
  }

  static let shapes: [(String, DisplayShape)] = [
    ("driver: 'mock'", .fourDigits), ("driver: 'mock', glyphs: '14-segment'", .fourLetters),
    ("driver: 'mock', digits: 6", DisplayShape(digits: 6, colons: [2, 4], dots: Set(1...6))),
    ("driver: 'mock', digits: 8", DisplayShape(digits: 8, colons: [], dots: Set(1...8))),
    ("driver: 'mock', digits: 8, colons: [2, 4]", DisplayShape(digits: 8, colons: [2, 4], dots: Set(1...8))),
    ("driver: 'mock', digits: 4, dots: []", DisplayShape(digits: 4, colons: [2], dots: [])),
    ("driver: 'ht16k33', bus: 'b'", .fourDigits),
    ("driver: 'ht16k33', bus: 'b', dots: [4], colons: []", DisplayShape(colons: [], dots: [4])),
    ("driver: 'ht16k33', bus: 'b', digits: 8", DisplayShape(digits: 8, colons: [], dots: Set(1...8))),
    ("driver: 'ht16k33', bus: 'b', address: [0x70, 0x71]", DisplayShape(digits: 8, colons: [2, 6], dots: Set(1...8))),
    (
      "driver: 'ht16k33', bus: 'b', address: [0x70, 0x71], glyphs: '14-segment'",
      DisplayShape(.fourteen, digits: 8, colons: [], dots: Set(1...8))
    ),
  ]

  @Test(arguments: shapes)
  func aBoardFileSaysWhatADisplayHas(text: String, shape: DisplayShape) throws {
    #expect(try display(text).shape == shape)
  }

  @Test func aTM1637IsOnTwoLines() throws {
    let clock = GPIOLine(chip: "c", line: .offset(23), bias: .pullUp)
    let data = GPIOLine(chip: "c", line: .name("GPIO24"), bias: .pullUp)
    let text = "driver: 'tm1637', chip: 'c', clock: 23, data: 'GPIO24'"
    let four = DisplayShape(colons: [2], dots: [])
    #expect(try display(text) == .tm1637(clock: clock, data: data, shape: four, order: [1, 2, 3, 4]))
    let six = DisplayShape(digits: 6, colons: [2, 4], dots: [6])
    let large = try display(text + ", digits: 6, order: [1, 2, 3, 4, 5, 6], colons: [2, 4], dots: [6]")
    #expect(large == .tm1637(clock: clock, data: data, shape: six, order: [1, 2, 3, 4, 5, 6]))
    let file = try BoardFile.parse(Array("{ name: 'x', buzzer: { driver: 'mock' }, display: { \(text) } }".utf8))
    #expect(file.needs.hasLines && file.needs.bus == nil && !file.isMock)
  }

  @Test func twoChipsAreNamedFromLeftToRight() throws {
    let shape = DisplayShape(digits: 8, colons: [2, 6], dots: Set(1...8))
    let display = try display("driver: 'ht16k33', bus: 'b', address: [0x74, 0x71]")
    #expect(display == .ht16k33(bus: "b", addresses: [0x74, 0x71], shape: shape))
  }

  static let bad: [(String, String)] = [
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
  ]

  @Test(arguments: bad)
  func aWrongDisplayIsRefusedByTheNameOfWhatIsWrong(text: String, expected: String) {
    let problem = #expect(throws: BoardFileProblem.self) { try display(text) }
    #expect(problem?.description.contains(expected) == true, "\(problem.map(String.init(describing:)) ?? "")")
  }

  @Test func theBoardTellsThoseWhoLayTextsOut() throws {
    let file = try BoardFile.parse(
      Array("{ name: 'x', buzzer: { driver: 'mock' }, display: { driver: 'mock', digits: 6 } }".utf8))
    let board = Board(file, path: nil, time: ManualTime(morning))
    #expect(board.displayShape?.digits == 6)
    #expect(board.fitting.displayShape == board.displayShape)
    #expect(board.mock?.display.shape == board.displayShape)
    let without = try BoardFile.parse(Array("{ name: 'x', buzzer: { driver: 'mock' } }".utf8))
    #expect(Board(without, path: nil, time: ManualTime(morning)).displayShape == nil)
  }
}
