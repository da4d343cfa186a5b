extension String {
  /// For a terminal or the journal: what is no visible text is shown as `?`, so that nothing from outside moves the
  /// cursor, forges a line or turns the direction of what stands around it.
  ///
  /// - Parameter kept: control characters that stay, as line ends.
  public func printable(keeping kept: Set<Unicode.Scalar> = []) -> String {
    replacingUnprintable(keeping: kept) { _ in "?" }
  }

  /// The same for a JSON document, in which such characters stand in strings alone (RFC 8259): escaped.
  public var printableJSON: String {
    replacingUnprintable(keeping: ["\n"]) { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }

  private func replacingUnprintable(
    keeping kept: Set<Unicode.Scalar>, _ replacement: (Unicode.Scalar) -> String
  ) -> String {
    // Most texts are ASCII, the long ones too.
    let (keepsLines, keepsTabs) = (kept.contains("\n"), kept.contains("\t"))
    var copy = self
    let isPlain = copy.withUTF8 { utf8 in
      utf8.areAll { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A && keepsLines || $0 == 0x09 && keepsTabs }
    }
    if isPlain { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.isPrintable || kept.contains(scalar) {
        text.append(scalar)
      } else {
        text.append(contentsOf: replacement(scalar).unicodeScalars)
      }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Neither a control character (C0, DEL, C1) nor a line separator, nor one that embeds, overrides or isolates a
  /// direction (Unicode Standard Annex #9, 2).
  fileprivate var isPrintable: Bool {
    if (0x20..<0x7F).contains(value) { return true }
    if (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) { return false }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return false
    default: return true
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all of them are so. Each is looked at, without an early end, so that the compiler can look at many at once:
  /// lists are up to a megabyte long.
  @inlinable public func areAll(_ isSo: (UInt8) -> Bool) -> Bool {
    var other: UInt8 = 0
    for byte in self { other |= isSo(byte) ? 0 : 1 }
    return other == 0
  }
}
