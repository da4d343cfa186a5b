/// Advice on the computer's time zone, which alarms follow. The zone is not a setting of the clock.
public enum ZoneAdvice {
  /// A placeholder for the user's own zone.
  public static let example = "Europe/Berlin"

  public static func setCommand(_ zone: String = example) -> String { "sudo timedatectl set-timezone \(zone)" }

  /// How to set the zone, as a sentence without a period.
  public static let remedy = "`\(setCommand())`, with your own zone; `timedatectl list-timezones` lists the names"

  /// The names of UTC in the tz database (files `etcetera` and `backward`). A computer with one of them has probably
  /// never been given a zone.
  private static let utc: Set<String> = [
    "UTC", "UCT", "Universal", "Zulu", "GMT", "Greenwich", "GMT0", "GMT+0", "GMT-0",
  ]

  public static func isUTC(_ name: String) -> Bool {
    utc.contains(name.hasPrefix("Etc/") ? String(name.dropFirst(4)) : name)
  }

  private static let words: Set<String> = ["zone", "timezone", "time-zone", "tz"]

  public static func isAskedFor(by word: String) -> Bool { words.contains(word.lowercased()) }
}
