import Control
import ControlService
import Glibc
import Machine

/// Prepares the user's own sounds and updates the shelf, on its own thread, because disks block. No ring waits for it.
actor OwnSoundStore {
  private nonisolated let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  nonisolated let folder: SoundFolder
  let program: SoundProgram
  nonisolated let shelf: SoundShelf
  let time: any TimeSource
  private let events: EventLog
  private let watch: SoundWatch
  private(set) var sounds: [OwnSound]
  private var stored: [OwnSound]?
  var upload: SoundUpload?
  private var failure: SystemError?

  /// Why the user's sounds are neither used nor on the shelf, or `nil` if they are.
  nonisolated let minimal: String?

  /// Shelves the remembered sounds for a ring that resumes, but none in minimal mode. Tests share `executor`.
  init(
    stateFolder: String, program: SoundProgram = .installed, shelf: SoundShelf, events: EventLog,
    time: any TimeSource, minimal: String? = nil, executor: ThreadExecutor? = nil
  ) throws(SystemError) {
    self.minimal = minimal
    if let executor { self.executor = executor } else { self.executor = try ThreadExecutor(name: "sounds") }
    folder = SoundFolder(path: stateFolder + "/sounds")
    // A crash during a restore may have left it.
    if minimal == nil { ScratchFolder.remove(folder.restoreFolder) }
    watch = try SoundWatch(folder: folder)
    self.program = program
    self.shelf = shelf
    self.events = events
    self.time = time
    sounds = []
    var taken = shelf.builtInIDs
    let remembered = minimal == nil ? folder.remembered() : []
    stored = remembered
    for sound in remembered {
      var sound = sound
      // A newer version may have a built-in sound with this id. This one is prepared again under another id.
      if taken.contains(sound.id) { sound.rename(taken: taken) }
      if sound.problem?.retry == .atTheNextStart { sound.isWaiting = true }
      // An earlier version prepared it without checking that it can be heard.
      if let facts = sound.facts, facts.loudest == nil { sound.isWaiting = true }
      taken.append(sound.id)
      sounds.append(sound)
    }
    shelf.show(sounds, in: folder)
  }

  func run() async {
    do { try folder.make() } catch { note(error) }
    folder.removeUnfinished()
    // Without the watch, changes are seen once a minute.
    do { try watch.start() } catch { events.append(.soundFailed, detail: error.description) }
    repeat {
      look()
      while !Task.isCancelled, let sound = prepareNext() {
        guard sound.problem == .interrupted else {
          await Task.yield()
          continue
        }
        // If the service is being stopped, begin nothing more.
        guard await time.rest(for: .seconds(1)) else { return }
      }
    } while await watch.change()
  }

  // MARK: Looking

  /// Looks now, and has waiting sounds prepared afterwards. Returns a warning for the user if that may not work.
  func lookAgain() -> String? {
    look()
    watch.follow()
    if sounds.contains(where: \.isWaiting) { watch.tell() }
    if let minimal { return "your own sounds are left alone in minimal mode: \(minimal)" }
    return failure.map {
      let trouble = folder.trouble($0)
      return "files that are put into \(folder.path) may not appear, or not for good: \(trouble.what); \(trouble.fix)"
    }
  }

  /// Compares the known sounds with the files. Decodes nothing.
  func look() {
    guard minimal == nil else { return }
    do throws(SystemError) { if try folder.makePrepared() { watch.follow() } } catch { note(error) }
    // If the index went with its folder, write it again.
    if !(stored ?? []).isEmpty, !folder.hasIndex { stored = nil }
    let files: [(name: String, stamp: FileStamp)]
    // Files that cannot be listed are not gone.
    do throws(SystemError) { files = try folder.files() } catch { return note(error) }
    var found: [OwnSound] = []
    var taken = shelf.builtInIDs + sounds.map(\.id)
    for (name, stamp) in files {
      if var sound = sounds.first(where: { $0.file == name }) {
        // A problem that was not the file's fault may be over, and the prepared copy must be there.
        let isToBeTriedAgain = sound.problem?.retry == .atTheNextLook
        let isLost = sound.isAvailable && !folder.holdsPrepared(sound.id)
        if sound.stamp != stamp || isToBeTriedAgain || isLost { sound.isWaiting = true }
        sound.stamp = stamp
        found.append(sound)
      } else {
        let id = SoundID.make(of: name, taken: taken)
        taken.append(id)
        found.append(OwnSound(file: name, stamp: stamp, id: id))
      }
    }
    for sound in sounds where !found.contains(where: { $0.file == sound.file }) {
      events.append(.soundRemoved, detail: "\(sound.id): its file \(sound.file) is gone")
    }
    // Sounds that can be played may have been chosen, so they take priority over newer files.
    let ranked = found.indices.filter { found[$0].isAvailable } + found.indices.filter { !found[$0].isAvailable }
    for index in ranked.dropFirst(SoundFolder.mostFiles) {
      found[index].isWaiting = false
      found[index].facts = nil
      found[index].problem = .tooMany
    }
    keep(found)
  }

  /// Prepares one waiting file and returns the result, or `nil` if no file waits.
  private func prepareNext() -> OwnSound? {
    guard let index = sounds.firstIndex(where: \.isWaiting) else { return nil }
    var sound = sounds[index]
    let before = sound
    sound.isWaiting = false
    do throws(SoundProblem) {
      sound.facts = try folder.prepare(folder.path(of: sound), by: program)
      do throws(SystemError) { try folder.keepPrepared(as: sound.id) } catch { throw .notStored(error.description) }
      sound.problem = nil
      note(added: sound)
    } catch {
      // The old prepared copy plays on, unless the file is now known to be another sound, or none.
      if error.retry == .whenTheFileChanges || !folder.holdsPrepared(sound.id) { sound.facts = nil }
      sound.problem = error
      // Log the same failure once.
      if before.problem != error { events.append(.soundFailed, detail: "\(sound.id): \(sound.file): \(error.why)") }
    }
    var changed = sounds
    changed[index] = sound
    keep(changed)
    return sound
  }

  // MARK: Removing

  /// Returns the named sound, or throws if it cannot be removed.
  func find(_ text: String) throws(ControlError) -> OwnSound {
    if let minimal { throw .minimal("the sound \(text) is not removed", minimal) }
    guard !shelf.builtInIDs.contains(text) else {
      throw ControlError(
        .notPermitted, "\(text) cannot be removed", why: "it is built in; nothing was changed",
        fix: "choose another where you do not want it: `rouse settings set sound NAME`")
    }
    look()
    return sounds[
      try Names.find(
        text, what: "sound of your own", many: "sounds of your own", ids: sounds.map(\.id), names: sounds.map(\.name),
        listCommand: "rouse sound list", isWhole: true)]
  }

  func remove(_ text: String) throws(ControlError) -> OwnSound {
    let sound = try find(text)
    do throws(SystemError) {
      try folder.delete(sound)
      try DurableFile.sync(folder.path)
    } catch {
      throw ControlError(
        .cannotWrite, "the sound \(sound.id) could not be removed", why: error.description,
        fix: "make the state folder writable (`rouse status` names it), then try again")
    }
    events.append(.soundRemoved, detail: sound.id)
    // The file is gone even if the index cannot be written; the next look corrects that.
    keep(sounds.filter { $0.file != sound.file })
    return sound
  }

  /// Removes the user's sounds and their files, except those with the ids `kept`. Returns how many were removed.
  func removeAll(except kept: Set<String>) throws(SystemError) -> Int {
    look()
    let gone = sounds.filter { !kept.contains($0.id) }
    for sound in gone {
      try folder.delete(sound)
      events.append(.soundRemoved, detail: sound.id)
    }
    folder.removeUnfinished()
    try store(sounds.filter { kept.contains($0.id) })
    if DurableFile.exists(folder.path) { try DurableFile.sync(folder.path) }
    return gone.count
  }

  // MARK: Remembering

  private func keep(_ changed: [OwnSound]) {
    do throws(SystemError) {
      try store(changed)
      // Without the folder there may just have been nothing to store.
      if DurableFile.exists(folder.preparedFolder) { failure = nil }
    } catch {
      note(error)
    }
  }

  /// Replaces the known sounds: always on the shelf, and on disk unless this throws.
  func store(_ changed: [OwnSound]) throws(SystemError) {
    sounds = changed
    shelf.show(sounds, in: folder)
    folder.removePrepared(except: Set(sounds.filter(\.isAvailable).map(\.id)))
    // Surplus files may be any number, and there is nothing to remember about them.
    let lasting = sounds.filter { $0.problem != .tooMany }
    guard lasting != stored else { return }
    stored = nil
    try folder.remember(lasting)
    stored = lasting
  }

  func note(added sound: OwnSound) { events.append(.soundAdded, detail: "\(sound.id): \(sound.description)") }

  /// Logs an error once. Sounds that are there play on.
  func note(_ error: SystemError) {
    if failure?.code != error.code { events.append(.soundFailed, detail: folder.trouble(error).what) }
    failure = error
  }
}
