extension Alarm {
  /// The longest id, in characters; those that are made have six.
  private static let longestID = 16

  /// Whether it can be the id of an alarm, a card or a timer: letters and digits of ASCII.
  public static func isID(_ text: String) -> Bool {
    (1...longestID).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        byte.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
  }
}
