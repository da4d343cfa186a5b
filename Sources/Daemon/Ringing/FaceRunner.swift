import Machine
import Synchronization

/// Keeps the idle display at the right minute, and at the right second of a countdown.
final class FaceRunner: Sendable {
  private let face: ClockFace
  private let outputs: any ShiningOutputs
  private let time: any TimeSource
  private let nap = Mutex<Task<Void, any Error>?>(nil)

  init(face: ClockFace, outputs: any ShiningOutputs, time: any TimeSource) {
    self.face = face
    self.outputs = outputs
    self.time = time
  }

  /// Shows the time, a new one each minute, while nothing rings.
  func run(_ ringer: Ringer) async {
    while !Task.isCancelled {
      let now = time.now
      let monotonic = time.monotonic
      // Under the lock, so that what changes meanwhile ends this one.
      let sleep = nap.withLock { nap in
        let sleep = Task(executorPreference: WorkPool.shared) { [time, face] in
          try await time.sleep(for: face.nextChange(after: now, monotonic: monotonic))
        }
        nap = sleep
        return sleep
      }
      // Not before: what changes while it is shown ends the sleep.
      ringer.ifIdle { outputs.show(face.idle(at: now, monotonic: monotonic)) }
      // How the sleep ended does not matter: either way it is time to look at the clock.
      await withTaskCancellationHandler {
        _ = await sleep.result
      } onCancel: {
        sleep.cancel()
      }
    }
  }

  /// Something that the display shows has changed.
  func refresh() { nap.withLock { $0 }?.cancel() }
}

extension FaceRunner: SettingsFollower {
  func settingsChanged() { refresh() }
}
