import AlarmClock

/// Days as numbers after 1970-01-01: what rules compute with.
typealias DayNumber = Int

extension LocalDate {
  /// Out of the years 1 to 9999 it is the nearest day of them.
  init(number: DayNumber) { self.init(daysSinceEpoch: Int64(number)) }

  var number: DayNumber { DayNumber(daysSinceEpoch) }
}

/// A value of type DATE, or DATE-TIME (RFC 5545, 3.3.4 and 3.3.5), as far as days are asked for.
struct DayValue: Hashable {
  var day: DayNumber
  var hasTime: Bool

  /// `20261224`, `20261224T180000` or `20261224T180000Z`; nil for other texts, and for days that do not exist.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 8 || bytes.count == 15 || bytes.count == 16 && bytes[15] == UInt8(ascii: "Z"),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[4..<6]),
      let day = Self.number(bytes[6..<8]), let date = LocalDate(year: year, month: month, day: day)
    else { return nil }
    if bytes.count > 8 {
      guard bytes[8] == UInt8(ascii: "T"), let hour = Self.number(bytes[9..<11]), hour < 24,
        let minute = Self.number(bytes[11..<13]), minute < 60, let second = Self.number(bytes[13..<15]), second <= 60
      else { return nil }
    }
    self.day = date.number
    hasTime = bytes.count > 8
  }

  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit), number < 1_000_000_000 else { return nil }
      number = number * 10 + Int(digit & 0x0F)
    }
    return digits.isEmpty ? nil : number
  }
}

/// A value of type DURATION (RFC 5545, 3.3.6) in whole days: `P3D`, `P2W`, `PT48H`.
enum DayCount {
  /// nil for other texts, and for what is not whole days.
  static func read(_ text: String) -> Int? {
    var rest = Array(text.utf8)[...]
    if rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
    var seconds = 0
    var units: [(letter: UInt8, seconds: Int)] = [(UInt8(ascii: "W"), 604_800), (UInt8(ascii: "D"), 86_400)]
    while !rest.isEmpty {
      if rest.first == UInt8(ascii: "T") {
        rest.removeFirst()
        units = [(UInt8(ascii: "H"), 3600), (UInt8(ascii: "M"), 60), (UInt8(ascii: "S"), 1)]
      }
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard let count = DayValue.number(digits), digits.count <= 9 else { return nil }
      rest = rest.dropFirst(digits.count)
      guard let letter = rest.popFirst(), let unit = units.first(where: { $0.letter == letter }) else { return nil }
      seconds += count * unit.seconds
    }
    return seconds.isMultiple(of: 86_400) ? seconds / 86_400 : nil
  }
}
