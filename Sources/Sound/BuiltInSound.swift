/// A sound that needs no file: always there, whatever happens to the storage.
public struct BuiltInSound: Hashable, Sendable {
  /// What settings store and people type, as `bell`.
  public var id: String
  var score: Score
}

/// The built-in sounds.
public enum SoundLibrary {
  /// In the order they are listed.
  public static let all = [tone, bell, chime]

  /// nil when there is no such sound.
  public static func sound(id: String) -> BuiltInSound? { all.first { $0.id == id } }

  /// The sound that rings when none is chosen: 880 Hz, pulsed twice a second.
  ///
  /// Its even rhythm keeps it apart from the signals for danger: ISO 8201 and NFPA 72 give fire the "temporal three"
  /// (three pulses of 0.5 s, then 1.5 s of silence), UL 2034 gives carbon monoxide the "temporal four" (four pulses of
  /// 0.1 s, then 5 s of silence). Odd harmonics make it heard where a small speaker has lost 880 Hz.
  public static let tone = BuiltInSound(
    id: "tone",
    score: Score(
      length: 0.5,
      notes: [
        Note(
          start: 0, frequency: 880, duration: 0.25,
          partials: [
            Partial(ratio: 1, amplitude: 1), Partial(ratio: 3, amplitude: 0.25), Partial(ratio: 5, amplitude: 0.1),
          ])
      ]))

  /// A small church bell, struck every one and a half seconds, with the partials of a tuned one: hum, prime, tierce (a minor third), quint, nominal and two above.
  public static let bell = BuiltInSound(
    id: "bell",
    score: Score(
      length: 1.5,
      notes: [
        Note(
          start: 0, frequency: 587.33, duration: 4,
          partials: [
            Partial(ratio: 0.5, amplitude: 0.35, decay: 1.2), Partial(ratio: 1, amplitude: 0.6, decay: 0.8),
            Partial(ratio: 1.2, amplitude: 0.5, decay: 0.6), Partial(ratio: 1.5, amplitude: 0.25, decay: 0.45),
            Partial(ratio: 2, amplitude: 1, decay: 0.4), Partial(ratio: 2.5, amplitude: 0.25, decay: 0.25),
            Partial(ratio: 3, amplitude: 0.3, decay: 0.2),
          ])
      ]))

  /// Four rising notes every two and a half seconds: C, E, G and C an octave up on bars tuned like a marimba's, whose second partial is two octaves above the first.
  public static let chime = BuiltInSound(
    id: "chime",
    score: Score(
      length: 2.5,
      notes: [(0, 523.25), (0.3, 659.26), (0.6, 783.99), (0.9, 1046.5)].map { start, frequency in
        Note(
          start: start, frequency: frequency, duration: 2,
          partials: [
            Partial(ratio: 1, amplitude: 1, decay: 0.35), Partial(ratio: 2, amplitude: 0.12, decay: 0.3),
            Partial(ratio: 4, amplitude: 0.3, decay: 0.08),
          ])
      }))
}
