import Hardware
import Testing

private struct TwoChips: I2CBus {
  let left = FakeChip(address: 0x70)
  let right = FakeChip(address: 0x71)

  func write(_ command: UInt8, _ bytes: [UInt8], to address: UInt8) throws(HardwareError) {
    try (address == 0x71 ? right : left).write(command, bytes, to: address)
  }

  func read(_ command: UInt8, count: Int, from address: UInt8) throws(HardwareError) -> [UInt8] {
    try (address == 0x71 ? right : left).read(command, count: count, from: address)
  }
}

@Suite struct EightDigitTests {
  private func shape(_ segments: DisplayShape.Segments, chips: Int) throws -> DisplayShape {
    try #require(HT16K33.usualShape(segments, digits: 8, chips: chips))
  }

  @Test func eightDigitsOfOneChipStandInARow() throws {
    let chip = FakeChip()
    let display = HT16K33(bus: chip, shape: try shape(.seven, chips: 1))
    try display.show(DisplayFace(text: "12.345678", brightness: 3))
    let ram = try #require(chip.litRAM)
    #expect((0..<8).map { ram[2 * $0] } == [0x06, 0xDB, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F])
    #expect(ram[15] == 0xA5)
  }

  @Test("each of two chips has half of the digits and a colon")
  func eachOfTwoChipsHasHalf() throws {
    let bus = TwoChips()
    let display = HT16K33(bus: bus, addresses: [0x70, 0x71], shape: try shape(.seven, chips: 2))
    try display.show(DisplayFace(text: "12:345678", brightness: 3))
    let (left, right) = (try #require(bus.left.litRAM), try #require(bus.right.litRAM))
    #expect([left[0], left[2], left[4], left[6], left[8]] == [0x06, 0x5B, 0x02, 0x4F, 0x66])
    #expect([right[0], right[2], right[4], right[6], right[8]] == [0x6D, 0x7D, 0x00, 0x07, 0x7F])
    #expect(bus.left.now.dimming == 3 && bus.right.now.dimming == 3)
    // One digit changes, so the other chip is only read.
    _ = (bus.left.takeTransfers(), bus.right.takeTransfers())
    try display.show(DisplayFace(text: "12:345679", brightness: 3))
    #expect(bus.left.takeTransfers() == ["00?16"])
    #expect(bus.right.takeTransfers() == ["00?16", "00+16"])
  }

  @Test func aChipThatIsGoneIsToldAndTheOtherShowsItsHalf() throws {
    let bus = TwoChips()
    let display = HT16K33(bus: bus, addresses: [0x70, 0x71], shape: try shape(.seven, chips: 2))
    bus.left.fail([6, 6, 6])
    #expect(throws: HardwareError.self) { try display.show(DisplayFace(text: "12345678", brightness: 3)) }
    #expect(bus.left.litRAM == nil)
    #expect(try #require(bus.right.litRAM)[0] == 0x6D)
    try display.show(DisplayFace(text: "12345678", brightness: 3))
    #expect(try #require(bus.left.litRAM)[0] == 0x06)
  }

  @Test("eight letters of one chip leave its mark a bit of each, and a lost power is still noticed")
  func eightLettersOfOneChip() throws {
    let chip = FakeChip()
    let display = HT16K33(bus: chip, shape: try shape(.fourteen, chips: 1))
    let face = DisplayFace(text: "AB.DEFGH8.", brightness: 15)
    try display.show(face)
    let ram = try #require(chip.litRAM)
    let words = (0..<8).map { UInt16(ram[2 * $0]) | UInt16(ram[2 * $0 + 1]) << 8 }
    #expect(
      words.map { $0 & 0x7FFF } == AlphanumericPattern(text: face.text, on: try shape(.fourteen, chips: 1)).characters)
    #expect(words.contains { $0 & 0x8000 != 0 })
    try display.show(DisplayFace(text: "", brightness: 15))
    chip.losePower()
    try display.show(DisplayFace(text: "", brightness: 15))
    #expect(chip.now.isOscillating)
  }

  @Test func noChipHasFiveDigitsAndTwoHaveEight() {
    #expect(HT16K33.usualShape(.seven, digits: 5, chips: 1) == nil)
    #expect(HT16K33.usualShape(.seven, digits: 4, chips: 2) == nil)
    #expect(HT16K33.usualShape(.seven, digits: 6, chips: 1)?.colons == [])
    #expect(HT16K33.usualShape(.fourteen, digits: 8, chips: 2)?.dots == Set(1...8))
  }
}
