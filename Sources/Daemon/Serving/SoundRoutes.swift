import Control
import ControlService
import Machine

extension RouseDaemon {
  func addSounds(to router: inout Router) {
    let use = commands.sounds
    let fitting = board.fitting
    router.on(ListSounds.self) { [self] _ in
      let (looked, continuation) = AsyncStream<String?>.makeStream()
      // Not awaited for long: a sound that is being prepared is listed as such.
      Task(executorPreference: WorkPool.shared) { [sounds] in
        continuation.yield(await sounds.lookAgain())
        continuation.finish()
      }
      let problem = try await time.withDeadline(Self.longestLook) { await looked.first { _ in true } ?? nil }
      return ListSounds.Reply(sounds: shelf.views.map(fitting.listed), problem: problem ?? nil)
    }
    router.on(BeginSound.self) { [self] command in
      BeginSound.Reply(
        upload: try await sounds.begin(fileName: command.file, name: command.soundName, size: command.size))
    }
    router.perform(UploadSound.self) { [self] in
      try await sounds.take($0.upload, try Self.bytes(ofPiece: $0.data))
    }
    router.on(AddSound.self) { [self] command in
      // An alarm may still name the ID of a removed sound, and the new sound would get that ID.
      if let id = await sounds.id(ofUpload: command.upload) {
        try await ledger.refuseIfLocked(sound: id, "adding the sound \(id)")
      }
      let added = try await sounds.finish(command.upload)
      await ledger.noteForGood("the sound \(added.id)")
      return fitting.listed(SoundView(added))
    }
    router.on(LookAtSoundLoss.self) { [self] command in
      let sound = try await sounds.find(command.sound)
      return SoundLoss(sound: SoundView(sound), usedBy: await ledger.show { use.users[sound.id] ?? [] })
    }
    router.on(RemoveSound.self) { [self] command in
      let id = try await sounds.find(command.sound).id
      try await ledger.refuseIfLocked(sound: id, "removing the sound \(id)")
      let removed = try await sounds.remove(id)
      await ledger.noteForGood("the sound \(id)")
      return RemoveSound.Reply(sound: SoundView(removed), notes: await ledger.show { use.notes(onRemoved: removed.id) })
    }
  }

  private static let longestLook: Duration = .seconds(1)
}
