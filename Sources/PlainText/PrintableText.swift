extension String {
  /// Returns the text for a terminal or the journal. Control characters and invisible characters become `?`, so that
  /// untrusted text cannot move the cursor, forge a line, reverse the text around it or hide in a name.
  /// Keeps the control characters in `kept`, such as line ends.
  public func printable(keeping kept: Set<Unicode.Scalar> = [], replacement: String = "?") -> String {
    replacingUnprintable(keeping: kept) { _ in replacement }
  }

  /// The text of a JSON document with such characters escaped. They only occur in strings (RFC 8259).
  public var printableJSON: String {
    replacingUnprintable(keeping: ["\n"]) { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }

  private func replacingUnprintable(
    keeping kept: Set<Unicode.Scalar>, _ replacement: (Unicode.Scalar) -> String
  ) -> String {
    // A fast path: most texts are ASCII, even long ones.
    let (keepsLines, keepsTabs) = (kept.contains("\n"), kept.contains("\t"))
    var copy = self
    let isPlain = copy.withUTF8 { utf8 in
      utf8.areAll { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A && keepsLines || $0 == 0x09 && keepsTabs }
    }
    if isPlain { return self }
    var text = String.UnicodeScalarView()
    let scalars = Array(unicodeScalars)
    var base: Unicode.Scalar?
    for (index, scalar) in scalars.enumerated() {
      let isHidden = scalar.isHidden
      let isShown =
        isHidden
        ? scalar.joins(base, after: index > 0 ? scalars[index - 1] : nil, before: scalars.dropFirst(index + 1).first)
        : !scalar.isControl
      if !isHidden { base = scalar.isControl ? nil : scalar }
      if isShown || kept.contains(scalar) {
        text.append(scalar)
      } else {
        text.append(contentsOf: replacement(scalar).unicodeScalars)
      }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Whether this is a control character (C0, DEL, C1) or a line separator.
  fileprivate var isControl: Bool {
    !(0x20..<0x7F).contains(value)
      && [.control, .lineSeparator, .paragraphSeparator, .surrogate].contains(properties.generalCategory)
  }

  /// Whether this is invisible: zero-width characters, soft hyphens, joiners, selectors, tags, and characters that
  /// embed, override or isolate a direction (Unicode Standard, 5.21 and 23.8; Annex #9, 2).
  fileprivate var isHidden: Bool {
    value >= 0x80 && (properties.isDefaultIgnorableCodePoint || (0xFFF9...0xFFFB).contains(value))
  }

  /// Whether a hidden character has a visible effect: holds an emoji together (Technical Standard #51), joins or
  /// separates letters from Arabic to Sinhala, or selects a variant of the previous character.
  /// `base` is the last character with a shape.
  fileprivate func joins(_ base: Unicode.Scalar?, after last: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
    guard let base, let last else { return false }
    switch value {
    case 0x200C, 0x200D:
      guard let next, last == base || last.properties.isVariationSelector else { return false }
      let letters = UInt32(0x0600)...0x0DFF
      if letters.contains(base.value) { return letters.contains(next.value) && !next.isHidden }
      return value == 0x200D && !base.isASCII && base.properties.isEmoji && next.properties.isEmoji
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF: return last == base && (!base.isASCII || next?.value == 0x20E3)
    // The flag of a region.
    case 0xE0020...0xE007F: return base.value == 0x1F3F4
    default: return false
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes satisfy `isSo`. Never stops early, so that the compiler can vectorize it for long lists (1 MB).
  @inlinable public func areAll(_ isSo: (UInt8) -> Bool) -> Bool {
    var other: UInt8 = 0
    for byte in self { other |= isSo(byte) ? 0 : 1 }
    return other == 0
  }
}
