import AlarmClock
import Hardware
import Machine
import Sound

/// The claims on the speaker, and the progress of the claimant that has it.
struct SpeakerProgress: Sendable {
  /// A claim without a sound keeps the others silent.
  var claims = Claims<SoundDemand?>()
  /// The claimants that lost the speaker to an alarm for good.
  private var dispossessed: Set<Claimant> = []
  private var wantedSince: Duration = .zero
  var openFor: Claimant?
  private var isClosed = false
  private var lastAdvance: Duration?
  private(set) var hasFailed = false
  /// The failures since it last played, and the last error.
  private var failing: (count: Int, error: HardwareError)?
  /// Until when the speaker counts as not heard: somebody has turned it down and may do so again.
  private var distrustedUntil: Duration?
  static let distrust: Duration = .seconds(10)
  /// The mixer level when it was last read, 0…100 %, or `nil` if unknown.
  var mixerVolume: Int?
  private var announcement: Speech?

  var wanted: SoundDemand? { claims.foremost?.want }

  mutating func want(_ sound: SoundDemand?, by claimant: Claimant, isExclusive: Bool, at now: Duration) -> Bool {
    guard !isClosed else { return false }
    let before = claims.foremost
    claims[claimant] = sound.map(Optional.some) ?? (isExclusive ? .some(nil) : nil)
    dispossessed.remove(claimant)
    if claimant == .alarm, sound == nil { announcement = nil }
    if claimant == .alarm, claims[.alarm] != nil {
      for idle in [Claimant.preview, .test, .noise] where claims[idle] != nil {
        claims[idle] = nil
        dispossessed.insert(idle)
      }
    }
    let after = claims.foremost
    guard before?.claimant != after?.claimant || before?.want != after?.want else { return false }
    if before?.want == nil || before?.claimant != after?.claimant {
      wantedSince = now
      hasFailed = false
      failing = nil
      lastAdvance = nil
    }
    return true
  }

  /// Ends all claims, and ignores later ones.
  mutating func close() { (claims, isClosed) = ([:], true) }

  /// Ignored unless an alarm plays a sound.
  mutating func announce(_ speech: Speech) {
    if claims[.alarm]?.map({ $0.volume > 0 }) == true { announcement = speech }
  }

  mutating func takeAnnouncement(for claimant: Claimant) -> Speech? {
    claimant == .alarm ? exchange(&announcement, nil) : nil
  }

  /// Ends a claim whose sound has finished by itself.
  mutating func finish(_ sound: SoundDemand, of claimant: Claimant) {
    if claims[claimant] == .some(sound) { claims[claimant] = nil }
  }

  /// Returns whether it is known to be heard. `isReliable` is `false` if it may be too quiet to be heard.
  mutating func advanced(for claimant: Claimant, at now: Duration, isReliable: Bool) -> Bool {
    let isReliable = isReliable && distrustedUntil.map { now >= $0 } ?? true
    guard claims.foremost?.claimant == claimant else { return isReliable }
    lastAdvance = now
    hasFailed = !isReliable
    failing = nil
    return isReliable
  }

  mutating func isUnreliable(for claimant: Claimant) {
    if claims.foremost?.claimant == claimant { hasFailed = true }
  }

  /// Returns the number of failures in a row, or 1 if another claimant has taken over meanwhile.
  mutating func failed(_ error: HardwareError, for claimant: Claimant, at now: Duration) -> Int {
    if error.isTurnedDown { distrustedUntil = now + Self.distrust }
    guard claims.foremost?.claimant == claimant else { return 1 }
    hasFailed = wanted != nil
    lastAdvance = nil
    let count = (failing?.count ?? 0) + 1
    failing = (count, error)
    return count
  }

  func isTurnedDown(at now: Duration) -> Bool { distrustedUntil.map { now < $0 } ?? false }

  func standing(of claimant: Claimant) -> SpeakerStanding {
    guard claims[claimant] != nil, let first = claims.foremost else {
      return dispossessed.contains(claimant) ? .dispossessed : .none
    }
    guard first.claimant == claimant else { return .waiting(behind: first.claimant) }
    if let failing { return .failing(failing.count, failing.error) }
    return openFor == claimant && lastAdvance != nil ? .playing : .starting
  }

  func proof(at now: Duration) -> SpeakerProof {
    guard wanted != nil else { return .pending }
    if hasFailed { return .failed }
    guard now - max(lastAdvance ?? .zero, wantedSince) < SpeakerProof.grace else { return .failed }
    return lastAdvance == nil ? .pending : .proven
  }
}

enum SpeakerStanding: Hashable, Sendable {
  /// It has no claim, or its sound has finished.
  case none
  /// It lost the speaker to an alarm for good.
  case dispossessed
  case waiting(behind: Claimant)
  case starting
  case playing
  /// The number of failures since it last played, and the last error.
  case failing(Int, HardwareError)
}
