import AlarmClock
import Hardware
import Synchronization

@testable import Daemon

/// A speaker and a vibration motor that record their demands; the test sets their standing.
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
      // A claimant that loses the speaker is told, and withdraws its claim.
      if state.standing == .dispossessed { state.claims[claimant] = nil }
      return state.claims[claimant] == nil && state.standing != .dispossessed ? SpeakerStanding.none : state.standing
    }
  }

  var motorUser: Claimant? { state.withLock { $0.shakes.first?.claimant } }
  var motorFailure: HardwareError? { state.withLock { $0.motorFailure } }

  func sound(of claimant: Claimant) -> SoundDemand? { state.withLock { $0.claims[claimant] } }
  func shaking(of claimant: Claimant) -> Vibration? { state.withLock { $0.shakes[claimant] } }
  /// The motor levels demanded for previews, in order.
  var levels: [Vibration] { state.withLock { $0.levels } }
  func failMotor(_ error: HardwareError?) { state.withLock { $0.motorFailure = error } }
  func stand(_ standing: SpeakerStanding) { state.withLock { $0.standing = standing } }
}
