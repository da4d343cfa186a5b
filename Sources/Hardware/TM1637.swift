import Glibc
import Synchronization

/// A seven-segment display behind a Titan Micro Electronics TM1637 (data sheet V2.4), as on the common modules with the
/// pins CLK and DIO. It has eight steps of brightness, so that two of ours are one of its own, and cannot blink.
///
/// Nothing of it can be read back: whether it is there shows in what it acknowledges, and whether it lost power does not show
/// at all. So a text is always sent with all that is set, and a face that it has already is sent once more: a display that is
/// gone is told, and one that lost power comes back.
public final class TM1637: SegmentDisplay {
  /// How many digits there are; it has six places.
  public static let counts = [4, 6]

  private static let brightnesses = 0...15
  private static let attempts = 3

  private let lines: any TwoLines
  private let shape: DisplayShape
  private let order: [Int]
  /// What it was last given with success; nil: all has to be sent.
  private let given = Mutex<Given?>(nil)

  private struct Given: Sendable {
    var face: DisplayFace
    var digits: [UInt8]
  }

  /// Touches nothing.
  ///
  /// - Parameters:
  ///   - shape: of seven segments; a digit has a colon behind it or a dot, which are the same bit.
  ///   - order: at which of the chip's places, counted from 1, each digit is, from the left; nil: as `usualOrder`.
  public init(lines: any TwoLines, shape: DisplayShape, order: [Int]? = nil) {
    self.lines = lines
    self.shape = shape
    self.order = order ?? Self.usualOrder(digits: shape.digits)
  }

  /// Modules of four digits have a colon and no dots, those of six have dots; nil: there are none of so many digits.
  public static func usualShape(digits: Int) -> DisplayShape? {
    switch digits {
    case 4: DisplayShape(digits: 4, colons: [2], dots: [])
    case 6: DisplayShape(digits: 6, colons: [], dots: Set(1...6))
    default: nil
    }
  }

  /// Modules of six digits have either half of them the other way round.
  public static func usualOrder(digits: Int) -> [Int] { digits == 6 ? [3, 2, 1, 6, 5, 4] : Array(1...digits) }

  /// The step of the chip, 0…7, for a brightness of 0…15.
  public static func step(for brightness: Int) -> Int { brightness / 2 }

  /// Throws EINVAL for a brightness outside 0…15, EPROTO where nothing acknowledges in three attempts, and what the lines
  /// throw. Sends the brightness alone where nothing else is new.
  public func show(_ face: DisplayFace) throws(HardwareError) {
    if let brightness = face.brightness, !Self.brightnesses.contains(brightness) {
      throw HardwareError(.display, "setting the brightness \(brightness) (0 to 15 exist)", code: EINVAL)
    }
    let (digits, control) = (digits(of: face), Self.control(face.brightness))
    try given.withLock { given throws(HardwareError) in
      let isDimmedAlone = given.map { $0.digits == digits && $0.face != face } ?? false
      given = nil
      try persistently { () throws(HardwareError) in
        if !isDimmedAlone {
          // Dark before the text goes.
          if face.brightness == nil { try send([control]) }
          try send([Command.writeInOrder])
          try send([Command.firstAddress] + digits)
        }
        try send([control])
      }
      given = Given(face: face, digits: digits)
    }
  }

  private func digits(of face: DisplayFace) -> [UInt8] {
    let pattern = SegmentPattern(text: face.onSevenSegments, on: shape)
    var places = [UInt8](repeating: 0, count: shape.digits)
    for (index, place) in order.enumerated() {
      let colon = pattern.colons.contains(index + 1) ? SegmentPattern.point : 0
      places[place - 1] = pattern.digits[index] | colon
    }
    return places
  }

  private static func control(_ brightness: Int?) -> UInt8 {
    brightness.map { Command.displayOn | UInt8(step(for: $0)) } ?? Command.displayOff
  }

  private func persistently(_ body: () throws(HardwareError) -> Void) throws(HardwareError) {
    for _ in 1..<Self.attempts {
      do throws(HardwareError) { return try body() } catch {
        guard error.code == EPROTO else { throw error }
      }
    }
    try body()
  }

  /// One transfer, from a start to a stop.
  private func send(_ bytes: [UInt8]) throws(HardwareError) {
    // It begins while both are high, also after a transfer that broke off.
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

  /// The lowest bit first; ends with the clock low. False: nothing pulled the data line down in the ninth clock.
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
    // The chip lets go when the clock falls, and nothing waits for a rise that is not ours. Held down, the line rises by us.
    if isAcknowledged { try lines.setData(isHigh: false) }
    try lines.setClock(isHigh: false)
    return isAcknowledged
  }
}

/// The command bytes of the data sheet.
private enum Command {
  /// Data to the display's registers, each to the next address.
  static let writeInOrder: UInt8 = 0x40
  static let firstAddress: UInt8 = 0xC0
  static let displayOff: UInt8 = 0x80
  static let displayOn: UInt8 = 0x88
}
