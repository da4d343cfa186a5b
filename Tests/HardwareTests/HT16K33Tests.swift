import Glibc
import Hardware
import Synchronization
import Testing

@Suite struct HT16K33Tests {
  let chip = FakeChip()
  let display: HT16K33

  init() { display = HT16K33(bus: chip, shape: .fourDigits) }

  private func face(_ text: String, _ brightness: Int? = 8, isBlinking: Bool = false) -> DisplayFace {
    DisplayFace(text: text, brightness: brightness, isBlinking: isBlinking)
  }

  @Test func theFirstFaceSetsTheUntouchedChipUpAndLightsItLast() throws {
    #expect(chip.now.attempts == 0)
    try display.show(face("07:30"))
    #expect(chip.takeTransfers() == ["21", "00+16", "e8", "81"])
    #expect(chip.litRAM?.prefix(10) == [0x3F, 0, 0x07, 0, 0x02, 0, 0x4F, 0, 0x3F, 0])
    #expect(chip.now.dimming == 8)
  }

  /// The transfers of each step, after the read that checks the chip.
  @Test func onlyWhatChangesIsSent() throws {
    try display.show(face("07:30"))
    let steps: [(DisplayFace, [String])] = [
      (face("07:30"), []), (face("07:31"), ["00+16"]), (face("07 31"), ["00+16"]), (face("07 31", 3), ["e3"]),
      (face("07:32", 15), ["00+16", "ef"]), (face("07:32", 15, isBlinking: true), ["85"]),
      (face("07:33", 15), ["00+16", "81"]), (face("07:33", nil), ["80"]), (face("07:34", nil), ["00+16"]),
      (face("07:34", nil), []), (face("07:34", 15), ["81"]), (face("", nil), ["80", "00+16"]),
      (face("07:35", 2), ["00+16", "e2", "81"]),
    ]
    for (face, transfers) in steps {
      _ = chip.takeTransfers()
      try display.show(face)
      #expect(chip.takeTransfers() == ["00?16"] + transfers, "\(face)")
    }
  }

  @Test func aDisplayThatStartsDarkIsOnlyMadeDarkAndPowerLostInTheDarkIsNoticedWithTheNextText() throws {
    try display.show(face("", nil))
    #expect(chip.takeTransfers() == ["21", "80", "00+16"])
    try display.show(face("07:30", 4))
    #expect(chip.litRAM?.first == 0x3F)
    #expect(chip.now.dimming == 4)
    try display.show(face("", nil))
    chip.losePower()
    try display.show(face("07:30"))
    #expect(chip.litRAM?.first == 0x3F)
  }

  @Test(arguments: ["07:30", ""], [0x00, 0xFF, 0x3F])
  func aChipThatLostPowerIsSetUpAgainWhateverItShowed(text: String, ram: UInt8) throws {
    try display.show(face(text, 5))
    let before = chip.now.ram
    chip.losePower(ram: ram)
    _ = chip.takeTransfers()
    try display.show(face(text, 5))
    #expect(chip.takeTransfers() == ["00?16", "21", "00+16", "e5", "81"])
    #expect(chip.litRAM == before)
    #expect(chip.now.dimming == 5)
  }

  @Test(arguments: [EREMOTEIO, ETIMEDOUT, ENXIO, EIO, EAGAIN])
  func aDisturbanceIsTriedThreeTimes(code: Int32) throws {
    chip.fail([code, code])
    try display.show(face("07:30"))
    #expect(chip.litRAM?.first == 0x3F)

    // The read, and the first write after it.
    chip.fail([Int32](repeating: code, count: 6))
    let attempts = chip.now.attempts
    let error = #expect(throws: HardwareError.self) { try display.show(face("07:31")) }
    #expect(error?.code == code)
    #expect(error?.device == .display)
    #expect(chip.now.attempts == attempts + 6)
    #expect(!display.isWrittenUnread)
  }

