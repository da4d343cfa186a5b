/// What may stand in a store: the rules for what people type, of values that come from a file.
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

extension RingOverrides {
  /// Takes back what nobody could have typed, so that it is inherited; returns what that was.
  public mutating func dropInvalid() -> [InvalidValue] {
    var kept = RingOverrides()
    var dropped: [InvalidValue] = []
    for key in SettingKey.ofAlarms {
      guard let text = text(of: key) else { continue }
      do throws(InvalidValue) {
        // Whether there still is such a sound is asked when it plays.
        if key == .sound { try FieldText.checkSoundID(text, field: "--\(key.rawValue)") }
        var read = self
        try read.set(key, to: text, knownSounds: [text])
        guard read == self else {
          throw InvalidValue(
            field: "--\(key.rawValue)", value: text, reason: "it is of fractions of a second",
            remedy: "give whole seconds")
        }
        try kept.set(key, to: text, knownSounds: [text])
      } catch {
        dropped.append(error)
      }
    }
    self = kept
    return dropped
  }
}

extension ChimeOverrides {
  /// Throws for what nobody could have typed.
  public func check() throws(InvalidValue) {
    for key in SettingKey.ofTimers {
      guard let text = text(of: key) else { continue }
      var read = self
      if key == .sound { try FieldText.checkSoundID(text, field: "--\(key.rawValue)") }
      try read.set(key, to: text, knownSounds: [text])
    }
  }
}

extension Settings {
  /// Takes a value as it is stored.
  public mutating func take(_ key: SettingKey, stored text: String) throws(InvalidValue) {
    if key == .sound { try FieldText.checkSoundID(text, field: "--\(key.rawValue)") }
    try set(key, to: text, knownSounds: [text])
  }
}

extension FieldText {
  /// Throws for what no sound is called: letters, digits and `-`, 80 at most.
  static func checkSoundID(_ text: String, field: String) throws(InvalidValue) {
    let isID = text.utf8.allSatisfy { byte in
      byte.isASCIIDigit || byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    guard isID, (1...80).contains(text.utf8.count) else {
      throw InvalidValue(
        field: field, value: text, reason: "no sound is called that", remedy: "see `rouse sound list`")
    }
  }
}
