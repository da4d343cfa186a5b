/// A sound that needs no file: always there, whatever happens to the storage.
public struct BuiltInSound: Hashable, Sendable {
  /// What settings store and people type, as `bell`.
  public var id: String
  /// What people read, as `Classic bell`.
  public var name: String
  /// In a sentence.
  public var description: String
  public var category: SoundCategory
  /// In decibels: brings its loudness to that of the others.
  var gain: Double
  var synthesis: Synthesis

  enum Synthesis: Hashable, Sendable {
    /// A loop, computed once.
    case score(Score)
    /// Computed as it plays, without an end.
    case noise(Noise)
  }
}

/// What a sound is for.
public enum SoundCategory: String, CaseIterable, Sendable, Codable {
  /// To wake up by.
  case alarms
  /// To be told something by.
  case chimes
  /// To fall asleep by.
  case noise
}
