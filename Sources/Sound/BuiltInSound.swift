/// A sound that needs no file and therefore survives any storage failure.
public struct BuiltInSound: Hashable, Sendable {
  /// The name in settings and commands, such as `bell`.
  public var id: String
  /// The name shown to people, such as `Classic bell`.
  public var name: String
  /// One sentence.
  public var description: String
  public var category: SoundCategory
  /// In decibels. Adjusts the loudness to that of the other sounds.
  var gain: Double
  var synthesis: Synthesis

  enum Synthesis: Hashable, Sendable {
    case score(Score)
    case noise(Noise)
  }
}

/// The purpose of a sound.
public enum SoundCategory: String, CaseIterable, Sendable, Codable {
  /// For waking up.
  case alarms
  /// For announcing something.
  case chimes
  /// For falling asleep.
  case noise
}
