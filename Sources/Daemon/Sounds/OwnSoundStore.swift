import Control
import ControlService
import Glibc
import Machine

/// Looks after the sound files of people's own: has them prepared, tells the shelf, and forgets those that are gone.
///
/// On a thread of its own, since disks and decoders block; nothing that rings waits for it.
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

  /// Why people's own sounds are left alone, and none is on the shelf; nil: they are not.
  nonisolated let minimal: String?

  /// Puts what is remembered on the shelf, so that a ring that goes on at the start finds its sound; in minimal mode
  /// nothing of it is so much as read.
  ///
  /// - Parameter executor: the thread that it shares with others, in tests; nil: it has its own.
  init(
    stateFolder: String, program: SoundProgram = .installed, shelf: SoundShelf, events: EventLog,
    time: any TimeSource, minimal: String? = nil, executor: ThreadExecutor? = nil
  ) throws(SystemError) {
    self.minimal = minimal
    if let executor { self.executor = executor } else { self.executor = try ThreadExecutor(name: "sounds") }
    folder = SoundFolder(path: stateFolder + "/sounds")
    // A death in the middle of a restore has left it.
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
      // A later version may have brought a sound of this id; its prepared copy is made anew.
      if taken.contains(sound.id) {
        sound.id = SoundID.make(of: sound.file, taken: taken)
        sound.isWaiting = true
        sound.facts = nil
      }
      if sound.problem?.retry == .atTheNextStart { sound.isWaiting = true }
      // Nobody knows whether people hear it: an earlier version prepared it.
      if let facts = sound.facts, facts.loudest == nil { sound.isWaiting = true }
      taken.append(sound.id)
      sounds.append(sound)
    }
    shelf.show(sounds, in: folder)
  }

  func run() async {
    do { try folder.make() } catch { note(error) }
    folder.removeUnfinished()
    // Without it, changes are seen once a minute.
    do { try watch.start() } catch { events.append(.soundFailed, detail: error.description) }
    repeat {
      look()
      while !Task.isCancelled, let sound = prepareNext() {
        guard sound.problem == .interrupted else {
          await Task.yield()
          continue
        }
        // Where the service is being stopped, nothing more is begun.
        guard await time.rest(for: .seconds(1)) else { return }
      }
    } while await watch.change()
  }

  // MARK: Looking

  /// Looks now, and has prepared what waits for it afterwards. Returns what people are told where it cannot.
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

  /// Compares what is known with the files there are; nothing is decoded.
  func look() {
    guard minimal == nil else { return }
    do throws(SystemError) { if try folder.makePrepared() { watch.follow() } } catch { note(error) }
    // What has gone with its folder is written anew.
    if !(stored ?? []).isEmpty, !folder.hasIndex { stored = nil }
    let files: [(name: String, stamp: FileStamp)]
    // What cannot be looked at is not gone.
    do throws(SystemError) { files = try folder.files() } catch { return note(error) }
    var found: [OwnSound] = []
    var taken = shelf.builtInIDs + sounds.map(\.id)
    for (name, stamp) in files {
      if var sound = sounds.first(where: { $0.file == name }) {
        // What was not the file's fault may have passed; what is prepared has to be there.
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
    // Those that can be played, and so may be chosen, do not give way to what has come since.
    let (there, others) = (
      found.indices.filter { found[$0].isAvailable }, found.indices.filter { !found[$0].isAvailable }
    )
    for index in (there + others).dropFirst(SoundFolder.mostFiles) {
      found[index].isWaiting = false
      found[index].facts = nil
      found[index].problem = .tooMany
    }
    keep(found)
  }

  /// Prepares one file that waits for it, and returns what became of it; nil when there is none.
  private func prepareNext() -> OwnSound? {
    guard let index = sounds.firstIndex(where: \.isWaiting) else { return nil }
    var sound = sounds[index]
    let before = sound
    sound.isWaiting = false
    do throws(SoundProblem) {
      sound.facts = try folder.prepare(folder.path(of: sound), by: program)
      do throws(SystemError) { try folder.keepPrepared(as: sound.id) } catch { throw .notStored(error.description) }
      sound.problem = nil
      events.append(.soundAdded, detail: "\(sound.id): \(sound.description)")
    } catch {
      // What was prepared of it before plays on, unless it is known to be of another sound, or of none.
      if error.retry == .whenTheFileChanges || !folder.holdsPrepared(sound.id) { sound.facts = nil }
      sound.problem = error
      // What fails again for the same reason is no news.
      if before.problem != error { events.append(.soundFailed, detail: "\(sound.id): \(sound.file): \(error.why)") }
    }
    var changed = sounds
    changed[index] = sound
    keep(changed)
    return sound
  }

  // MARK: Removing

  /// The sound of people's own that is named; throws where it could not be removed.
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
        listCommand: "rouse sound list", by: .whole)]
  }

  func remove(_ text: String) throws(ControlError) -> OwnSound {
    let sound = try find(text)
    do throws(SystemError) {
      let path = folder.path(of: sound)
      guard unlink(path) == 0 || errno == ENOENT else { throw SystemError("removing \(path)", errno) }
      try DurableFile.sync(folder.path)
    } catch {
      throw ControlError(
        .cannotWrite, "the sound \(sound.id) could not be removed", why: error.description,
        fix: "make the state folder writable (`rouse status` names it), then try again")
    }
    events.append(.soundRemoved, detail: sound.id)
    // Its file is gone, whatever the disk makes of the index, which is made good by the next look.
    keep(sounds.filter { $0.file != sound.file })
    return sound
  }

  /// Removes all sounds of people's own, and their files, but for those of these ids; returns how many went.
  func removeAll(except kept: Set<String>) throws(SystemError) -> Int {
    look()
    let gone = sounds.filter { !kept.contains($0.id) }
    for sound in gone {
      let path = folder.path(of: sound)
      guard unlink(path) == 0 || errno == ENOENT else { throw SystemError("removing \(path)", errno) }
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
      // Without it there may just have been nothing to keep.
      if DurableFile.exists(folder.preparedFolder) { failure = nil }
    } catch {
      note(error)
    }
  }

  /// Puts these in the place of what is known: on the shelf in any case, on the disk unless this throws.
  func store(_ changed: [OwnSound]) throws(SystemError) {
    sounds = changed
    shelf.show(sounds, in: folder)
    folder.removePrepared(except: Set(sounds.filter(\.isAvailable).map(\.id)))
    // Those too many may be any number, and there is nothing to remember of them.
    let lasting = sounds.filter { $0.problem != .tooMany }
    guard lasting != stored else { return }
    stored = nil
    try folder.remember(lasting)
    stored = lasting
  }

  func note(added sound: OwnSound) { events.append(.soundAdded, detail: "\(sound.id): \(sound.description)") }

  /// A disk that refuses is news once; sounds that are there play on.
  func note(_ error: SystemError) {
    if failure?.code != error.code { events.append(.soundFailed, detail: folder.trouble(error).what) }
    failure = error
  }
}
