/// Advice on the computer's time zone, by which alarms ring. It is not a setting of the clock.
public enum ZoneAdvice {
  /// Stands for the zone that people fill in themselves.
  public static let example = "Europe/Berlin"

  /// Returns the command that sets the zone.
  public static func setCommand(_ zone: String = example) -> String { "sudo timedatectl set-timezone \(zone)" }

  /// How to set the zone, in a sentence without a period.
  public static let remedy = "`\(setCommand())`, with your own zone; `timedatectl list-timezones` lists the names"

  /// Names of UTC in the tz database (its files `etcetera` and `backward`): the zone of a computer on which nobody set one.
  private static let utc: Set<String> = [
    "UTC", "UCT", "Universal", "Zulu", "GMT", "Greenwich", "GMT0", "GMT+0", "GMT-0",
  ]

  /// Whether a zone is UTC by its name.
  public static func isUTC(_ name: String) -> Bool {
    utc.contains(name.hasPrefix("Etc/") ? String(name.dropFirst(4)) : name)
  }

  /// Words that people type when they look for the zone.
  private static let words: Set<String> = ["zone", "timezone", "time-zone", "tz"]

  /// Whether a word means the time zone.
  public static func isAskedFor(by word: String) -> Bool { words.contains(word.lowercased()) }
}
