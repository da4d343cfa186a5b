import Glibc
import Hardware
import LinuxHardware
import Synchronization
import Testing

/// Records the commands on a bus, because those without data leave no trace in the chip's RAM.
private final class RecordingBus: I2CBus {
  private let bus: any I2CBus
  private let sent = Mutex<[UInt8]>([])

  init(_ bus: any I2CBus) { self.bus = bus }

  /// The brightness set by the last dimming command, or `nil` if the display is off.
  var brightness: Int? {
    let commands = sent.withLock { $0 }
    guard let display = commands.last(where: { $0 >> 4 == 0x8 }), display & 1 != 0 else { return nil }
    return commands.last { $0 >> 4 == 0xE }.map { Int($0 & 0xF) }
  }

  /// Returns the recorded commands and deletes them.
  func takeCommands() -> [UInt8] {
    sent.withLock { sent in
      defer { sent = [] }
      return sent
    }
  }

  func write(_ command: UInt8, _ bytes: [UInt8], to address: UInt8) throws(HardwareError) {
    try bus.write(command, bytes, to: address)
    sent.withLock { $0.append(command) }
  }

  func read(_ command: UInt8, count: Int, from address: UInt8) throws(HardwareError) -> [UInt8] {
    try bus.read(command, count: count, from: address)
  }
}

/// Records each chip's commands separately.
private struct SplitBus: I2CBus {
  let buses: [RecordingBus]
  let addresses: [UInt8]

  private func bus(of address: UInt8) -> RecordingBus { buses[addresses.firstIndex(of: address) ?? 0] }

  func write(_ command: UInt8, _ bytes: [UInt8], to address: UInt8) throws(HardwareError) {
    try bus(of: address).write(command, bytes, to: address)
  }

  func read(_ command: UInt8, count: Int, from address: UInt8) throws(HardwareError) -> [UInt8] {
    try bus(of: address).read(command, count: count, from: address)
  }
}

extension LinuxContractTests {
  /// Returns the chips' RAM as a seven-segment display shows it.
  private func shownPattern(
    on shape: DisplayShape = .fourDigits, _ addresses: [UInt8] = [VirtualBoard.displayAddress]
  ) throws -> SegmentPattern {
    var pattern = SegmentPattern(text: "", on: shape)
    let count = shape.digits / addresses.count
    for (chip, address) in addresses.enumerated() {
      let ram = try LinuxI2CBus(VirtualBoard.i2cBus).read(0, count: 16, from: address)
      let places = count == 4 ? [0, 2, 6, 8] : (0..<count).map { 2 * $0 }
      for (index, place) in places.enumerated() { pattern.digits[chip * count + index] = UInt16(ram[place]) }
      if count == 4, ram[4] & 1 << 1 != 0 { pattern.colons.insert(chip * count + 2) }
    }
    return pattern
  }

  @Test func anHT16K33IsASegmentDisplay() throws {
    let bus = RecordingBus(LinuxI2CBus(VirtualBoard.i2cBus))
    let display = HT16K33(bus: bus, addresses: [VirtualBoard.displayAddress], shape: .fourDigits)
    try SegmentDisplayContract.verify(display) { (try shownPattern(), bus.brightness) }
  }

  @Test(arguments: [1, 2])
  func eightDigitsAreASegmentDisplay(chips: Int) throws {
    let shape = try #require(HT16K33.usualShape(.seven, digits: 8, chips: chips))
    let addresses = Array([VirtualBoard.displayAddress, VirtualBoard.secondDisplayAddress].prefix(chips))
    let buses = addresses.map { _ in RecordingBus(LinuxI2CBus(VirtualBoard.i2cBus)) }
    let display = HT16K33(bus: SplitBus(buses: buses, addresses: addresses), addresses: addresses, shape: shape)
    try SegmentDisplayContract.verify(display, shape: shape) {
      let levels = Set(buses.map(\.brightness))
      #expect(levels.count == 1, "both are as bright")
      return (try shownPattern(on: shape, addresses), levels.first ?? nil)
    }
  }

  @Test func aChipThatLostItsRAMIsSetUpAgain() throws {
    let bus = RecordingBus(LinuxI2CBus(VirtualBoard.i2cBus))
    let display = HT16K33(bus: bus, addresses: [VirtualBoard.displayAddress], shape: .fourDigits)
    let face = DisplayFace(text: "07:30", brightness: 5)
    try display.show(face)
    #expect(bus.takeCommands() == [0x21, 0x00, 0xE5, 0x81])
    try display.show(face)
    #expect(bus.takeCommands() == [])
    try LinuxI2CBus(VirtualBoard.i2cBus).write(
      0, [UInt8](repeating: 0, count: 16), to: VirtualBoard.displayAddress)
    try display.show(face)
    #expect(bus.takeCommands() == [0x21, 0x00, 0xE5, 0x81])
    #expect(try shownPattern() == SegmentPattern(text: "07:30"))
  }

  @Test func aChipThatIsNotThereIsToldEveryTime() throws {
    let display = HT16K33(
      bus: LinuxI2CBus(VirtualBoard.i2cBus), addresses: [VirtualBoard.vacantAddress], shape: .fourDigits)
    for _ in 1...2 {
      let error = #expect(throws: HardwareError.self) {
        try display.show(DisplayFace(text: "07:30", brightness: 5))
      }
      #expect(error?.operation == "writing to 0x72 on \(VirtualBoard.i2cBus)")
      // i2c-stub returns ENODEV; bus drivers return EREMOTEIO or ENXIO.
      #expect(error?.code == ENODEV)
    }
  }
}
