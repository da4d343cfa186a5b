import Glibc
import Hardware
import Synchronization

/// A sound card through libasound.
public final class ALSAOutput: AudioOutput {
  private struct State: ~Copyable {
    var stream: PCMStream?
    /// The card that the last opening has found.
    var card: ALSACard
    /// Tells one opening from the next, so that a waiting `play` notices that its stream is gone.
    var opening = 0
    /// How the mixer was before the opening has set it.
    var mixerBefore: MixerElement.Position?
    /// When the mixer that the opening has set is to be looked at.
    var mixerCheck: SuspendingClock.Instant?
  }

  /// How long `play` waits for a device that takes nothing. With 150 ms of buffer and 20 ms of samples a call, one that
  /// plays makes room in a tenth of it.
  private static let patience: Duration = .milliseconds(250)
  /// How often the mixer is looked at. That takes a millisecond or two.
  private static let mixerCheckPeriod: Duration = .seconds(1)
  /// How long `close` waits for the fade to be heard.
  private static let farewell: Duration = .milliseconds(60)

  private let card: ALSACard
  private let state: Mutex<State>

  /// Touches nothing before `open`.
  public init(_ card: ALSACard) {
    self.card = card
    state = Mutex(State(card: card))
  }

  /// A mixer that stays as it was, or is not there, is the format's problem and no error, since something is heard in most
  /// cases. Throws EBUSY when another program holds the card, ENODEV when there is no such card, ENOTUNIQ when `any` stands
  /// for several, EACCES when the user may not use it, EINVAL when it takes none of the formats.
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

  /// Throws EBADFD when the stream is not open, or is closed meanwhile; ENODEV, ESTRPIPE and others when the
  /// device cannot go on and is to be opened anew. A device that takes nothing for 250 ms loses the rest of the samples,
  /// so that the caller learns from a count that stands still.
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
      // Unlocked and in short sleeps, so that another thread's `close` works at once. Not poll(2): a card that is gone
      // would wake it again and again.
      Self.sleep(milliseconds: min(20, max(1, rest.count * 1000 / max(1, rate))))
    }
  }

  /// Takes 60 ms at most, of which another thread's `play` and `open` wait as much. Where the device takes nothing back
  /// that it was given, or fails meanwhile, the sound is cut off.
  public func close() {
    state.withLock { close(&$0) }
  }

  private func close(_ state: inout State) {
    do throws(HardwareError) { try state.stream?.fadeOut(before: .now + Self.farewell) } catch {
      // It is let go all the same; whoever opens it again learns what is wrong.
    }
    state.stream = nil
    state.mixerCheck = nil
    guard let before = state.mixerBefore else { return }
    state.mixerBefore = nil
    do throws(HardwareError) { try ALSAMixer.putBack(before, on: state.card) } catch {
      // It stays as loud as the alarm was, which `AudioFormat.mixerVolume` tells the next one.
    }
  }

  /// How loud the mixer is now; nil: nothing is known of it.
  private static func foundLevel(of card: ALSACard) -> ALSAMixer.Level? {
    do throws(HardwareError) { return try ALSAMixer.level(of: card) } catch { return nil }
  }

  private static func sleep(milliseconds: Int) {
    // A signal may cut it short, which the loop does not mind.
    poll(nil, 0, Int32(milliseconds))
  }
}

extension ALSAMixer.Level {
  fileprivate var volume: Int { isMuted ? 0 : percent }
}
