import AlarmClock
import Machine

/// A sound of a copy, compared with the sounds here.
struct ComparedSound: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// The same file is here, byte for byte.
    case same
    /// No file of this name is here.
    case new
    /// Another file of this name is here.
    case other
  }

  let index: Int
  let file: String
  /// The id that the alarms of the copy use.
  let theirID: String
  /// The id that it has here, or will have.
  let id: String
  let size: Int
  let digest: [UInt8]
  let state: State

  var name: String { "sound \(file)" }

  /// Whether the sound is placed here. Two files cannot have the same name.
  func isTaken(by choices: ImportChoices) -> Bool {
    state == .new || state == .other && choices[name] == .theirs
  }
}

extension OwnSoundStore {
  /// Compares the sounds of a copy with those here. Sounds that are here keep their ids, and new ones get free ids.
  func compare(_ archive: SoundArchive, in file: Descriptor) -> [ComparedSound] {
    look()
    var taken = shelf.builtInIDs + sounds.map(\.id)
    return archive.entries.enumerated().map { index, entry in
      let digest = SoundArchive.bytes(of: file, SoundDigest.length, at: archive.offset(of: index) + entry.size) ?? []
      func compared(_ id: String, _ state: ComparedSound.State) -> ComparedSound {
        ComparedSound(
          index: index, file: entry.file, theirID: entry.id, id: id, size: entry.size, digest: digest, state: state)
      }
      if let own = sounds.first(where: { $0.file == entry.file }) {
        return compared(own.id, isHere(entry, digest) ? .same : .other)
      }
      let id = taken.contains(entry.id) ? SoundID.make(of: entry.file, taken: taken) : entry.id
      taken.append(id)
      return compared(id, .new)
    }
  }
}

/// The purpose of an uploaded copy, and the words for it.
enum CopyUse: Sendable {
  /// The copy replaces everything.
  case restore
  /// The copy is compared with what is here, and parts of it are taken.
  case inclusion

  /// As in `the file cannot be restored`.
  var participle: String { self == .restore ? "restored" : "imported" }
  var noun: String { self == .restore ? "a restore" : "an import" }
  var command: String { self == .restore ? "rouse restore" : "rouse import" }
}
