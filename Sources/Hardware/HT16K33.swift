import Glibc
import Synchronization

/// An LED display driven by one Holtek HT16K33 (data sheet v1.10) or two side by side, wired like the common backpacks:
/// four 7-segment digits at RAM 0, 2, 6 and 8 with the colon at bit 1 of byte 4; six or eight digits at 0, 2, 4 …;
/// 14-segment characters as 16 bits at 0, 2, 4 …, low byte first.
///
/// Two chips blink with separate oscillators, so they drift apart.
///
/// The chip's commands cannot be read back, so its RAM shows whether it lost power: every call reads the RAM first and
/// sets up everything again if it is not as written. A mark in a RAM byte without LEDs distinguishes a chip that lost
/// power from a display that is dark on purpose. Some clones of the chip refuse reads; for them every face sets up
/// everything.
public final class HT16K33: SegmentDisplay {
  /// The addresses selectable with the chip's three address pins.
  public static let addresses: ClosedRange<UInt8> = 0x70...0x77

  private let bus: any I2CBus
  private let shape: DisplayShape
  private let chips: [Chip]

  /// Does not access the bus. `addresses` start with the leftmost chip; `shape` is the display across all chips.
  public init(bus: any I2CBus, addresses: [UInt8] = [0x70], shape: DisplayShape) {
    self.bus = bus
    self.shape = shape
    chips = addresses.map(Chip.init(address:))
  }

  /// Returns the shape of common backpacks with 1 chip or 2 side by side; `nil` if none has this number of digits.
  public static func usualShape(
    _ segments: DisplayShape.Segments, digits: Int, chips: Int
  ) -> DisplayShape? {
    guard chips == 1 ? DisplayShape.counts.contains(digits) : digits == 8 else { return nil }
    let colons: Set<Int> = segments == .fourteen ? [] : chips == 2 ? [2, 6] : digits == 4 ? [2] : []
    return DisplayShape(segments, digits: digits, colons: colons)
  }

  /// Whether a chip accepts writes but refuses reads.
  public var isWrittenUnread: Bool { chips.contains { $0.refusesReads.load(ordering: .relaxed) } }

