import Glibc
import Hardware
import Synchronization

/// A sound card accessed through libasound.
public final class ALSAOutput: AudioOutput {
  private struct State: ~Copyable {
    var stream: PCMStream?
    var card: ALSACard
    /// Distinguishes openings, so that a waiting `play` notices that its stream is gone.
    var opening = 0
    var mixerBefore: MixerElement.Position?
    /// When to check next that nobody has turned down the mixer that `open` has set.
    var mixerCheck: SuspendingClock.Instant?
  }

  /// The longest that `play` waits for a device; one with a 150 ms buffer takes samples again in a tenth of that.
  private static let patience: Duration = .milliseconds(250)
  /// The interval between mixer checks. A check takes one or two milliseconds.
  private static let mixerCheckPeriod: Duration = .seconds(1)
  /// The longest time that `close` waits for the fade-out.
  private static let farewell: Duration = .milliseconds(60)

  private let card: ALSACard
  private let state: Mutex<State>

  /// Does not access the device.
  public init(_ card: ALSACard) {
    self.card = card
    state = Mutex(State(card: card))
  }

  /// A mixer that is missing or cannot be set does not throw but sets the format's `problem`, because the sound is
  /// usually still audible. Throws EBUSY if another program holds the card, ENODEV if there is no such card, ENOTUNIQ
  /// if `any` matches several, EACCES without permission, and EINVAL if the card supports none of the formats.
  public func open(_ stream: AudioStream) throws(HardwareError) -> AudioFormat {
    let setsMixer = stream.setsMixer
    return try state.withLock { state throws(HardwareError) in
      close(&state)
      state.opening += 1
      let card = try card.found()
      state.card = card
      let stream = try PCMStream(on: card)
      var problem: HardwareError?
      var level: ALSAMixer.Level?
      if setsMixer {
        do throws(HardwareError) {
          level = try ALSAMixer.apply(card, before: &state.mixerBefore)
          if level != nil { state.mixerCheck = SuspendingClock.now + Self.mixerCheckPeriod }
        } catch {
          problem = error
        }
      }
      let rate = stream.rate
      state.stream = consume stream
      return AudioFormat(rate: rate, mixerVolume: (level ?? Self.foundLevel(of: card))?.volume, problem: problem)
    }
  }

  /// Throws EBADFD if the stream is not open or is closed meanwhile; ENODEV, ESTRPIPE and others if the device cannot
  /// continue and must be reopened. If the device accepts nothing for 250 ms, the remaining samples are dropped; the
  /// caller sees a number of played frames that does not grow.
  public func play(_ samples: [Float]) throws(HardwareError) -> Int {
    var rest = samples[...]
    var opening: Int?
    var lastProgress = SuspendingClock.now
    var lastPlayed: Int?
    while true {
      let (taken, played, rate) = try state.withLock { state throws(HardwareError) in
        guard state.stream != nil, opening ?? state.opening == state.opening else {
          throw HardwareError(.speaker, "playing on \(card.pcmName) while closed", code: EBADFD)
        }
        opening = state.opening
        if let check = state.mixerCheck, SuspendingClock.now >= check {
          state.mixerCheck = SuspendingClock.now + Self.mixerCheckPeriod
          try ALSAMixer.check(state.card)
        }
        let taken = try state.stream?.write(rest) ?? 0
        return (taken, state.stream?.played ?? 0, state.stream?.rate ?? 0)
      }
      rest = rest.dropFirst(taken)
      let now = SuspendingClock.now
      if taken > 0 || played != lastPlayed { lastProgress = now }
      lastPlayed = played
      if rest.isEmpty || now - lastProgress > Self.patience { return played }
      // Sleeps briefly without the lock, so that `close` on another thread works at once. poll(2) on the device would
      // return immediately, over and over, once the card is removed. A signal may end the sleep early; the loop copes.
      poll(nil, 0, Int32(min(20, max(1, rest.count * 1000 / max(1, rate)))))
    }
  }

  /// Takes up to 60 ms, blocking `play` and `open`. Cuts off the sound if the device fails to take samples back.
  public func close() {
    state.withLock { close(&$0) }
  }

  private func close(_ state: inout State) {
    do throws(HardwareError) { try state.stream?.fadeOut(before: .now + Self.farewell) } catch {
      // The stream is released anyway; the next `open` reports the fault.
    }
    state.stream = nil
    state.mixerCheck = nil
    guard let before = state.mixerBefore else { return }
    state.mixerBefore = nil
    do throws(HardwareError) { try ALSAMixer.putBack(before, on: state.card) } catch {
      // The mixer stays at the alarm's level; the next stream sees it in `AudioFormat.mixerVolume`.
    }
  }

  private static func foundLevel(of card: ALSACard) -> ALSAMixer.Level? {
    do throws(HardwareError) { return try ALSAMixer.level(of: card) } catch { return nil }
  }
}
