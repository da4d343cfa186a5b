import Control
import Glibc
import Machine
import Sound

/// Prepared sounds of a copy that wait to be placed.
struct IncomingSounds: Sendable {
  struct Sound: Sendable {
    let entry: SoundArchive.Entry
    let facts: SoundFacts
    /// Whether the same file, byte for byte, is already here.
    let isSame: Bool
    let path: String
    let preparedPath: String
  }

  let scratch: ScratchFolder
  var sounds: [Sound] = []
}

/// Sounds that were placed, and the steps to undo that.
struct PlacedSounds: Sendable {
  fileprivate let incoming: IncomingSounds
  fileprivate let before: [OwnSound]
  /// The changed paths, each with the kept file to put back, or `nil` if there was none.
  fileprivate var steps: [(path: String, old: String?)] = []
  fileprivate var added: [OwnSound] = []
  /// Sounds of this clock that got another id.
  fileprivate var renamed: [OwnSound] = []
  fileprivate(set) var notes: [String] = []

  /// Moves a file into place, and keeps the file that it replaces.
  fileprivate mutating func put(_ source: String, to target: String) throws(SystemError) {
    if try !save(target) { steps.append((target, old: nil)) }
    try DurableFile.rename(source, to: target)
  }

  /// Keeps a file that is about to be replaced. Returns `false` if there is none.
  @discardableResult
  fileprivate mutating func save(_ path: String) throws(SystemError) -> Bool {
    guard DurableFile.exists(path) else { return false }
    let old = "\(incoming.scratch.path)/old-\(steps.count)"
    try DurableFile.link(path, to: old)
    steps.append((path, old))
    return true
  }
}

/// Receiving and placing the sounds of a copy, which are checked like any uploaded sound.
extension OwnSoundStore {
  func receive(_ archive: SoundArchive, for use: CopyUse) throws(ControlError) -> IncomingSounds {
    if let minimal { throw .minimal("the sounds of the file are not \(use.participle)", minimal) }
    look()
    let files = Set(archive.entries.map(\.file))
    let others = sounds.count { $0.isAvailable && !files.contains($0.file) }
    guard others + files.count <= SoundFolder.mostFiles else {
      throw ControlError(
        .usage, "the file cannot be \(use.participle)",
        why:
          "with its \(files.count) sounds there would be \(others + files.count), and \(SoundFolder.mostFiles) at most are "
          + "kept; nothing was changed",
        fix: "remove some that are not in it: `rouse sound list --category own`, `rouse sound remove NAME`")
    }
    do throws(SystemError) {
      try folder.make()
      return IncomingSounds(scratch: try ScratchFolder(at: folder.restoreFolder))
    } catch {
      let trouble = folder.trouble(error)
      throw Self.notRestored(trouble.what, fix: trouble.fix)
    }
  }

  /// Extracts a sound and prepares it. Returns `nil` if the same sound is already here and prepared.
  func receive(
    _ index: Int, of archive: SoundArchive, from file: Descriptor, into scratch: ScratchFolder, for use: CopyUse
  ) throws(ControlError) -> IncomingSounds.Sound? {
    let (entry, offset) = (archive.entries[index], archive.offset(of: index))
    let damaged = ControlError(
      .badData, "the file cannot be \(use.participle)",
      why: "its sound \(entry.file) is damaged; nothing was changed", fix: SoundArchive.fix(archive.start, use))
    guard let digest = SoundArchive.bytes(of: file, SoundDigest.length, at: offset + entry.size) else { throw damaged }
    let isSame = isHere(entry, digest)
    if isSame, let sound = sounds.first(where: { $0.file == entry.file && $0.id == entry.id }), sound.isAvailable,
      !sound.isWaiting, folder.holdsPrepared(sound.id)
    {
      return nil
    }
    let path = "\(scratch.path)/\(index)"
    do {
      try folder.checkSpace(for: entry.size)
      guard try Self.copy(from: file, at: offset, entry.size, to: path) == digest else { throw damaged }
      let facts = try folder.prepare(path, by: program)
      try folder.movePrepared(to: path + ".wav")
      return IncomingSounds.Sound(
        entry: entry, facts: facts, isSame: isSame, path: path, preparedPath: path + ".wav")
    } catch let problem as SoundProblem {
      throw ControlError(
        problem.exitCode, "the file cannot be \(use.participle)",
        why: "its sound \(entry.file): \(problem.why); nothing was changed",
        fix: problem.retry == .atTheNextLook ? problem.fix : SoundArchive.fix(archive.start, use))
    } catch let error as ControlError {
      throw error
    } catch {
      throw Self.notRestored("\(error)")
    }
  }

  func isHere(_ entry: SoundArchive.Entry, _ digest: [UInt8]) -> Bool {
    let path = "\(folder.path)/\(entry.file)"
    guard SoundFolder.stamp(of: path)?.size == Int64(entry.size) else { return false }
    do throws(SystemError) {
      let file = try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      return try Self.pass(from: file, at: 0, entry.size) { _ in } == digest
    } catch {
      return false
    }
  }

