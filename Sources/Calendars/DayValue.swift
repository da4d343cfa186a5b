import AlarmClock

/// Days since 1970-01-01, used to compute recurrences.
typealias DayNumber = Int

extension LocalDate {
  /// Clamps to the years 1 to 9999.
  init(number: DayNumber) { self.init(daysSinceEpoch: Int64(number)) }

  var number: DayNumber { DayNumber(daysSinceEpoch) }
}

/// A value of type DATE or DATE-TIME (RFC 5545, 3.3.4 and 3.3.5).
struct DayValue: Hashable {
  var day: DayNumber
  /// Seconds since midnight, or `nil` for a date.
  var time: Int?
  var isUTC = false
  var hasTime: Bool { time != nil }

  /// Reads `20261224`, `20261224T180000` or `20261224T180000Z`, also with separators as in `2026-12-24T18:00:00Z`.
  /// `nil` for other text and for days that do not exist.
  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard let year = Self.digits(4, of: &rest), let month = Self.digits(2, of: &rest, after: "-"),
      let day = Self.digits(2, of: &rest, after: "-"), let date = LocalDate(year: year, month: month, day: day)
    else { return nil }
    self.day = date.number
    guard let mark = rest.popFirst() else { return }
    guard mark == UInt8(ascii: "T") || mark == UInt8(ascii: " "), let hour = Self.digits(2, of: &rest), hour < 24,
      let minute = Self.digits(2, of: &rest, after: ":"), minute < 60,
      let second = Self.digits(2, of: &rest, after: ":"), second <= 60
    else { return nil }
    time = hour * 3600 + minute * 60 + second
    if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop { (0x30...0x39).contains($0) } }
    isUTC = rest.first == UInt8(ascii: "Z")
    guard rest.count == (isUTC ? 1 : 0) else { return nil }
  }

  /// Converts a time in UTC to the wall clock of a zone; returns all other values unchanged.
  func local(in zone: ZoneRules?) -> DayValue {
    // `Instant` does not cover distant days.
    guard isUTC, let time, let zone, abs(day) < 90_000 else { return self }
    let local = zone.local(Instant(seconds: Int64(day) * 86_400 + Int64(time)))
    var value = self
    (value.day, value.time, value.isUTC) = (local.date.number, Int(local.time.secondsOfDay), false)
    return value
  }

  private static func digits(
    _ count: Int, of rest: inout ArraySlice<UInt8>, after mark: Unicode.Scalar? = nil
  ) -> Int? {
    if let mark, rest.first == UInt8(ascii: mark) { rest.removeFirst() }
    defer { rest = rest.dropFirst(count) }
    return rest.count < count ? nil : number(rest.prefix(count))
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

/// A value of type DURATION (RFC 5545, 3.3.6): `P3D`, `P2W`, `PT48H`.
enum DurationValue {
  /// Returns seconds, or `nil` if the text is not a duration.
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
    return seconds
  }
}
