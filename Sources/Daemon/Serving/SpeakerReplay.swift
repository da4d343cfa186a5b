import AlarmClock
import Hardware
import Machine

/// Plays once more after the speaker was closed: some drivers play only the first time until the computer restarts, as
/// that of I2S on a Raspberry Pi 5 (https://github.com/raspberrypi/linux/issues/7322).
struct SpeakerReplay: Sendable {
  let outputs: Outputs
  let time: any TimeSource

  /// Long enough for the device to be closed, and for ears to tell two sounds apart.
  private static let pause: Duration = .milliseconds(700)
  /// How long the second sound is heard.
  private static let length: Duration = .milliseconds(500)
  /// How often it is looked whether the speaker is closed, or plays.
  private static let look: Duration = .milliseconds(20)

  /// Whether the speaker plays again; `nil` if it did not play before, or belongs to somebody else by now.
  func run(_ sound: SoundDemand) async -> Bool? {
    guard outputs.isFitted(.speaker), outputs.health.failure(of: .speaker) == nil else { return nil }
    guard await wait(within: .seconds(2), until: { outputs.isSpeakerSilent }), await time.rest(for: Self.pause) else {
      return nil
    }
    var sound = sound
    sound.start = time.monotonic
    outputs.play(sound, by: .test)
    defer { outputs.play(nil, by: .test) }
    // A driver that hangs says nothing by itself.
    _ = await wait(within: SpeakerProof.grace + .seconds(1)) {
      switch outputs.standing(of: .test) {
      case .starting?, .waiting?: false
      default: true
      }
    }
    outputs.checkForHangs()
    switch outputs.standing(of: .test) {
    case .playing?:
      _ = await time.rest(for: Self.length)
      return true
    case .failing?, .starting?: return false
    default: return nil
    }
  }

  /// False where it did not become so in time, or nobody waits any more.
  private func wait(within limit: Duration, until isSo: () -> Bool) async -> Bool {
    let start = time.monotonic
    while !isSo() {
      guard time.monotonic - start < limit, await time.rest(for: Self.look) else { return false }
    }
    return true
  }
}
