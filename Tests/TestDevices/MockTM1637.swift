import Hardware
import Synchronization

/// A simulated TM1637 on two lines, following its data sheet: it decodes the transfers into the resulting display.
public final class MockTM1637: TwoLines {
  public struct State: Hashable, Sendable {
    /// The chip's six places; bits as in `SegmentPattern`.
    public var segments = [UInt8](repeating: 0, count: 6)
    /// The brightness step, 0…7, or `nil` for off.
    public var step: Int?
    /// The acknowledged bytes of every transfer from start to stop.
    public var transfers: [[UInt8]] = []
    /// The number of line operations.
    public var edges = 0
    /// Whether the data line changed within a byte while the clock was high, which the data sheet forbids.
    public var isViolated = false
  }

  fileprivate struct Chip {
    var state = State()
    var isClockHigh = true
    var isDataReleased = true
    /// Whether the chip itself pulls the data line low.
    var acknowledges = false
    /// The bytes since the start condition, or `nil` outside a transfer.
    var bytes: [UInt8]?
    var bits: [Bool] = []
    var address = 0
    /// The number of bytes still to be left unacknowledged.
    var deaf = 0
    var failure: Int32 = 0

    var isDataHigh: Bool { isDataReleased && !acknowledges }
  }

  private let chip = Mutex(Chip())

  public init() {}

  public var state: State { chip.withLock { $0.state } }

  /// Returns the recorded transfers and clears them.
  public func takeTransfers() -> [[UInt8]] {
    chip.withLock { chip in
      defer { chip.state.transfers = [] }
      return chip.state.transfers
    }
  }

  /// Leaves the next bytes unacknowledged; `Int.max` simulates a missing chip.
  public func beDeaf(for bytes: Int) { chip.withLock { $0.deaf = bytes } }

  /// Clears the digits and turns the display off, as after a drop of the supply.
  public func losePower() {
    chip.withLock { chip in
      chip.state.segments = [UInt8](repeating: 0, count: 6)
      chip.state.step = nil
      (chip.bytes, chip.bits, chip.acknowledges, chip.address) = (nil, [], false, 0)
    }
  }

  /// Makes line operations fail with an errno; 0 ends the failure.
  public func fail(_ code: Int32) { chip.withLock { $0.failure = code } }

  public func setClock(isHigh: Bool) throws(HardwareError) {
    try tell("switching the clock line") { chip in
      guard chip.isClockHigh != isHigh else { return }
      chip.isClockHigh = isHigh
      guard chip.bytes != nil else { return }
      if isHigh { chip.rise() } else { chip.fall() }
    }
  }

  public func setData(isHigh: Bool) throws(HardwareError) {
    try tell("switching the data line") { chip in
      let before = chip.isDataHigh
      chip.isDataReleased = isHigh
      guard chip.isClockHigh, chip.isDataHigh != before else { return }
      // The clock edge of a start or stop recorded one bit, which does not count.
      if chip.bits.count > 1 { chip.state.isViolated = true }
      if isHigh { chip.stop() } else { chip.start() }
    }
  }

  public func isDataHigh() throws(HardwareError) -> Bool {
    try tell("reading the data line") { $0.isDataHigh }
  }

  private func tell<Result: Sendable>(
    _ operation: String, _ body: (inout Chip) -> Result
  ) throws(HardwareError) -> Result {
    try chip.withLock { chip throws(HardwareError) in
      guard chip.failure == 0 else { throw HardwareError(.display, operation, code: chip.failure) }
      chip.state.edges += 1
      return body(&chip)
    }
  }
}

extension MockTM1637.Chip {
  fileprivate mutating func start() { (bytes, bits) = ([], []) }

  fileprivate mutating func stop() {
    if let bytes { state.transfers.append(bytes) }
    (bytes, bits) = (nil, [])
  }

  fileprivate mutating func rise() {
    if bits.count < 8 { bits.append(isDataHigh) }
  }

  /// Acknowledges a byte from the eighth falling edge to the ninth.
  fileprivate mutating func fall() {
    if acknowledges {
      acknowledges = false
      bits = []
    } else if bits.count == 8 {
      guard deaf == 0 else {
        deaf -= deaf == .max ? 0 : 1
        bits = []
        bytes = nil
        return
      }
      acknowledges = true
      take(bits.enumerated().reduce(0) { $0 | ($1.element ? 1 << UInt8($1.offset) : 0) })
    }
  }

  private mutating func take(_ byte: UInt8) {
    if bytes?.first.map({ $0 & 0xC0 == 0xC0 }) == true {
      if address < state.segments.count { state.segments[address] = byte }
      address += 1
    } else if byte & 0xC0 == 0xC0 {
      address = Int(byte & 0x0F)
    } else if byte & 0xC0 == 0x80 {
      state.step = byte & 0x08 == 0 ? nil : Int(byte & 0x07)
    }
    bytes?.append(byte)
  }
}
