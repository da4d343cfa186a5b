import Control
import ControlService

/// The sounds there are, and people's own ones.
extension RouseDaemon {
  func addSoundRoutes(_ router: inout Router) {
    let (ledger, shelf, sounds) = (ledger, shelf, sounds)
    router.on(ListSounds.self) { _ in
      let (looked, continuation) = AsyncStream<String?>.makeStream()
      // Not waited for while it prepares one, which is listed as such.
      Task {
        continuation.yield(await sounds.lookAgain())
        continuation.finish()
      }
      let problem = try await withDeadline(Self.longestLook) { await looked.first { _ in true } ?? nil }
      return ListSounds.Reply(sounds: shelf.views, problem: problem ?? nil)
    }
    router.on(BeginSound.self) { command in
      BeginSound.Reply(
        upload: try await sounds.begin(fileName: command.file, name: command.soundName, size: command.size))
    }
    router.on(UploadSound.self) { command in
      try await sounds.take(command.upload, try Self.bytes(ofPiece: command.data))
      return Done()
    }
    router.on(AddSound.self) { SoundView(try await sounds.finish($0.upload)) }
    router.on(RemoveSound.self) { command in
      let removed = try await sounds.remove(command.sound)
      return RemoveSound.Reply(sound: SoundView(removed), notes: await ledger.notes(onRemoved: removed.id))
    }
  }

  private static let longestLook: Duration = .seconds(1)
}
