import AlarmClock
import Faces
import Machine
import Reminders

/// How a reminder reaches people: on the display, and as they like it by a soft chime or in words.
struct ReminderTeller: Sendable {
  let messages: ShownMessages
  let faceRunner: FaceRunner
  let beep: MessageBeep
  let voice: SpokenWords
  let inForce: BookInForce
  let hasDisplay: Bool
  let time: any TimeSource

  /// For so long the display shows it by turns with the time.
  static let shown: Duration = .seconds(1800)

  func tell(_ occasion: Occasion, as id: String) async {
    if hasDisplay {
      messages.put(Message(id: id, text: occasion.word, end: .after(Deadline(after: Self.shown, at: time.reading))))
      faceRunner.refresh()
    }
    guard inForce.settings.reminders.sound != .off, beep.silence == nil else { return }
    switch inForce.settings.reminders.sound {
    case .off: break
    case .chime: beep.play()
    // Three beeps of the buzzer are better than words that nobody hears.
    case .speech where beep.isSpeakerMissing: beep.play()
    case .speech: await say(occasion)
    }
  }

  /// Where no program speaks, or something else comes to be heard, it is on the display and in the list all the same.
  private func say(_ occasion: Occasion) async {
    guard case .success(let speech) = await voice.speak(occasion.text), beep.silence == nil else { return }
    _ = await voice.play(speech)
  }

  func takeAway(_ id: String) {
    messages.remove([id])
    faceRunner.refresh()
  }
}
