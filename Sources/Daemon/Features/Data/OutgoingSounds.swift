import Control
import Glibc
import Machine

/// The user's own sounds on their way into a copy of the clock, read in pieces. Its calls block.
struct OutgoingSounds: Sendable {
  private let folder: SoundFolder?
  private let sounds: [OwnSound]
  private let head: [UInt8]
  let notes: [String]

  private static let mostNamed = 20

  var count: Int { sounds.count }
  /// The bytes that follow the store.
  var size: Int { sounds.reduce(head.count) { $0 + Int($1.stamp.size) + SoundDigest.length } }

  /// Takes the sounds that a restore accepts: prepared, and unchanged since. Reads the shelf, because the sound store
  /// may be busy decoding for minutes. `minimal` is why sounds are left out in minimal mode.
  init(_ shelf: SoundShelf, minimal: String?) throws {
    let (folder, sounds) = shelf.ownFiles
    self.folder = folder
    var (taken, notes): ([OwnSound], [String]) = ([], [])
    for sound in sounds {
      if let why = folder.flatMap({ Self.obstacle(to: sound, in: $0) }) {
        notes.append("The sound file \(sound.file) is not in the copy: \(why).")
      } else {
        taken.append(sound)
      }
    }
    if let minimal {
      notes.append("Sounds of your own are not in the copy: the clock runs in minimal mode: \(minimal)")
    }
    self.sounds = taken
    let more = notes.count - Self.mostNamed
    self.notes =
      more > 0 ? notes.prefix(Self.mostNamed) + ["\(more) more are not in the copy: `rouse sound list`"] : notes
    let entries = taken.map {
      SoundArchive.Entry(file: $0.file, id: $0.id, name: $0.givenName, size: Int($0.stamp.size))
    }
    head = entries.isEmpty ? [] : try SoundArchive.head(of: entries)
  }

  private static func obstacle(to sound: OwnSound, in folder: SoundFolder) -> String? {
    if let problem = sound.problem { return "\(problem.why); \(problem.fix)" }
    guard SoundArchive.canBeNamed(sound.file) else { return "it has no plain name; give it one of letters and digits" }
    guard let stamp = SoundFolder.stamp(of: folder.path(of: sound)) else { return "it is gone" }
    guard sound.isAvailable, !sound.isWaiting, stamp == sound.stamp else {
      return "it is still being prepared; make the copy again in a moment"
    }
    return nil
  }

  func send(_ most: Int, _ yield: (ArraySlice<UInt8>) async throws -> Void) async throws {
    guard let folder else { return }
    for start in stride(from: 0, to: head.count, by: most) {
      try await yield(head[start..<min(head.count, start + most)])
    }
    for sound in sounds {
      let path = folder.path(of: sound)
      let file: Descriptor
      do throws(SystemError) { file = try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) } catch {
        throw Self.refusal(sound, error.reason)
      }
      let digest = SoundDigest()
      var buffer = [UInt8](repeating: 0, count: most)
      var offset = 0
      while offset < sound.stamp.size {
        let count = pread(file.number, &buffer, min(most, Int(sound.stamp.size) - offset), offset)
        guard count >= 0 else { throw Self.refusal(sound, String(cString: strerror(errno))) }
        guard count > 0 else { break }
        offset += count
        digest.add(buffer[..<count])
        try await yield(buffer[..<count])
      }
      // Another file may have its name by now.
      guard offset == sound.stamp.size, SoundFolder.stamp(of: path) == sound.stamp else {
        throw Self.refusal(sound, "it was changed or removed meanwhile")
      }
      try await yield(digest.finish()[...])
    }
  }

  private static func refusal(_ sound: OwnSound, _ why: String) -> ControlError {
    ControlError(
      .tryAgain, "no copy was made", why: "the sound file \(sound.file) cannot be read: \(why)",
      fix:
        "try again; where it stays so, look at it (`rouse sound list`), or remove it: `rouse sound remove \(sound.id)`")
  }
}
