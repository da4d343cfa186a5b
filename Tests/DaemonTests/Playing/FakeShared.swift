import AlarmClock
import Hardware
import Synchronization

@testable import Daemon

/// Speaker and motor that remember what was asked of them, and stand as the test says.
final class FakeShared: SharedOutputs {
  private struct State {
    var claims = Claims<SoundDemand>()
    var levels: [Vibration] = []
    var shakes = Claims<Vibration>()
    var standing = SpeakerStanding.playing
    var motorFailure: HardwareError?
  }

  private let state = Mutex(State())

  func play(_ sound: SoundDemand?, by claimant: Claimant) { state.withLock { $0.claims[claimant] = sound } }

  func vibrate(_ level: Vibration?, by claimant: Claimant) {
    state.withLock { state in
      state.shakes[claimant] = level
      if claimant == .preview, let level { state.levels.append(level) }
    }
  }

  func standing(of claimant: Claimant) -> SpeakerStanding? {
    state.withLock { state in
      // One that has lost the speaker knows it, and wants nothing any more.
      if state.standing == .dispossessed { state.claims[claimant] = nil }
      return state.claims[claimant] == nil && state.standing != .dispossessed ? SpeakerStanding.none : state.standing
    }
  }

  var motorUser: Claimant? { state.withLock { $0.shakes.first?.claimant } }
  var motorFailure: HardwareError? { state.withLock { $0.motorFailure } }

  func sound(of claimant: Claimant) -> SoundDemand? { state.withLock { $0.claims[claimant] } }
  func shaking(of claimant: Claimant) -> Vibration? { state.withLock { $0.shakes[claimant] } }
  /// What the motor was told for previews, in order.
  var levels: [Vibration] { state.withLock { $0.levels } }
  func failMotor(_ error: HardwareError?) { state.withLock { $0.motorFailure = error } }
  func stand(_ standing: SpeakerStanding) { state.withLock { $0.standing = standing } }
}
