import AlarmClock
import Hardware
import Machine

struct MixerLook: Sendable {
  let board: Board
  let outputs: Outputs
  let time: any TimeSource
  var look: @Sendable (Board) -> Result<Symptoms.Mixer?, HardwareError> = { SystemLook.mixer($0) }

  private var mixer: Symptoms.Mixer? {
    get async {
      guard case .success(let mixer?)? = await Aside.look(within: .seconds(1), time: time, { look(board) }) else {
        return nil
      }
      return mixer
    }
  }

  /// A volume that somebody chooses to be loud, in per cent: more than a new clock starts with.
  static let loud = Settings().volume + 1

  /// What people should know of a loud volume that they have just chosen: a card without a mixer plays at its full level,
  /// and nothing but the knob of the speaker makes that less.
  func notes(onVolume volume: Int?) async -> [String] {
    guard let volume, volume >= Self.loud, let mixer = await mixer, mixer.element == nil else { return [] }
    return [
      "The sound card \(mixer.card) has no volume control (mixer): it plays at its full level, so \(volume) % may be "
        + "louder than you expect. Hear it: `rouse sound preview tone --volume \(volume)`"
    ]
  }

  /// What people should know of a mixer that is turned down: nobody but an alarm turns it up by itself.
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
