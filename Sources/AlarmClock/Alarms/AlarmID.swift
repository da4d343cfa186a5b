extension Alarm {
  /// The longest accepted id, in characters. Generated ids have six.
  private static let longestID = 16

  /// Whether a text is a possible id of an alarm, card or timer: ASCII letters and digits.
  public static func isID(_ text: String) -> Bool {
    (1...longestID).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter }
  }
}
