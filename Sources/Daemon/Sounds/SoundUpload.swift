import Control
import Glibc
import Machine
import Sound

struct SoundUpload {
  let file: String
  let givenName: String?
  var content: IncomingFile
}

extension OwnSoundStore {
  /// An upload without progress for this long is given up.
  private static let uploadPatience: Duration = .seconds(60)

  /// `fileName` is the file's name at its source. The sound is called `name`, or like the file if that is `nil`.
  func begin(fileName: String, name: String?, size: Int) throws(ControlError) -> Int {
    let file = try SoundID.fileName(fileName, called: name)
    if let minimal { throw .minimal("\(file) is not added", minimal) }
    guard size <= SoundPreparation.largestFile else { throw Self.refusal(of: file, .refused(.tooLarge)) }
    guard size > 0 else { throw Self.refusal(of: file, .refused(.notASound)) }
    look()
    if let other = sounds.first(where: { $0.file == file }) {
      throw ControlError(
        .cannotCreate, "there is a sound file \(file) already", why: "nothing is replaced unasked\(Self.why(other))",
        fix: "give another name with `--name`, or remove it first: `rouse sound remove \(other.id)`")
    }
    guard sounds.count < SoundFolder.mostFiles else { throw Self.refusal(of: file, .tooMany) }
    // The previous upload uses the same path.
    upload = nil
    do {
      try folder.make()
      folder.removeUnfinished()
      try folder.checkSpace(for: size)
      let content = try IncomingFile(
        size: size, in: folder.uploadFolder, called: "sound", mode: 0o640, at: time.monotonic)
      upload = SoundUpload(file: file, givenName: name, content: content)
      // Only the number, because the task would keep the file alive, which goes with its last owner.
      let number = content.number
      Task(executorPreference: WorkPool.shared) { await self.giveUp(number) }
      return number
    } catch let problem as SoundProblem {
      throw Self.refusal(of: file, problem)
    } catch let error as SystemError {
      let trouble = folder.trouble(error)
      throw Self.notStored(trouble.what, fix: trouble.fix)
    } catch {
      throw Self.notStored("\(error)")
    }
  }

  /// Drops an upload whose client has gone.
  private func giveUp(_ number: Int) async {
    // Nothing of the upload is held while this waits.
    while upload?.content.number == number {
      if let touched = upload?.content.touched, time.monotonic - touched >= Self.uploadPatience { upload = nil }
      guard await time.rest(for: Self.uploadPatience) else { return }
    }
  }

  func take(_ number: Int, _ bytes: [UInt8]) throws(ControlError) {
    guard upload?.content.number == number else { throw Self.lostUpload }
    do throws(SystemError) { try upload?.content.append(bytes, at: time.monotonic) } catch {
      upload = nil
      throw error.code == EFBIG ? Self.lostUpload : Self.notStored(error.reason)
    }
  }

  func id(ofUpload number: Int) -> String? {
    guard let upload, upload.content.number == number else { return nil }
    return newID(upload)
  }

  private func newID(_ upload: SoundUpload) -> String {
    SoundID.make(of: upload.file, taken: shelf.builtInIDs + sounds.map(\.id))
  }

  /// Prepares the uploaded sound. Once it returns, the sound is there for good; if it throws, nothing of it is.
  func finish(_ number: Int) throws(ControlError) -> OwnSound {
    guard let upload, upload.content.number == number, upload.content.isWhole else { throw Self.lostUpload }
    self.upload = nil
    let facts: SoundFacts
    do throws(SoundProblem) { facts = try folder.prepare(upload.content.path, by: program) } catch {
      throw Self.refusal(of: upload.file, error)
    }
    do throws(SystemError) {
      return try place(upload, facts)
    } catch {
      folder.dropUnfinished()
      throw error.code == EEXIST
        ? ControlError(
          .cannotCreate, "there is a sound file \(upload.file) already", why: "nothing is replaced unasked",
          fix: "give another name with `--name`")
        : Self.notStored(error.description)
    }
  }

  private func place(_ upload: SoundUpload, _ facts: SoundFacts) throws(SystemError) -> OwnSound {
    let target = folder.path + "/" + upload.file
    guard fsync(upload.content.descriptor.number) == 0 else {
      throw SystemError("writing \(upload.content.path)", errno)
    }
    // Unlike rename(2), this never replaces a file.
    guard link(upload.content.path, target) == 0 else { throw SystemError("naming \(target)", errno) }
    let before = sounds
    do throws(SystemError) {
      guard let stamp = SoundFolder.stamp(of: target) else { throw SystemError("looking at \(target)", ENOENT) }
      let sound = OwnSound(
        file: upload.file, stamp: stamp, id: newID(upload), givenName: upload.givenName, facts: facts, isWaiting: false)
      try DurableFile.sync(folder.path)
      try folder.keepPrepared(as: sound.id)
      try store((before + [sound]).sorted { $0.file < $1.file })
      note(added: sound)
      return sound
    } catch {
      unlink(target)
      do throws(SystemError) { try store(before) } catch {
        // The index still has the sounds from before.
      }
      throw error
    }
  }

  // MARK: Words

  /// Explains an id that differs from what the file's name suggests.
  private static func why(_ sound: OwnSound) -> String {
    let word = SoundID.make(of: sound.file, taken: [], reserved: [])
    guard SoundID.reserved.contains(word) else { return "" }
    return "; its id is \(sound.id), as `\(word)` is a word of the settings"
  }

  private static func refusal(of file: String, _ problem: SoundProblem) -> ControlError {
    ControlError(
      problem.exitCode, "\(file) is not added", why: problem.why, fix: problem.fix,
      stillWorks: "the sounds that are there")
  }

  private static func notStored(_ why: String, fix: String? = nil) -> ControlError {
    ControlError(
      .cannotWrite, "the sound could not be stored", why: "\(why); nothing was changed",
      fix: fix ?? "free space or make the state folder writable (`rouse status` names it), then try again",
      stillWorks: "the sounds that are there")
  }

  private static var lostUpload: ControlError {
    ControlError(
      .tryAgain, "the sound was not added",
      why: "another one was begun, or this one took too long; nothing was changed", fix: "try again")
  }
}
