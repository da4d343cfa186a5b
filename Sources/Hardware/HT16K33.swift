import Glibc
import Synchronization

/// An LED display behind a Holtek HT16K33 (data sheet v1.10), or behind two side by side, wired as on the common
/// backpacks: four seven-segment digits at RAM 0, 2, 6 and 8, the colon at bit 1 of 4; six or eight of them at 0, 2, 4 …;
/// fourteen-segment characters of 16 bits at 0, 2, 4 …, the low byte first.
///
/// Two chips blink by an oscillator each, so that they drift apart.
///
/// The chip's commands cannot be read back, so a chip that lost power is known by its RAM: every call first reads it,
/// and where it is not what was written, all is set up again. A mark in a byte of the RAM that no backpack has LEDs for
/// tells this from a display that is meant to be dark. Some copies of the chip refuse reads: each face is then set up from
/// the beginning.
public final class HT16K33: SegmentDisplay {
  /// The addresses that the chip's three address pins allow.
  public static let addresses: ClosedRange<UInt8> = 0x70...0x77

  private static let brightnesses = 0...15
  private static let attempts = 3

  private let bus: any I2CBus
  private let shape: DisplayShape
  private let chips: [Chip]

  /// Touches nothing.
  ///
  /// - Parameters:
  ///   - addresses: of `addresses`, the chip on the left first.
  ///   - shape: what is wired to them; its digits are those of all chips together.
  public init(bus: any I2CBus, addresses: [UInt8] = [0x70], shape: DisplayShape) {
    self.bus = bus
    self.shape = shape
    chips = addresses.map(Chip.init(address:))
  }

  /// What common backpacks have; nil: there are none of so many digits.
  ///
  /// - Parameter chips: 1 or 2, side by side.
  public static func usualShape(
    _ segments: DisplayShape.Segments, digits: Int, chips: Int
  ) -> DisplayShape? {
    guard chips == 1 ? DisplayShape.counts.contains(digits) : digits == 8 else { return nil }
    let colons: Set<Int> = segments == .fourteen ? [] : chips == 2 ? [2, 6] : digits == 4 ? [2] : []
    return .dotted(segments, digits: digits, colons: colons)
  }

  /// Whether a chip takes what is written, but refuses to be read.
  public var isWrittenUnread: Bool { chips.contains { $0.refusesReads.load(ordering: .relaxed) } }

  /// Throws EINVAL for a brightness outside 0…15, and what the bus throws, after three attempts where a repetition can
  /// help. Of two chips, each is given its part whatever becomes of the other. A read that fails is no error as long as
  /// the writes after it succeed.
  public func show(_ face: DisplayFace) throws(HardwareError) {
    if let brightness = face.brightness, !Self.brightnesses.contains(brightness) {
      throw HardwareError(.display, "setting the brightness \(brightness) (0 to 15 exist)", code: EINVAL)
    }
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
      // Set again once the writes have succeeded: a display that is gone is no copy that refuses reads.
      chip.refusesReads.store(false, ordering: .relaxed)
      let wanted = Registers(
        ram: ram, display: face.displaySetup,
        dimming: face.brightness.map { Command.dimming | UInt8($0) } ?? known?.dimming)
      try apply(wanted, knowing: known, to: chip.address)
      registers = wanted
      chip.refusesReads.store(refusesReads, ordering: .relaxed)
    }
  }

  /// What the chip still has of its last registers, and whether it refuses reads: then it has to be set up again.
  private func check(_ last: Registers?, of chip: Chip) -> (known: Registers?, refusesReads: Bool) {
    guard let last, !chip.refusesReads.load(ordering: .relaxed) else { return (nil, last != nil) }
    do throws(HardwareError) {
      return (try read(count: last.ram.count, from: chip.address) == last.ram ? last : nil, false)
    } catch {
      return (nil, true)
    }
  }

  /// Sends what differs from what the chip has; dark before the text goes, and lit after it has come.
  private func apply(_ wanted: Registers, knowing known: Registers?, to address: UInt8) throws(HardwareError) {
    func send(_ command: UInt8, _ bytes: [UInt8] = []) throws(HardwareError) {
      try self.send(command, bytes, to: address)
    }
    if known == nil { try send(Command.oscillatorOn) }
    if wanted.display == Command.displayOff, known?.display != wanted.display { try send(wanted.display) }
    if known?.ram != wanted.ram { try send(0, wanted.ram) }
    if let dimming = wanted.dimming, known?.dimming != dimming { try send(dimming) }
    if wanted.display != Command.displayOff, known?.display != wanted.display { try send(wanted.display) }
  }

  private func send(_ command: UInt8, _ bytes: [UInt8], to address: UInt8) throws(HardwareError) {
    _ = try persistently { () throws(HardwareError) in
      try bus.write(command, bytes, to: address)
      return []
    }
  }

  private func read(count: Int, from address: UInt8) throws(HardwareError) -> [UInt8] {
    try persistently { () throws(HardwareError) in try bus.read(0, count: count, from: address) }
  }

  private func persistently(
    _ transfer: () throws(HardwareError) -> [UInt8]
  ) throws(HardwareError) -> [UInt8] {
    for _ in 1..<Self.attempts {
      do throws(HardwareError) {
        return try transfer()
      } catch {
        guard Self.isDisturbance(error.code) else { throw error }
      }
    }
    return try transfer()
  }

  /// What bus drivers say when the wire was disturbed, so that the next attempt may succeed (the kernel's
  /// Documentation/i2c/fault-codes): no answer is EREMOTEIO or ENXIO, depending on the driver, EAGAIN a lost
  /// arbitration, EIO anything. All others would come again.
  private static func isDisturbance(_ code: Int32) -> Bool {
    [EREMOTEIO, ETIMEDOUT, ENXIO, EIO, EAGAIN].contains(code)
  }
}

