/// How the brightness of the display is chosen while nothing rings.
public enum Dimming: Hashable, Sendable {
  /// Follows the ambient light, or the schedule if no sensor works.
  case automatic
  case schedule
  /// 0 to 15, or `nil` for off.
  case fixed(Int?)

  public static let usual = 8
  public static let levels = 0...15
}

/// The clock's position on Earth, to a ten-thousandth of a degree.
public struct Location: Hashable, Sendable, CustomStringConvertible {
  private static let perDegree = 10_000

  /// In ten-thousandths of a degree, positive north.
  public let latitudeParts: Int
  /// In ten-thousandths of a degree, positive east.
  public let longitudeParts: Int

  public var latitude: Double { Double(latitudeParts) / Double(Self.perDegree) }
  public var longitude: Double { Double(longitudeParts) / Double(Self.perDegree) }

  /// Reads `52.52,13.40`; returns `nil` if the text is not a position on Earth.
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

  /// With at least two decimal places.
  public var description: String {
    [latitudeParts, longitudeParts].map { parts in
      let text = FixedPoint.text(abs(parts), digits: 4, atLeast: 2)
      return parts < 0 ? "-" + text : text
    }.joined(separator: ",")
  }
}

/// Unsigned decimal numbers, stored as multiples of their last digit.
enum FixedPoint {
  /// Reads at most six digits before the point; returns `nil` if the text is not such a number.
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

  /// Formats a number without trailing zeros, but with at least `atLeast` decimal places.
  static func text(_ number: Int, digits: Int, atLeast: Int) -> String {
    let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    var fraction = (number % scale).padded(to: digits)
    while fraction.count > atLeast, fraction.hasSuffix("0") { fraction.removeLast() }
    return fraction.isEmpty ? "\(number / scale)" : "\(number / scale).\(fraction)"
  }
}
