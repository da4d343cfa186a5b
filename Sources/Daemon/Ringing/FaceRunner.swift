import Machine

/// Keeps the idle display at the right minute, and at the right second of a countdown.
final class FaceRunner: Sendable {
  private let face: ClockFace
  private let outputs: any ShiningOutputs
  private let time: any TimeSource
  private let nap: Nap

  init(face: ClockFace, outputs: any ShiningOutputs, time: any TimeSource) {
    self.face = face
    self.outputs = outputs
    self.time = time
    nap = Nap(time: time)
  }

  /// Shows the time, a new one each minute, while nothing rings.
  func run(_ ringer: Ringer) async {
    while !Task.isCancelled {
      let now = time.now
      let monotonic = time.monotonic
      ringer.ifIdle { outputs.show(face.idle(at: now, monotonic: monotonic)) }
      await nap.sleep(for: face.nextChange(after: now, monotonic: monotonic))
    }
  }

  /// Something that the display shows has changed.
  func refresh() { nap.end() }
}

extension FaceRunner: SettingsFollower {
  func settingsChanged() { refresh() }
}