  /// Tries each transfer up to three times if a retry can help, then throws the bus's error; throws EINVAL for a
  /// brightness outside 0…15. If one of two chips fails, the other still gets its part. A failed read is not an error
  /// if the writes after it succeed.
  public func show(_ face: DisplayFace) throws(HardwareError) {
    try face.checkBrightness()
    var failure: HardwareError?
    for (chip, ram) in zip(chips, ChipRAM.contents(of: face, on: shape, chips: chips.count)) {
      do throws(HardwareError) { try show(face, ram, on: chip) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  private func show(_ face: DisplayFace, _ ram: [UInt8], on chip: Chip) throws(HardwareError) {
    try chip.registers.withLock { registers throws(HardwareError) in
      let last = registers
      registers = nil
      let (known, refusesReads) = check(last, of: chip)
      // Set again only after the writes succeed: a display that is gone must not count as a clone that refuses reads.
      chip.refusesReads.store(false, ordering: .relaxed)
      let wanted = Registers(
        ram: ram, display: Command.display(face),
        dimming: face.brightness.map { Command.dimming | UInt8($0) } ?? known?.dimming)
      try apply(wanted, knowing: known, to: chip.address)
      registers = wanted
      chip.refusesReads.store(refusesReads, ordering: .relaxed)
    }
  }

  /// Returns the registers that the chip still holds, or `nil` if it needs a full setup, and whether it refuses reads.
  private func check(_ last: Registers?, of chip: Chip) -> (known: Registers?, refusesReads: Bool) {
    guard let last, !chip.refusesReads.load(ordering: .relaxed) else { return (nil, last != nil) }
    do throws(HardwareError) {
      let ram = try HardwareError.retrying(if: Self.disturbances.contains) { () throws(HardwareError) in
        try bus.read(0, count: last.ram.count, from: chip.address)
      }
      return (ram == last.ram ? last : nil, false)
    } catch {
      return (nil, true)
    }
  }

  /// Sends only the differences. Turns off before and on after changing the text, so that no half-written text is lit.
  private func apply(_ wanted: Registers, knowing known: Registers?, to address: UInt8) throws(HardwareError) {
    func send(_ command: UInt8, _ bytes: [UInt8] = []) throws(HardwareError) {
      try HardwareError.retrying(if: Self.disturbances.contains) { () throws(HardwareError) in
        try bus.write(command, bytes, to: address)
      }
    }
    if known == nil { try send(Command.oscillatorOn) }
    if wanted.display == Command.displayOff, known?.display != wanted.display { try send(wanted.display) }
    if known?.ram != wanted.ram { try send(0, wanted.ram) }
    if let dimming = wanted.dimming, known?.dimming != dimming { try send(dimming) }
    if wanted.display != Command.displayOff, known?.display != wanted.display { try send(wanted.display) }
  }

  /// Errors for which a retry may help, because bus drivers report them for a disturbed wire (kernel
  /// Documentation/i2c/fault-codes): EREMOTEIO or ENXIO, depending on the driver, for a missing answer, EAGAIN for lost
  /// arbitration, EIO for anything.
  private static let disturbances: Set<Int32> = [EREMOTEIO, ETIMEDOUT, ENXIO, EIO, EAGAIN]
}

private enum Command {
  static let oscillatorOn: UInt8 = 0x21
  static let displayOff: UInt8 = 0x80
  static let displayOn: UInt8 = 0x81
  static let blinkingOnceASecond: UInt8 = 0x04
  static let dimming: UInt8 = 0xE0

  static func display(_ face: DisplayFace) -> UInt8 {
    face.brightness == nil ? displayOff : face.isBlinking ? displayOn | blinkingOnceASecond : displayOn
  }
}

/// One chip and its last successfully written registers; `nil` means that it needs a full setup.
private final class Chip: Sendable {
  let address: UInt8
  let registers = Mutex<Registers?>(nil)
  /// Whether the chip accepted writes right after it refused a read.
  let refusesReads = Atomic(false)

  init(address: UInt8) { self.address = address }
}

private struct Registers: Hashable, Sendable {
  var ram: [UInt8]
  var display: UInt8
  /// The dimming command, or `nil` if none was sent because the display was never on.
  var dimming: UInt8?
}

private enum ChipRAM {
  /// The last byte belongs to COM7. Backpacks of up to six characters use only COM0…COM5, those of eight digits only
  /// the low byte.
  private static let mark: UInt8 = 0xA5

  static func contents(of face: DisplayFace, on shape: DisplayShape, chips: Int) -> [[UInt8]] {
    let count = shape.digits / chips
    let pattern = SegmentPattern(text: face.text(on: shape), on: shape)
    // Four-digit backpacks have their colon at COM2.
    let hasColon = shape.segments == .seven && count == 4
    let positions = hasColon ? [0, 2, 6, 8] : (0..<count).map { 2 * $0 }
    // Eight 14-segment characters leave only one free bit each, so the mark is spread over them.
    let spreadsMark = shape.segments == .fourteen && count == 8
    return (0..<chips).map { chip in
      var ram = [UInt8](repeating: 0, count: 16)
      if !spreadsMark { ram[15] = mark }
      for (index, position) in positions.enumerated() {
        let segments = pattern.digits[chip * count + index]
        ram[position] = UInt8(truncatingIfNeeded: segments)
        ram[position + 1] |= UInt8(truncatingIfNeeded: segments >> 8)
        if spreadsMark { ram[position + 1] |= (mark >> UInt8(index)) << 7 }
      }
      if hasColon, pattern.colons.contains(chip * count + 2) { ram[4] = 1 << 1 }
      return ram
    }
  }
}
