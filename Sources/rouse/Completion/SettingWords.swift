import AlarmClock

/// The words that a setting takes, for completions.
enum SettingWords {
  /// All that any setting takes as a word; each setting says which of them are its own.
  private static let words =
    ["on", "off", "12h", "24h", "ntp", "battery", "alarms", "all", "none", "1y", "2y", "forever"]
    + Vibration.allCases.map(\.rawValue)
    + VibrationPattern.allCases.map(\.rawValue) + ofTheFace

  private static let ofTheFace =
    ["auto", "blink", "normal", "clock", "message", "day", "night", "light", "same", "c", "f"]
    + FaceSettings.DateFormat.allCases.map(\.rawValue) + FaceTurn.allCases.map(\.rawValue)
    + FaceMark.allCases.map(\.rawValue)

  static func words(of key: SettingKey) -> [String] {
    var taken: [String] = []
    for word in words where !taken.contains(word) && isTaken(word, by: key) { taken.append(word) }
    return taken + [SettingKey.defaultWord]
  }

  private static func isTaken(_ word: String, by key: SettingKey) -> Bool {
    var settings = Settings()
    do throws(InvalidValue) { try settings.set(key, to: word, knownSounds: []) } catch { return false }
    return true
  }
}
