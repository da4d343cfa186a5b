import AlarmClock
import ControlService
import Machine
import Sound

/// How words become sound, and are heard.
struct SpokenWords: Sendable {
  let speak: @Sendable (String) async -> Result<Speech, SpeechProblem>
  /// False where something else came between: then they are said again.
  let play: @Sendable (Speech) async -> Bool
}

extension SpokenWords {
  /// That of previews, before which alarms and the ends of timers go.
  init(inForce: BookInForce, notices: Notices, time: any TimeSource, shelf: SoundShelf, previews: PreviewPlayer) {
    speak = { await SpeechProgram.say($0, time: time) }
    play = { speech in
      let volume = inForce.settings.volume
      guard volume > 0 else { return true }
      shelf.put(speech)
      defer { shelf.take(speech) }
      do {
        let ending = try await previews.play(Preview(speech, volume: volume)) { _, _ in }
        return ending == .over || ending == .stopped
      } catch {
        notices.add("What was to be said was not heard: \(error); `rouse status` has it")
        return true
      }
    }
  }
}
