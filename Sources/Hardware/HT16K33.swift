import Glibc
import Synchronization

/// An LED display behind a Holtek HT16K33 (data sheet v1.10), wired as on the common backpacks.
///
/// The chip's commands cannot be read back, so a chip that lost power is known by its RAM: every call first reads it,
/// and where it is not what was written, all is set up again. A mark in a byte of the RAM that no backpack has LEDs for
/// tells this from a display that is meant to be dark.
public final class HT16K33: SegmentDisplay {
  /// What is wired to the chip.
  public enum Layout: String, CaseIterable, Hashable, Sendable {
    /// Four seven-segment digits at RAM 0, 2, 6 and 8, the colon at bit 1 of 4.
    case sevenSegment = "7-segment"
    /// Four fourteen-segment characters of 16 bits at RAM 0, 2, 4 and 6, the low byte first.
    case alphanumeric = "14-segment"
  }

  /// The addresses that the chip's three address pins allow.
  public static let addresses: ClosedRange<UInt8> = 0x70...0x77

  private static let brightnesses = 0...15
  private static let attempts = 3

  private let bus: any I2CBus
  private let address: UInt8
  private let layout: Layout
  /// What the chip was last given with success; nil: it has to be set up.
  private let registers = Mutex<Registers?>(nil)

  /// Touches nothing.
  ///
  /// - Parameter address: one of `addresses`.
  public init(bus: any I2CBus, address: UInt8 = 0x70, layout: Layout) {
    self.bus = bus
    self.address = address
    self.layout = layout
  }

  /// Throws EINVAL for a brightness outside 0…15, and what the bus throws, after three attempts where a repetition can
  /// help.
  public func show(_ face: DisplayFace) throws(HardwareError) {
    if let brightness = face.brightness, !Self.brightnesses.contains(brightness) {
      throw HardwareError(.display, "setting the brightness \(brightness) (0 to 15 exist)", code: EINVAL)
    }
    try registers.withLock { registers throws(HardwareError) in
      var known = registers
      registers = nil
      if let ram = known?.ram, try read(count: ram.count) != ram { known = nil }
      let wanted = Registers(
        ram: layout.ram(for: face), display: face.displaySetup,
        dimming: face.brightness.map { Command.dimming | UInt8($0) } ?? known?.dimming)
      try apply(wanted, knowing: known)
      registers = wanted
    }
  }

  /// Sends what differs from what the chip has; dark before the text goes, and lit after it has come.
  private func apply(_ wanted: Registers, knowing known: Registers?) throws(HardwareError) {
    if known == nil { try send(Command.oscillatorOn) }
    if wanted.display == Command.displayOff, known?.display != wanted.display { try send(wanted.display) }
    if known?.ram != wanted.ram { try send(0, wanted.ram) }
    if let dimming = wanted.dimming, known?.dimming != dimming { try send(dimming) }
    if wanted.display != Command.displayOff, known?.display != wanted.display { try send(wanted.display) }
  }

  private func send(_ command: UInt8, _ bytes: [UInt8] = []) throws(HardwareError) {
    _ = try persistently { () throws(HardwareError) in
      try bus.write(command, bytes, to: address)
      return []
    }
  }

  private func read(count: Int) throws(HardwareError) -> [UInt8] {
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

/// What can be set in the chip.
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

extension HT16K33.Layout {
  private static let ramSize = 16
  /// The last byte belongs to COM7, and backpacks use COM0…COM4.
  private static let mark: (position: Int, value: UInt8) = (15, 0xA5)

  /// The chip's whole RAM for a face.
  func ram(for face: DisplayFace) -> [UInt8] {
    var ram = [UInt8](repeating: 0, count: Self.ramSize)
    ram[Self.mark.position] = Self.mark.value
    switch self {
    case .sevenSegment:
      let pattern = SegmentPattern(text: face.onSevenSegments)
      for (position, digit) in zip([0, 2, 6, 8], pattern.digits) { ram[position] = digit }
      ram[4] = pattern.isColonLit ? 1 << 1 : 0
    case .alphanumeric:
      for (index, character) in AlphanumericPattern(text: face.text).characters.enumerated() {
        ram[2 * index] = UInt8(truncatingIfNeeded: character)
        ram[2 * index + 1] = UInt8(truncatingIfNeeded: character >> 8)
      }
    }
    return ram
  }
}
