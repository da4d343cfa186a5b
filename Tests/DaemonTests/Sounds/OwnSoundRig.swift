import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// People's own sounds in a temporary folder, watched until the rig is released.
final class OwnSoundRig: Sendable {
  let folder: TemporaryFolder
  let time = ManualTime(morning)
  let events: EventLog
  let shelf = SoundShelf()
  let ownSounds: OwnSoundStore
  private let run: Task<Void, Never>

  init() async throws {
    folder = try TemporaryFolder()
    events = EventLog(time: time, log: try quietLog())
    let ownSounds = try OwnSoundStore(
      stateFolder: folder.path, program: .built, shelf: shelf, events: events, time: time)
    self.ownSounds = ownSounds
    run = Task { await ownSounds.run() }
    try #require(await eventually { DurableFile.exists(ownSounds.folder.preparedFolder) })
  }

  deinit { run.cancel() }

  /// Returns once the folder is no longer watched.
  func stop() async {
    run.cancel()
    await run.value
  }

  /// The folder that people put their files into.
  var sounds: String { ownSounds.folder.path }
}
