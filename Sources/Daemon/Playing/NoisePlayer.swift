import AlarmClock
import Machine

/// Plays noise until its end, a stop or an alarm. Previews and timers interrupt it, and it survives a failing speaker.
struct NoisePlayer: Sendable {
  struct Playing: Hashable, Sendable {
    var noise: Noise
    var since: Instant
    fileprivate var turn: Int
    fileprivate var start: Duration

    var until: Instant? { noise.length.map { since + $0 } }
    fileprivate func isOver(at now: Duration) -> Bool { noise.length.map { now >= start + $0 } ?? false }
  }

  private struct State {
    var lastTurn = 0
    var playing: Playing?
  }

  private let state = Box(State())
  let outputs: any SharedOutputs
  let events: EventLog
  let time: any TimeSource
  private let begun = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  private static let step: Duration = .milliseconds(250)

  /// Replaces the noise. Returns once the new one is heard or waits its turn. Throws `CancellationError` if stopped.
  func play(_ noise: Noise) async throws -> Playing {
    settle()
    let playing = begin(noise)
    events.append(.noiseStarted, detail: noise.name)
    begun.continuation.yield()
    while true {
      guard current?.playing.turn == playing.turn else { throw CancellationError() }
      switch outputs.standing(of: .noise) {
      case .failing(let count, let error)? where count > PreviewPlayer.retries:
        end(playing.turn, "failed: \(error)")
        throw error
      case .starting?, .failing?: try await time.sleep(for: .milliseconds(10))
      case .playing?, .waiting?, .dispossessed?, SpeakerStanding.none?, nil: return playing
      }
    }
  }

  /// Stops at once. Returns `nil` if nothing was playing.
  func stop() -> Playing? {
    guard let playing = current?.playing, end(playing.turn, "stopped") else { return nil }
    return playing
  }

  var current: (playing: Playing, standing: SpeakerStanding)? {
    settle()
    guard let playing = state.withLock({ $0.playing }), let standing = outputs.standing(of: .noise) else { return nil }
    return (playing, standing)
  }

  func run() async {
    for await _ in begun.stream {
      while current != nil { guard await time.rest(for: Self.step) else { return } }
    }
  }

  private func begin(_ noise: Noise) -> Playing {
    let (since, start) = (time.now, time.monotonic)
    return state.withLock { state in
      state.lastTurn += 1
      let playing = Playing(noise: noise, since: since, turn: state.lastTurn, start: start)
      if let before = exchange(&state.playing, playing) { noteEnd(of: before, "another took its place") }
      var sound = SoundDemand(sound: noise.sound, volume: noise.volume, start: start)
      sound.fallback = Noise.standIn
      sound.end = noise.length.map { start + $0 }
      sound.fadeOut = noise.fadeOut
      // Under the lock, so that the later of two noises is heard.
      outputs.play(sound, by: .noise)
      return playing
    }
  }

  /// Ends noise whose time is over, or that lost the speaker to an alarm.
  private func settle() {
    guard let playing = state.withLock({ $0.playing }) else { return }
    if playing.isOver(at: time.monotonic) {
      end(playing.turn, "its time was over")
    } else if outputs.standing(of: .noise) == .dispossessed {
      end(playing.turn, "an alarm took the speaker; it does not come back by itself")
    }
  }

  /// Returns `false` if another noise plays by now.
  @discardableResult
  private func end(_ turn: Int, _ why: String) -> Bool {
    state.withLock { state in
      guard let playing = state.playing, playing.turn == turn else { return false }
      state.playing = nil
      outputs.play(nil, by: .noise)
      noteEnd(of: playing, why)
      return true
    }
  }

  private func noteEnd(of playing: Playing, _ why: String) {
    events.append(
      .noiseEnded, detail: "\(playing.noise.sound): \(why)",
      happening: Happening(.noise, began: playing.since, ended: time.now, label: playing.noise.sound))
  }
}
