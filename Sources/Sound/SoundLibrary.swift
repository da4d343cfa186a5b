import JSON5Files

/// The built-in sounds: the tone, and those in sounds.json5, which is embedded in the program.
public enum SoundLibrary {
  /// In listing order. The first access parses sounds.json5.
  public static var all: [BuiltInSound] { loaded.sounds }

  public static func sound(id: String) -> BuiltInSound? {
    id == tone.id ? tone : all.first { $0.id == id }
  }

  /// The reason why only the tone is available, or `nil` if all sounds are.
  public static var problem: String? { loaded.problem }

  private static let loaded: (sounds: [BuiltInSound], problem: String?) = load(PackageResources.sounds_json5)

  static func load(_ text: [UInt8]) -> (sounds: [BuiltInSound], problem: String?) {
    do { return ([tone] + (try JSON5File.read(SoundDefinitions.self, from: text).sounds), nil) } catch {
      return ([tone], "\(error)")
    }
  }

  /// The default sound and last resort: 880 Hz, pulsed twice a second.
  ///
  /// The even rhythm distinguishes it from danger signals: ISO 8201 and NFPA 72 define the "temporal three" for fire
  /// (three pulses of 0.5 s, then 1.5 s of silence), UL 2034 the "temporal four" for carbon monoxide (four pulses of
  /// 0.1 s, then 5 s of silence). Odd harmonics keep it audible on small speakers that cannot play 880 Hz.
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