/// The command bytes of the data sheet's command summary.
private enum Command {
  static let oscillatorOn: UInt8 = 0x21
  static let displayOff: UInt8 = 0x80
  static let displayOn: UInt8 = 0x81
  static let blinkingOnceASecond: UInt8 = 0x04
  static let dimming: UInt8 = 0xE0
}

/// One chip, and what it was last given with success; nil: it has to be set up.
private final class Chip: Sendable {
  let address: UInt8
  let registers = Mutex<Registers?>(nil)
  /// It took writes right after it had refused to be read.
  let refusesReads = Atomic(false)

  init(address: UInt8) { self.address = address }
}

/// What can be set in a chip.
private struct Registers: Hashable, Sendable {
  var ram: [UInt8]
  /// The display setup command.
  var display: UInt8
  /// The dimming command; nil: not sent yet, since the display was never on.
  var dimming: UInt8?
}

extension DisplayFace {
  fileprivate var displaySetup: UInt8 {
    guard brightness != nil else { return Command.displayOff }
    return isBlinking ? Command.displayOn | Command.blinkingOnceASecond : Command.displayOn
  }
}

private enum ChipRAM {
  private static let size = 16
  /// The last byte belongs to COM7; backpacks of up to six characters use COM0…COM5, those of eight digits its low byte.
  private static let mark: (position: Int, value: UInt8) = (15, 0xA5)

  static func contents(of face: DisplayFace, on shape: DisplayShape, chips: Int) -> [[UInt8]] {
    let count = shape.digits / chips
    switch shape.segments {
    case .seven:
      let pattern = SegmentPattern(text: face.onSevenSegments, on: shape)
      return (0..<chips).map { chip in
        var ram = marked()
        // Backpacks of four digits have their colon at COM2.
        let positions = count == 4 ? [0, 2, 6, 8] : (0..<count).map { 2 * $0 }
        for (position, digit) in zip(positions, pattern.digits[(chip * count)...]) { ram[position] = digit }
        if count == 4, pattern.colons.contains(chip * count + 2) { ram[4] = 1 << 1 }
        return ram
      }
    case .fourteen:
      let pattern = AlphanumericPattern(text: face.text, on: shape)
      return (0..<chips).map { chip in
        var ram = count < 8 ? marked() : [UInt8](repeating: 0, count: size)
        for (index, character) in pattern.characters[(chip * count)...].prefix(count).enumerated() {
          ram[2 * index] = UInt8(truncatingIfNeeded: character)
          ram[2 * index + 1] |= UInt8(truncatingIfNeeded: character >> 8)
          // Eight characters leave one bit of each free: the mark is spread over them.
          if count == 8 { ram[2 * index + 1] |= (mark.value >> UInt8(index)) << 7 }
        }
        return ram
      }
    }
  }

  private static func marked() -> [UInt8] {
    var ram = [UInt8](repeating: 0, count: size)
    ram[mark.position] = mark.value
    return ram
  }
}
