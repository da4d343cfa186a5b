import Sound
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// People's own sounds over a temporary folder, which are looked after until this goes.
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

  /// Returns when nothing is looked after any more.
  func stop() async {
    run.cancel()
    await run.value
  }

  /// Where people put them.
  var sounds: String { ownSounds.folder.path }
}
