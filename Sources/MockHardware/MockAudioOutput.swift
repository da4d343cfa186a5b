import Glibc
import Hardware

/// A silent speaker that consumes samples at the pace of a real one.
///
/// The device buffer holds 100 ms: `play` blocks until its samples fit, and the number of played frames follows the
/// clock. When the buffer runs dry (an underrun), that number waits for the next samples. The mixer does not change the
/// sound; it can be read, and playing fails if a mixer that `open` has set is turned down.
public final class MockAudioOutput: AudioOutput, MockDevice {
  /// The current playback, for tests.
  public struct Playback: Hashable, Sendable {
    /// `nil` while closed.
    public var stream: AudioStream?
    /// Whether samples were audible within the last second.
    public var isPlaying: Bool
    /// Samples accepted since `open`.
    public var queued: Int
    /// The number of those samples that were played.
    public var played: Int
    /// The largest magnitude of the samples accepted since `open`; 1 is full scale.
    public var peak: Float
    /// Percent, 0…100.
    public var mixer: Int
  }

  /// Frames per second.
  public static let rate = 48_000
  /// 100 ms in frames.
  public static let bufferSize = rate / 10
  /// The percentage that `open` sets the mixer to, if the stream asks for it.
  public static let mixerLevel = 100

  private struct State {
    var mixer = mixerLevel
    var mixerBefore: Int?
    var stream: AudioStream?
    /// Distinguishes openings, so that a blocked `play` notices that its stream is gone.
    var opening = 0
    var queued = 0
    var peak: Float = 0
    /// Frames that had left the buffer at `mark`; since then the number follows the clock.
    var consumedAtMark = 0
    var mark: Int64 = 0
    /// Frames that left the buffer unheard during past stalls.
    var unheard = 0
    /// The frames played when the current stall began.
    var playedAtStall: Int?
    /// Whether the history has a `playing` entry since the last opening or stall.
    var isAudible = false

    func consumed(at now: Int64) -> Int {
      min(queued, consumedAtMark + frames(in: now - mark))
    }

    func played(at now: Int64) -> Int { playedAtStall ?? consumed(at: now) - unheard }
  }

  private let clock: MockClock
  private let core: MockCore<State>

  public init(history: MockHistory = MockHistory(), clock: MockClock = .system) {
    self.clock = clock
    core = MockCore(.speaker, State(), history, waitingBy: clock)
  }

  public var playback: Playback {
    let state = core.state
    let now = clock.monotonicNow()
    // A gap of less than a second between samples is an underrun; the stream still plays.
    let drained = state.mark + Self.nanoseconds(state.queued - state.consumedAtMark)
    return Playback(
      stream: state.stream, isPlaying: state.isAudible && now < drained + 1_000_000_000, queued: state.queued,
      played: state.played(at: now), peak: state.peak, mixer: state.mixer)
  }

  public func open(_ stream: AudioStream) throws(HardwareError) -> AudioFormat {
    try core.act("opening for \(stream.sound)") { state, isStalled throws(HardwareError) in
      close(&state)
      state = State(
        mixer: state.mixer, mixerBefore: stream.setsMixer ? state.mixer : nil, stream: stream,
        opening: state.opening + 1, playedAtStall: isStalled ? 0 : nil)
      core.history.record(core.role, "open", "\(stream.sound) \(stream.volume)%")
      if stream.setsMixer { setMixer(&state, to: Self.mixerLevel) }
      return AudioFormat(rate: Self.rate, mixerVolume: state.mixer)
    }
  }

  /// Throws EBADFD if the stream is not open or is closed meanwhile, as ALSA does.
  public func play(_ samples: [Float]) throws(HardwareError) -> Int {
    let opening = try accept(samples)
    while true {
      let (played, wait) = try progress(of: opening)
      guard wait > 0 else { return played }
      // A failure or a `close` ends the wait.
      core.event?.wait(wait)
    }
  }

  public func close() throws(HardwareError) {
    defer { core.event?.send() }
    try core.act("closing") { state, _ throws(HardwareError) in close(&state) }
  }

  /// Sets the mixer, clamped to 0…100, as a user of alsamixer would. Works even while the device fails.
  public func setMixer(_ percent: Int) {
    core.arrange { setMixer(&$0, to: min(100, max(0, percent))) }
  }

  public var failure: MockFailure? { core.failure }

  public func fail(_ failure: MockFailure) {
    core.fail(failure) { state in
      guard failure == .stall else { return close(&state) }
      state.playedAtStall = state.played(at: clock.monotonicNow())
      state.isAudible = false
    }
  }

  public func heal() {
    core.heal { state in
      guard let played = state.playedAtStall else { return }
      state.unheard = state.consumed(at: clock.monotonicNow()) - played
      state.playedAtStall = nil
    }
  }

  /// Buffers samples, and returns the number of the opening that they belong to.
  private func accept(_ samples: [Float]) throws(HardwareError) -> Int {
    try core.act("playing") { state, isStalled throws(HardwareError) in
      guard state.stream != nil else { throw HardwareError(.speaker, "playing while closed", code: EBADFD) }
      let now = clock.monotonicNow()
      if state.consumed(at: now) == state.queued {
        state.consumedAtMark = state.queued
        state.mark = now
      }
      if state.mixerBefore != nil, state.mixer < Self.mixerLevel { throw .turnedDown("the mixer", to: state.mixer) }
      state.peak = samples.reduce(state.peak) { max($0, abs($1)) }
      state.queued += samples.count
      if !isStalled, !samples.isEmpty, !state.isAudible {
        state.isAudible = true
        core.history.record(core.role, "playing")
      }
      return state.opening
    }
  }

  /// Returns the frames played, and the nanoseconds until all queued samples fit; a stalled device takes as long.
  private func progress(of opening: Int) throws(HardwareError) -> (played: Int, wait: Int64) {
    try core.act("playing") { state, _ throws(HardwareError) in
      guard state.stream != nil, state.opening == opening else {
        throw HardwareError(.speaker, "playing while being closed", code: EBADFD)
      }
      let now = clock.monotonicNow()
      let waiting = state.queued - state.consumed(at: now)
      // After one second of sound, a coarse clock lets the speaker take 0.4 s more at once.
      let isFull = waiting > Self.bufferSize + (clock.isCoarse && state.queued > Self.rate ? 4 * Self.bufferSize : 0)
      return (state.played(at: now), isFull ? Self.nanoseconds(waiting - Self.bufferSize) : 0)
    }
  }

  // Whole seconds separately: nanoseconds of several days times the rate would overflow 64 bits.
  private static func frames(in nanoseconds: Int64) -> Int {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Int(seconds) * rate + Int(rest) * rate / 1_000_000_000
  }

  private static func nanoseconds(_ frames: Int) -> Int64 {
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: rate)
    return Int64(seconds) * 1_000_000_000 + Int64(rest) * 1_000_000_000 / Int64(rate)
  }

  private func close(_ state: inout State) {
    guard state.stream != nil else { return }
    let before = state.mixerBefore
    state = State(mixer: state.mixer, opening: state.opening)
    core.history.record(core.role, "close")
    if let before, state.mixer == Self.mixerLevel { setMixer(&state, to: before) }
  }

  private func setMixer(_ state: inout State, to percent: Int) {
    core.change(&state.mixer, to: percent, "mixer", "\(percent)%")
  }
}
