import Glibc
import Synchronization

/// A 7-segment display driven by a Titan Micro Electronics TM1637 (data sheet V2.4), as on the common modules with pins
/// CLK and DIO. The chip has eight brightness steps, one for two of our values, and cannot blink.
///
/// The chip cannot be read back. Missing acknowledgments reveal that it is gone, but nothing reveals that it lost
/// power. So every text is sent together with all settings, and an unchanged face is sent again: this restores a
/// display that lost power, and throws if it is gone.
public final class TM1637: SegmentDisplay {
  private let lines: any TwoLines
  private let shape: DisplayShape
  private let order: [Int]
  /// The last face sent successfully, or `nil` if everything must be sent.
  private let given = Mutex<DisplayFace?>(nil)

  /// Does not access the lines. In `shape`, a digit has a colon or a dot after it, because both are the same bit.
  /// - Parameter order: the chip's place (counted from 1) of each digit from the left; by default `usualOrder`.
  public init(lines: any TwoLines, shape: DisplayShape, order: [Int]? = nil) {
    self.lines = lines
    self.shape = shape
    self.order = order ?? Self.usualOrder(digits: shape.digits)
  }

  /// Returns the shape of common modules: four digits with a colon and no dots, or six with dots; otherwise `nil`.
  public static func usualShape(digits: Int) -> DisplayShape? {
    switch digits {
    case 4: DisplayShape(digits: 4, colons: [2], dots: [])
    case 6: DisplayShape(digits: 6, colons: [])
    default: nil
    }
  }

  /// Returns the usual wiring: six-digit modules reverse the digits of each half.
  public static func usualOrder(digits: Int) -> [Int] { digits == 6 ? [3, 2, 1, 6, 5, 4] : Array(1...digits) }

  /// Converts a brightness of 0…15 to the chip's step, 0…7.
  public static func step(for brightness: Int) -> Int { brightness / 2 }

  /// Sends only the brightness if nothing else changed. Throws EINVAL for a brightness outside 0…15, EPROTO if the chip
  /// does not acknowledge in three attempts, and the errors of the lines.
  public func show(_ face: DisplayFace) throws(HardwareError) {
    try face.checkBrightness()
    let digits = digits(of: face)
    let control = face.brightness.map { Command.displayOn | UInt8(Self.step(for: $0)) } ?? Command.displayOff
    try given.withLock { given throws(HardwareError) in
      let isDimmedAlone = given.map { self.digits(of: $0) == digits && $0 != face } ?? false
      given = nil
      try HardwareError.retrying(if: { $0 == EPROTO }) { () throws(HardwareError) in
        if !isDimmedAlone {
          // Turn off before changing the text.
          if face.brightness == nil { try send([control]) }
          try send([Command.writeInOrder])
          try send([Command.firstAddress] + digits)
        }
        try send([control])
      }
      given = face
    }
  }

  private func digits(of face: DisplayFace) -> [UInt8] {
    let pattern = SegmentPattern(text: face.onSevenSegments, on: shape)
    var places = [UInt8](repeating: 0, count: shape.digits)
    for (index, place) in order.enumerated() {
      let colon = pattern.colons.contains(index + 1) ? pattern.point : 0
      places[place - 1] = UInt8(pattern.digits[index] | colon)
    }
    return places
  }

  private func send(_ bytes: [UInt8]) throws(HardwareError) {
    // A start condition needs both lines high, including after an aborted transfer.
    try lines.setData(isHigh: true)
    try lines.setClock(isHigh: true)
    try lines.setData(isHigh: false)
    var isAcknowledged = true
    for byte in bytes where isAcknowledged { isAcknowledged = try sendByte(byte) }
    try lines.setData(isHigh: false)
    try lines.setClock(isHigh: true)
    try lines.setData(isHigh: true)
    guard isAcknowledged else {
      throw HardwareError(.display, "writing to the TM1637, which does not acknowledge", code: EPROTO)
    }
  }

  /// Sends the lowest bit first, leaves the clock low, and returns whether the chip pulled data low in the ninth clock.
  private func sendByte(_ byte: UInt8) throws(HardwareError) -> Bool {
    for bit in 0..<8 {
      try lines.setClock(isHigh: false)
      try lines.setData(isHigh: byte & 1 << bit != 0)
      try lines.setClock(isHigh: true)
    }
    try lines.setClock(isHigh: false)
    try lines.setData(isHigh: true)
    try lines.setClock(isHigh: true)
    let isAcknowledged = try !lines.isDataHigh()
    // The chip releases the line when the clock falls. Holding it low ourselves means that it rises only when we
    // release it, so nothing needs to wait for the chip.
    if isAcknowledged { try lines.setData(isHigh: false) }
    try lines.setClock(isHigh: false)
    return isAcknowledged
  }
}

private enum Command {
  /// Writes data to the display registers with automatic address increment.
  static let writeInOrder: UInt8 = 0x40
  static let firstAddress: UInt8 = 0xC0
  static let displayOff: UInt8 = 0x80
  static let displayOn: UInt8 = 0x88
}
