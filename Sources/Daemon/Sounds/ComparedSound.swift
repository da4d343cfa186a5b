import AlarmClock
import Machine

/// A sound of a copy, beside those that are here.
struct ComparedSound: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// Its file is here, the same to the byte.
    case same
    /// There is no file of its name here.
    case new
    /// There is another file of its name here.
    case other
  }

  let index: Int
  let file: String
  /// What alarms of the copy call it.
  let theirID: String
  /// What it is called here, or will be.
  let id: String
  let size: Int
  let digest: [UInt8]
  let state: State

  var name: String { "sound \(file)" }

  /// Whether it takes its place here. A file has one name: both cannot be.
  func isTaken(by choices: ImportChoices) -> Bool {
    switch state {
    case .same: false
    case .new: true
    case .other: choices[name] == .theirs
    }
  }
}

extension OwnSoundStore {
  /// Looks which sounds of a copy are here. Those that are keep their ids, and no other gets one that is taken.
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

/// What a copy was handed over for, and the words for that.
enum CopyUse: Sendable {
  /// It takes the place of all there is.
  case restore
  /// It is compared with what there is, and some of it is taken.
  case inclusion

  /// As in `the file cannot be restored`.
  var participle: String { self == .restore ? "restored" : "imported" }
  var noun: String { self == .restore ? "a restore" : "an import" }
  var command: String { self == .restore ? "rouse restore" : "rouse import" }
}
