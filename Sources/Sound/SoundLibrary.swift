/// The built-in sounds: the tone, and those of sounds.json5, which is part of the program.
public enum SoundLibrary {
  /// In the order they are listed. The first look reads sounds.json5.
  public static var all: [BuiltInSound] { loaded.sounds }

  /// nil when there is no such sound.
  public static func sound(id: String) -> BuiltInSound? {
    id == tone.id ? tone : all.first { $0.id == id }
  }

  /// Why there is nothing but the tone; nil: all sounds are there.
  public static var problem: String? { loaded.problem }

  private static let loaded: (sounds: [BuiltInSound], problem: String?) = load(PackageResources.sounds_json5)

  /// The tone rings whatever the file is like.
  static func load(_ text: [UInt8]) -> (sounds: [BuiltInSound], problem: String?) {
    do { return ([tone] + (try SoundDefinitions.parse(text).sounds), nil) } catch { return ([tone], "\(error)") }
  }

  /// The sound that rings when none is chosen, and in the last resort: 880 Hz, pulsed twice a second.
  ///
  /// Its even rhythm keeps it apart from the signals for danger: ISO 8201 and NFPA 72 give fire the "temporal three"
  /// (three pulses of 0.5 s, then 1.5 s of silence), UL 2034 gives carbon monoxide the "temporal four" (four pulses of
  /// 0.1 s, then 5 s of silence). Odd harmonics make it heard where a small speaker has lost 880 Hz.
  public static let tone = BuiltInSound(
    id: "tone", name: "880 Hz pulse", description: "A plain tone, twice a second.", category: .alarms, gain: -1.8,
    synthesis: .score(
      Score(
        length: 0.5,
        partials: [
          Partial(ratio: 1, amplitude: 1), Partial(ratio: 3, amplitude: 0.25), Partial(ratio: 5, amplitude: 0.1),
        ],
        notes: [Note(start: 0, duration: 0.25, frequencies: [880])])))
}
