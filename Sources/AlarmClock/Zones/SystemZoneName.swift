/// What people are told about the computer's time zone, which is not a setting of the clock.
public enum SystemZoneName {
  /// The command that sets the zone, with a name for people to replace.
  public static let setCommand = "sudo timedatectl set-timezone Europe/Berlin"
  /// How to set the zone, in a sentence without a period.
  public static let remedy = "`\(setCommand)`, with your own zone; `timedatectl list-timezones` lists the names"

  /// Names of UTC in the tz database (its files `etcetera` and `backward`): the zone of a computer on which nobody set one.
  private static let utc: Set<String> = [
    "UTC", "UCT", "Universal", "Zulu", "GMT", "Greenwich", "GMT0", "GMT+0", "GMT-0",
  ]

  public static func isUTC(_ name: String) -> Bool {
    utc.contains(name.hasPrefix("Etc/") ? String(name.dropFirst(4)) : name)
  }

  /// Words that people type when they look for the zone.
  private static let words: Set<String> = ["zone", "timezone", "time-zone", "tz"]

  public static func isAskedFor(by word: String) -> Bool { words.contains(word.lowercased()) }
}