  @Test(arguments: [EBUSY, ENOENT, ENODEV, EACCES, EOPNOTSUPP])
  func aRefusalIsTriedOnce(code: Int32) {
    chip.fail([code])
    #expect(throws: HardwareError.self) { try display.show(face("07:30")) }
    #expect(chip.now.attempts == 1)
  }

  @Test(arguments: 0..<4)
  func afterAFailureAllIsSetUpAgain(successes: Int) throws {
    try display.show(face("07:30"))
    // After a failed read the write must fail too.
    chip.fail([Int32](repeating: 0, count: successes) + [EBUSY, EBUSY])
    // A read, the text, the brightness and the blinking.
    #expect(throws: HardwareError.self) { try display.show(face("07:31", 9, isBlinking: true)) }
    chip.fail([])
    _ = chip.takeTransfers()
    try display.show(face("07:30"))
    #expect(chip.takeTransfers() == ["21", "00+16", "e8", "81"])
  }

  @Test(arguments: [EREMOTEIO, EIO, EOPNOTSUPP])
  func writesWholeWhereReadsAreRefused(code: Int32) throws {
    chip.refuseReads(code)
    try display.show(face("07:30"))
    #expect(!display.isWrittenUnread, "nothing was read yet")
    _ = chip.takeTransfers()
    for text in ["07:31", "07:32"] {
      try display.show(face(text))
      #expect(chip.takeTransfers() == ["21", "00+16", "e8", "81"])
    }
    #expect(display.isWrittenUnread)
    #expect(chip.litRAM?[8] == 0x5B)

    // The chip is not read again, and after losing power it shows the next face.
    chip.losePower()
    let attempts = chip.now.attempts
    try display.show(face("07:33"))
    #expect(chip.now.attempts == attempts + 4)
    #expect(chip.litRAM?[8] == 0x4F)
    try display.show(face("", nil))
    #expect(chip.takeTransfers().suffix(3) == ["21", "80", "00+16"])
  }

  @Test func readsAgainOnceAWriteHasFailed() throws {
    chip.refuseReads(EREMOTEIO)
    try display.show(face("07:30"))
    try display.show(face("07:31"))
    chip.fail([EREMOTEIO, EREMOTEIO, EREMOTEIO])
    #expect(throws: HardwareError.self) { try display.show(face("07:32")) }
    #expect(!display.isWrittenUnread)
    // Another display was connected.
    chip.refuseReads(0)
    try display.show(face("07:32"))
    _ = chip.takeTransfers()
    try display.show(face("07:33"))
    #expect(chip.takeTransfers() == ["00?16", "00+16"])
  }

  @Test(arguments: [-1, 16])
  func aBrightnessThatDoesNotExistIsRefusedBeforeAnythingIsSent(brightness: Int) throws {
    try display.show(face("07:30", 1))
    let attempts = chip.now.attempts
    let error = #expect(throws: HardwareError.self) { try display.show(face("07:31", brightness)) }
    #expect(error?.code == EINVAL)
    #expect(chip.now.attempts == attempts)
    try display.show(face("07:30", 1))
    #expect(chip.takeTransfers().last == "00?16")
  }

  @Test func anAlphanumericDisplayGetsSixteenBitsACharacter() throws {
    let display = HT16K33(bus: chip, shape: .fourLetters)
    try display.show(face("K7:30"))
    #expect(chip.litRAM?.prefix(8) == [0x70, 0x24, 0x07, 0x40, 0xCF, 0x00, 0x3F, 0x0C])
    #expect(chip.litRAM?[8..<15].allSatisfy { $0 == 0 } == true)
  }