  /// Returns the digest of the copied bytes.
  private static func copy(
    from source: Descriptor, at offset: Int, _ size: Int, to path: String
  ) throws(SystemError) -> [UInt8] {
    let target = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL)
    let digest = try pass(from: source, at: offset, size) { piece throws(SystemError) in
      guard write(target.number, Array(piece), piece.count) == piece.count else {
        throw SystemError("writing \(path)", errno)
      }
    }
    guard fsync(target.number) == 0 else { throw SystemError("writing \(path)", errno) }
    return digest
  }

  /// Reads a part of a file in pieces, and returns its digest.
  private static func pass(
    from source: Descriptor, at offset: Int, _ size: Int, each: (ArraySlice<UInt8>) throws(SystemError) -> Void
  ) throws(SystemError) -> [UInt8] {
    let digest = SoundDigest()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var done = 0
    while done < size {
      let count = pread(source.number, &buffer, min(buffer.count, size - done), offset + done)
      guard count >= 0 else { throw SystemError("reading the sound", errno) }
      if count == 0 { break }
      digest.add(buffer[..<count])
      try each(buffer[..<count])
      done += count
    }
    return digest.finish()
  }

  // MARK: Placing

  /// Places all sounds or none, replacing files with the same names.
  func place(_ incoming: IncomingSounds) throws(ControlError) -> PlacedSounds {
    var placed = PlacedSounds(incoming: incoming, before: sounds)
    do throws(SystemError) {
      let ids = incoming.sounds.map(\.entry.id)
      let files = Set(incoming.sounds.map(\.entry.file))
      var others = sounds.filter { !files.contains($0.file) }
      // The alarms of the copy use the ids of the copy, so other sounds give way.
      for index in others.indices where ids.contains(others[index].id) {
        others[index].rename(taken: shelf.builtInIDs + ids + others.map(\.id))
        placed.renamed.append(others[index])
        placed.notes.append(
          "The sound file \(others[index].file), which is not in the copy, is the sound \(others[index].id) now.")
      }
      // Needed even if the new sound is prepared under another id.
      for sound in placed.before where files.contains(sound.file) {
        try placed.save(folder.preparedPath(of: sound.id))
      }
      for sound in incoming.sounds {
        placed.added.append(try place(sound, beside: others.map(\.id) + ids, &placed))
      }
      try DurableFile.sync(folder.path)
      try DurableFile.sync(folder.preparedFolder)
      try store((others + placed.added).sorted { $0.file < $1.file })
      return placed
    } catch {
      takeBack(placed)
      throw Self.notRestored(error.description)
    }
  }

  private func place(
    _ sound: IncomingSounds.Sound, beside ids: [String], _ placed: inout PlacedSounds
  ) throws(SystemError) -> OwnSound {
    let entry = sound.entry
    var id = entry.id
    if shelf.builtInIDs.contains(id) {
      id = SoundID.make(of: entry.file, taken: shelf.builtInIDs + ids + placed.added.map(\.id))
      placed.notes.append(
        "The sound file \(entry.file) of the copy is the sound \(id) here: \(entry.id) is built in. Choose it again where you "
          + "want it: `rouse settings set sound \(id)`")
    }
    let target = folder.path + "/" + entry.file
    if !sound.isSame, DurableFile.exists(target) {
      placed.notes.append("The sound file \(entry.file) of before is gone: the copy's has taken its place.")
    }
    try placed.put(sound.path, to: target)
    try placed.put(sound.preparedPath, to: folder.preparedPath(of: id))
    guard let stamp = SoundFolder.stamp(of: target) else { throw SystemError("looking at \(target)", ENOENT) }
    return OwnSound(
      file: entry.file, stamp: stamp, id: id, givenName: entry.name, facts: sound.facts, isWaiting: false)
  }

  /// Undoes the placing, because the book that needs these sounds was not stored.
  func takeBack(_ placed: PlacedSounds) {
    for (path, old) in placed.steps.reversed() {
      if let old { rename(old, path) } else { unlink(path) }
    }
    let files = Set(placed.incoming.sounds.map(\.entry.file) + placed.renamed.map(\.file))
    let others = sounds.filter { !files.contains($0.file) }
    do throws(SystemError) {
      try store((others + placed.before.filter { files.contains($0.file) }).sorted { $0.file < $1.file })
    } catch {
      // The old files are back, and the next look corrects what is remembered of them.
      note(error)
    }
    _ = lookAgain()
  }

  /// Makes the placing permanent.
  func keep(_ placed: PlacedSounds) {
    for sound in placed.added { note(added: sound) }
    _ = lookAgain()
  }

  private static func notRestored(_ why: String, fix: String? = nil) -> ControlError {
    ControlError(
      .cannotWrite, "the sounds of the file could not be stored", why: "\(why); nothing was changed",
      fix: fix ?? "free space or make the state folder writable (`rouse status` names it), then try again",
      stillWorks: "the sounds that are there")
  }
}
