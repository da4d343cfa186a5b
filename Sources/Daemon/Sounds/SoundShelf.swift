import Control
import ControlService
import Sound
import Synchronization

/// The sounds that exist now, by their stable ids: the built-in ones and the user's own.
final class SoundShelf: Sendable {
  private struct Own {
    var sounds: [OwnSound] = []
    var folder: SoundFolder?
  }

  private let own = Mutex(Own())
  private let spoken = Mutex<Speech?>(nil)
  private let readers = BoundedCount(most: Reader.most)

  /// The id of words to be spoken now. No user's sound can have it.
  static let spokenID = "spoken words"
  static let foundID = "card found"
  static let beepID = "message beep"

  /// Sounds that are not worth a line in the log.
  static let signalIDs: Set<String> = [foundID, beepID]

  func show(_ sounds: [OwnSound], in folder: SoundFolder) {
    own.withLock { $0 = Own(sounds: sounds, folder: folder) }
  }

  /// Plays words as the sound `spokenID`, until they are taken away or replaced.
  func put(_ speech: Speech) { spoken.withLock { $0 = speech } }
  func take(_ speech: Speech) { spoken.withLock { if $0 === speech { $0 = nil } } }

  /// The sounds that users can choose, including those that are still being prepared.
  var knownIDs: [String] {
    builtInIDs + own.withLock { $0.sounds.filter { $0.isAvailable || $0.problem == nil }.map(\.id) }
  }

  var ownFiles: (folder: SoundFolder?, sounds: [OwnSound]) { own.withLock { ($0.folder, $0.sounds) } }

  var builtInIDs: [String] { SoundLibrary.all.map(\.id) }

  /// Whether the sound can be played now, as far as is known.
  func holds(_ id: String) -> Bool {
    SoundLibrary.sound(id: id) != nil || Self.signalIDs.contains(id)
      || id == Self.spokenID && spoken.withLock { $0 != nil }
      || own.withLock { $0.sounds.contains { $0.id == id && $0.isAvailable } }
  }

  func obstacle(to id: String) -> String? { own.withLock { $0.sounds.first { $0.id == id }?.obstacle } }

  func source(of id: String, rate: Int) -> (any SampleSource)? {
    if id == Self.spokenID { return spoken.withLock { $0 }.map { SpeechSource($0, rate: rate) } }
    if id == Self.foundID { return RisingTone(rate: rate) }
    if id == Self.beepID { return SoftBeep(rate: rate) }
    if let builtIn = SoundLibrary.sound(id: id) { return SoundGenerator(sound: builtIn, rate: rate) }
    guard holds(id), let path = own.withLock({ $0.folder?.preparedPath(of: id) }) else { return nil }
    // If a disk hangs, so does every thread that reads from it. A ring that retries must not use up more of them.
    guard let reader = Reader(among: readers) else { return nil }
    do {
      return try ReadAhead(rate: rate) { [reader] in
        _ = reader
        var sound = try PreparedSound(path: path, rate: rate)
        return { try sound.next($0) }
      }
    } catch {
      // Without a thread, it cannot be read.
      return nil
    }
  }

  func lastResort(rate: Int) -> any SampleSource { SoundGenerator(sound: SoundLibrary.tone, rate: rate) }

  var views: [SoundView] {
    SoundLibrary.all.map { sound in
      SoundView(
        id: sound.id, name: sound.name, description: sound.description, category: sound.category.rawValue,
        available: true)
    } + own.withLock { $0.sounds.map { SoundView($0) } }
  }
}

extension SoundView {
  init(_ sound: OwnSound) {
    self.init(
      id: sound.id, name: sound.name, description: sound.description, category: Self.own,
      available: sound.isAvailable,
      problem: sound.obstacle,
      fix: sound.problem?.fix ?? (sound.isAvailable ? nil : "look again in a moment: `rouse sound list`"))
  }
}

/// A place for a thread that reads a sound, held as long as this lives.
final class Reader: Sendable {
  private let readers: BoundedCount

  /// One plays, and earlier ones are about to end. If there are more, they hang.
  static let most = 8

  /// Returns `nil` if there are too many, those that hang included.
  init?(among readers: BoundedCount) {
    // Before `readers` is set, because `deinit` would otherwise count down a place that was never taken.
    guard readers.enter() else { return nil }
    self.readers = readers
  }

  deinit { readers.leave() }
}
