/// How the brightness of the display is chosen while nothing rings.
public enum Dimming: Hashable, Sendable {
  /// By the light of the room; by the schedule where no sensor answers.
  case automatic
  /// By `BrightnessSchedule`.
  case schedule
  /// 0…15; nil: off.
  case fixed(Int?)

  /// Where nothing else is chosen, and nothing says more.
  public static let usual = 8
  /// Those that a display has.
  public static let levels = 0...15
}

/// Where the clock stands, to ten thousandths of a degree.
public struct Location: Hashable, Sendable {
  private static let perDegree = 10_000

  /// Of a degree north, negative in the south.
  public let latitudeParts: Int
  /// Of a degree east, negative in the west.
  public let longitudeParts: Int

  public var latitude: Double { Double(latitudeParts) / Double(Self.perDegree) }
  public var longitude: Double { Double(longitudeParts) / Double(Self.perDegree) }

  /// `52.52,13.40`; nil: it is no place on Earth.
  public init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      part.drop { $0 == " " }
    }
    guard parts.count == 2, let latitude = Self.parts(parts[0]), let longitude = Self.parts(parts[1]),
      abs(latitude) <= 90 * Self.perDegree, abs(longitude) <= 180 * Self.perDegree
    else { return nil }
    (latitudeParts, longitudeParts) = (latitude, longitude)
  }

  private static func parts(_ text: Substring) -> Int? {
    let isNegative = text.hasPrefix("-")
    guard let parts = FixedPoint.parse(isNegative ? text.dropFirst() : text, digits: 4) else { return nil }
    return isNegative ? -parts : parts
  }
}

extension Location: CustomStringConvertible {
  /// With two digits behind the point at least.
  public var description: String {
    [latitudeParts, longitudeParts].map { parts in
      let text = FixedPoint.text(abs(parts), digits: 4, atLeast: 2)
      return parts < 0 ? "-" + text : text
    }.joined(separator: ",")
  }
}

/// Decimal numbers without a sign, as whole numbers of their last digit.
enum FixedPoint {
  /// At most five digits before the point; nil: it is none.
  static func parse(_ text: Substring, digits: Int) -> Int? {
    var scanner = TextScanner(String(text))
    guard let whole = scanner.number(digits: 1...6) else { return nil }
    var number = Int(whole)
    var left = digits
    if scanner.skip(".") {
      let fraction = scanner.run { $0.isASCIIDigit }
      guard (1...digits).contains(fraction.count) else { return nil }
      for digit in fraction { number = number * 10 + Int(digit - UInt8(ascii: "0")) }
      left -= fraction.count
    }
    for _ in 0..<left { number *= 10 }
    return scanner.isAtEnd ? number : nil
  }

  /// Without zeros at the end, but for the first `atLeast` digits.
  static func text(_ number: Int, digits: Int, atLeast: Int) -> String {
    let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    var fraction = (number % scale).padded(to: digits)
    while fraction.count > atLeast, fraction.hasSuffix("0") { fraction.removeLast() }
    return fraction.isEmpty ? "\(number / scale)" : "\(number / scale).\(fraction)"
  }
}
