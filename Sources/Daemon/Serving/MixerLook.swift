import AlarmClock
import Hardware
import Machine

struct MixerLook: Sendable {
  let board: Board
  let outputs: Outputs
  let time: any TimeSource
  var look: @Sendable (Board) -> Result<MixerLevel?, HardwareError> = { SystemLook.mixer($0) }

  private var mixer: MixerLevel? {
    get async {
      guard case .success(let mixer)? = await time.look(within: .seconds(1), { look(board) }) else {
        return nil
      }
      return mixer
    }
  }

  /// The volume, in percent, from which a choice counts as loud: above the default.
  static let loud = Settings().volume + 1

  /// Warns if the volume is loud and the card has no mixer: it plays at full level, and only the speaker's knob helps.
  func notes(onVolume volume: Int?) async -> [String] {
    guard let volume, volume >= Self.loud, let mixer = await mixer, mixer.element == nil else { return [] }
    return [
      "The sound card \(mixer.card) has no volume control (mixer): it plays at its full level, so \(volume) % may be "
        + "louder than you expect. Hear it: `rouse sound preview tone --volume \(volume)`"
    ]
  }

  /// A warning if the mixer is turned down, or `nil`. Only alarms turn it up by themselves.
  var note: String? {
    get async {
      var remedy = "alsamixer"
      if let mixer = await mixer {
        // Somebody may have turned it since the speaker was opened.
        outputs.mixerVolume = mixer.isMuted ? 0 : mixer.percent
        remedy = mixer.remedy
      }
      guard let percent = outputs.mixerVolume, percent < LowVolume.limit else { return nil }
      let effect = percent == 0 ? "it is muted, and nothing is heard" : "it may be too quiet to hear"
      return "the speaker's own volume (mixer) is at \(percent) %: \(effect); raise it: `\(remedy)`"
    }
  }
}