  @Test(arguments: HT16K33.addresses)
  func theChipMayHaveAnyAddress(address: UInt8) throws {
    let chip = FakeChip(address: address)
    try HT16K33(bus: chip, addresses: [address], shape: .fourDigits).show(face("8"))
    #expect(chip.litRAM?.first == 0x7F)
  }
}

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

  @Test func eachOfTwoChipsHasHalfOfTheDigitsAndAColon() throws {
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

  @Test func eightLettersOfOneChipLeaveItsMarkABitOfEach() throws {
    let chip = FakeChip()
    let display = HT16K33(bus: chip, shape: try shape(.fourteen, chips: 1))
    let face = DisplayFace(text: "AB.DEFGH8.", brightness: 15)
    try display.show(face)
    let ram = try #require(chip.litRAM)
    let words = (0..<8).map { UInt16(ram[2 * $0]) | UInt16(ram[2 * $0 + 1]) << 8 }
    #expect(
      words.map { $0 & 0x7FFF } == SegmentPattern(text: face.text, on: try shape(.fourteen, chips: 1)).digits)
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

/// An HT16K33 on its own bus, after the data sheet, that records its display and its transfers.
final class FakeChip: I2CBus {
  struct State {
    var ram = [UInt8](repeating: 0, count: 16)
    var isOscillating = false
    /// The display setup bits; 0 is off.
    var display: UInt8 = 0
    var dimming: UInt8 = 15
    /// Every successful transfer: `21`, `00+16` for a write of 16 bytes, `00?16` for a read.
    var transfers: [String] = []
    /// Errors of the next transfers; 0 is success.
    var failures: [Int32] = []
    var attempts = 0
    /// The error of every read; 0 is success.
    var readRefusal: Int32 = 0
  }

  private let state = Mutex(State())
  private let address: UInt8

  init(address: UInt8 = 0x70) { self.address = address }

  var now: State { state.withLock { $0 } }

  /// The lit digits, or `nil` if the display is off.
  var litRAM: [UInt8]? { state.withLock { $0.isOscillating && $0.display & 1 != 0 ? $0.ram : nil } }

  /// Returns the transfers since the last call.
  func takeTransfers() -> [String] {
    state.withLock { state in
      defer { state.transfers = [] }
      return state.transfers
    }
  }

  func fail(_ failures: [Int32]) { state.withLock { $0.failures = failures } }

  /// Fails every read but accepts writes, as some copies of the chip do.
  func refuseReads(_ code: Int32) { state.withLock { $0.readRefusal = code } }

  /// Resets the registers as after power-on and fills the RAM with `ram`.
  func losePower(ram: UInt8 = 0) {
    state.withLock { state in
      state.ram = [UInt8](repeating: ram, count: 16)
      (state.isOscillating, state.display, state.dimming) = (false, 0, 15)
    }
  }

  func write(_ command: UInt8, _ bytes: [UInt8], to address: UInt8) throws(HardwareError) {
    try transfer(bytes.isEmpty ? hex(command) : "\(hex(command))+\(bytes.count)", address) { state in
      switch command >> 4 {
      case 0x0: for (index, byte) in bytes.enumerated() { state.ram[(Int(command) + index) % 16] = byte }
      case 0x2: state.isOscillating = command & 1 != 0
      case 0x8: state.display = command & 0x0F
      case 0xE: state.dimming = command & 0x0F
      default: break
      }
    }
  }

  func read(_ command: UInt8, count: Int, from address: UInt8) throws(HardwareError) -> [UInt8] {
    let refusal = now.readRefusal
    guard refusal == 0 else {
      state.withLock { $0.attempts += 1 }
      throw HardwareError(.display, "reading", code: refusal)
    }
    return try transfer("\(hex(command))?\(count)", address) { Array($0.ram[Int(command)...].prefix(count)) }
  }

  private func transfer<Result: Sendable>(
    _ name: String, _ address: UInt8, _ body: (inout State) -> Result
  ) throws(HardwareError) -> Result {
    try state.withLock { state throws(HardwareError) in
      state.attempts += 1
      guard address == self.address else { throw HardwareError(.display, name, code: EREMOTEIO) }
      let failure = state.failures.isEmpty ? 0 : state.failures.removeFirst()
      guard failure == 0 else { throw HardwareError(.display, name, code: failure) }
      state.transfers.append(name)
      return body(&state)
    }
  }

  private func hex(_ command: UInt8) -> String {
    (command < 16 ? "0" : "") + String(command, radix: 16)
  }
}
