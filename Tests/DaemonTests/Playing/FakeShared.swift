import AlarmClock
import Hardware
import Sound
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

  var motorUser: Claimant? { state.withLock { $0.shakes.foremost?.claimant } }
  var motorFailure: HardwareError? { state.withLock { $0.motorFailure } }

  func sound(of claimant: Claimant) -> SoundDemand? { state.withLock { $0.claims[claimant] } }
  func shaking(of claimant: Claimant) -> Vibration? { state.withLock { $0.shakes[claimant] } }
  var levels: [Vibration] { state.withLock { $0.levels } }
  func failMotor(_ error: HardwareError?) { state.withLock { $0.motorFailure = error } }
  func stand(_ standing: SpeakerStanding) { state.withLock { $0.standing = standing } }
}

/// A hum instead of words, in the format that espeak-ng writes.
enum MadeSpeech {
  static func wav(seconds: Double = 0.5) -> [UInt8] {
    let header: [UInt8] = [
      0x52, 0x49, 0x46, 0x46, 0x24, 0xF0, 0xFF, 0x7F, 0x57, 0x41, 0x56, 0x45, 0x66, 0x6D, 0x74, 0x20, 0x10, 0, 0, 0,
      1, 0, 1, 0, 0x22, 0x56, 0, 0, 0x44, 0xAC, 0, 0, 2, 0, 16, 0, 0x64, 0x61, 0x74, 0x61, 0x00, 0xF0, 0xFF, 0x7F,
    ]
    let samples = (0..<Int(seconds * 22_050)).map { $0 % 100 < 50 ? 9000 : -9000 }
    return header + samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  static func speech(seconds: Double = 0.5) throws -> Speech {
    guard let speech = Speech(wav: wav(seconds: seconds)) else { throw NoSpeech() }
    return speech
  }

  struct NoSpeech: Error {}
}
