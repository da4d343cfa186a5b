import AlarmClock
import Control
import Glibc
import Hardware
import Machine
import Sound

/// Plays one preview at a time; a new one replaces the current one.
struct PreviewPlayer: Sendable {
  typealias Ending = PreviewProgress.Ending

  private struct State {
    var lastTurn = 0
    var turn: Int?
    /// How previews ended whose callers have not noticed yet.
    var endings: [Int: Ending] = [:]
  }

  private let state = Box(State())
  let outputs: any SharedOutputs
  let events: EventLog
  let time: any TimeSource

  private static let step: Duration = .milliseconds(100)
  static let retries = 3
  /// About as long as `retries` attempts of a motor take.
  private static let patience: Duration = .seconds(1)

  var isPlaying: Bool { state.withLock { $0.turn != nil } }

  /// Plays until it is over, something with priority interrupts it, or the task is canceled. Throws a device's error.
  /// `each` receives the elapsed time, and whether the speaker, if it is needed, plays by now.
  func play(
    _ preview: Preview, each: (_ elapsed: Duration, _ isPlaying: Bool) async throws -> Void
  ) async throws -> Ending {
    let start = time.monotonic
    let turn = begin(preview, at: start)
    if preview.isLogged { events.append(.previewStarted, detail: preview.name) }
    // `each` may be slow, but must not delay the end.
    let end = Task(executorPreference: WorkPool.shared) {
      if await self.time.rest(for: preview.length) { self.finish(turn) }
    }
    defer { end.cancel() }
    var why = Self.words(.stopped)
    defer {
      finish(turn)
      if preview.isLogged { events.append(.previewEnded, detail: "\(preview.name): \(why)") }
    }
    do {
      let ending = try await follow(preview, turn, from: start, each)
      why = Self.words(ending)
      return ending
    } catch let error as HardwareError {
      why = "failed: \(error)"
      throw error
    }
  }

  /// Stops at once. Returns `false` if nothing was playing.
  @discardableResult
  func stop() -> Bool {
    state.withLock { state in
      guard let turn = state.turn else { return false }
      state.endings[turn] = .stopped
      state.turn = nil
      release()
      return true
    }
  }

  private func begin(_ preview: Preview, at start: Duration) -> Int {
    var demand = preview.sound.map { SoundDemand(sound: $0.id, volume: $0.volume, start: start) }
    demand?.end = start + preview.length
    return state.withLock { [demand] state in
      if let before = state.turn { state.endings[before] = .replaced }
      state.lastTurn += 1
      state.turn = state.lastTurn
      // Under the lock, so that the later of two previews is heard.
      outputs.play(demand, by: .preview)
      outputs.vibrate(nil, by: .preview)
      return state.lastTurn
    }
  }

  private func follow(
    _ preview: Preview, _ turn: Int, from start: Duration,
    _ each: (_ elapsed: Duration, _ isPlaying: Bool) async throws -> Void
  ) async throws -> Ending {
    var wasHeard = false
    while true {
      let elapsed = time.monotonic - start
      if let ending = state.withLock({ $0.endings[turn] }) { return ending }
      guard elapsed < preview.length else {
        if let failure = failure(of: preview, wasHeard: wasHeard) { throw failure }
        return .over
      }
      var wait = min(Self.step, preview.length - elapsed)
      if let shaking = preview.shaking {
        if let taken = shake(shaking, turn, elapsed) { return taken }
        // With a sound, the preview goes on to its end.
        if preview.sound == nil, elapsed >= Self.patience, let failure = outputs.motorFailure { throw failure }
        wait = min(wait, shaking.pattern.nextChange(after: elapsed))
      }
      var isPlaying = true
      if preview.sound != nil {
        switch outputs.standing(of: .preview) {
        case .dispossessed?, .waiting(behind: .alarm)?: return .alarm
        case .waiting?: return .timer
        case .failing(let count, let error)? where count > Self.retries: throw error
        case .starting?, .failing?: isPlaying = false
        case .playing?: wasHeard = true
        case SpeakerStanding.none?, nil: break
        }
      }
      try await each(elapsed, isPlaying)
      try await time.sleep(for: wait)
    }
  }

  private func failure(of preview: Preview, wasHeard: Bool) -> HardwareError? {
    if preview.sound != nil {
      if case .failing(_, let error)? = outputs.standing(of: .preview) { return error }
      if !wasHeard { return HardwareError(.speaker, "waiting for samples to be played", code: ETIMEDOUT) }
    }
    return preview.shaking == nil ? nil : outputs.motorFailure
  }

  /// Returns what has taken the motor, or `nil` if it shakes.
  private func shake(_ shaking: Preview.Shaking, _ turn: Int, _ elapsed: Duration) -> Ending? {
    state.withLock { state in
      guard state.turn == turn else { return nil }
      outputs.vibrate(shaking.pattern.level(shaking.strength, after: elapsed), by: .preview)
      switch outputs.motorUser {
      case .alarm: return .alarm
      case .timer: return .timer
      default: return nil
      }
    }
  }

  private func finish(_ turn: Int) {
    state.withLock { state in
      state.endings[turn] = nil
      guard state.turn == turn else { return }
      state.turn = nil
      release()
    }
  }

  private func release() {
    outputs.play(nil, by: .preview)
    outputs.vibrate(nil, by: .preview)
  }

  private static func words(_ ending: Ending) -> String {
    switch ending {
    case .over, .nothing: "over"
    case .stopped: "stopped"
    case .replaced: "another took its place"
    case .alarm: "an alarm went before it"
    case .timer: "the end of a timer went before it"
    }
  }
}

extension Preview {
  /// Signals, which nobody has asked for, are not logged.
  fileprivate var isLogged: Bool { !(sound.map { SoundShelf.signalIDs.contains($0.id) } ?? false) }

  /// Previews speech that the shelf already has.
  init(_ speech: Speech, volume: Int) {
    // Part of the length passes before the speaker is open.
    self.init(sound: Sound(id: SoundShelf.spokenID, volume: volume), length: speech.length + .milliseconds(500))
  }
}
