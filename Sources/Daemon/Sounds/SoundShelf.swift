import Sound

/// The sounds there are at this moment, by their stable ids.
final class SoundShelf: Sendable {
  /// What people can choose.
  var knownIDs: [String] { SoundLibrary.all.map(\.id) }

  func holds(_ id: String) -> Bool { SoundLibrary.sound(id: id) != nil }

  /// The samples of a sound; nil: it is gone.
  func source(of id: String, rate: Int) -> (any SampleSource)? {
    SoundLibrary.sound(id: id).map { SoundGenerator(sound: $0, rate: rate) }
  }

  /// What plays where nothing that was chosen does.
  func lastResort(rate: Int) -> any SampleSource { SoundGenerator(sound: SoundLibrary.tone, rate: rate) }
}
