import AlarmClock
import Machine

/// Looks at the mixer of the speaker's card.
struct MixerLook: Sendable {
  let board: Board
  let outputs: Outputs
  let time: any TimeSource

  /// What people should know of a mixer that is turned down: nobody but an alarm turns it up by itself.
  var note: String? {
    get async {
      let look = await Aside.look(within: .seconds(1), time: time) { SystemLook.mixer(board) }
      var remedy = "alsamixer"
      if case .success(let mixer?)? = look {
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
