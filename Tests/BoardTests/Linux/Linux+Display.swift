import Glibc
import Hardware
import LinuxHardware
import Synchronization
import Testing

/// A bus that remembers which commands went over it: those without data leave no trace in the chip's RAM.
private final class RecordingBus: I2CBus {
  private let bus: any I2CBus
  private let sent = Mutex<[UInt8]>([])

  init(_ bus: any I2CBus) { self.bus = bus }

  /// The brightness as of the last dimming command; nil: the display is off.
  var brightness: Int? {
    let commands = sent.withLock { $0 }
    guard let display = commands.last(where: { $0 >> 4 == 0x8 }), display & 1 != 0 else { return nil }
    return commands.last { $0 >> 4 == 0xE }.map { Int($0 & 0xF) }
  }

  /// Forgets and returns what was sent.
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

extension LinuxContractTests {
  /// A second look at the chip's RAM, as a seven-segment display shows it.
  private func shownPattern() throws -> SegmentPattern {
    let ram = try LinuxI2CBus(VirtualBoard.i2cBus).read(0, count: 16, from: VirtualBoard.displayAddress)
    var pattern = SegmentPattern(text: "")
    pattern.digits = [ram[0], ram[2], ram[6], ram[8]]
    pattern.colons = ram[4] & 1 << 1 != 0 ? [2] : []
    return pattern
  }

  @Test func anHT16K33IsASegmentDisplay() throws {
    let bus = RecordingBus(LinuxI2CBus(VirtualBoard.i2cBus))
    let display = HT16K33(bus: bus, addresses: [VirtualBoard.displayAddress], shape: .fourDigits)
    try SegmentDisplayContract.verify(display) { (try shownPattern(), bus.brightness) }
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
      #expect(error?.operation == "writing to 0x71 on \(VirtualBoard.i2cBus)")
      // What i2c-stub says; bus drivers say EREMOTEIO or ENXIO.
      #expect(error?.code == ENODEV)
    }
  }
}
