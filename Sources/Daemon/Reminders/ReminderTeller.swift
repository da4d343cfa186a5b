import Faces
import Reminders

/// How a reminder reaches people: on the display, and as they like it by a soft chime or in words.
struct ReminderTeller: Sendable {
  let messages: ShownMessages
  let faceRunner: FaceRunner
  let beep: MessageBeep
  let voice: SpokenWords
  let inForce: BookInForce
  let hasDisplay: Bool

  /// Has the display show these reminders, which alternate with the time, and no others.
  ///
  /// - Parameter adds: Whether it shows those that it does not show yet.
  func show(_ standing: [Reminder], of book: ReminderBook, adds: Bool = true) {
    guard hasDisplay else { return }
    let wanted = standing.compactMap { reminder in
      reminder.leaves.map { Message(id: reminder.id, text: reminder.occasion.word, end: .at($0), isReminder: true) }
    }
    // The file of messages that an earlier version has written holds reminders as messages of people.
    let ids = Set(book.reminders.map(\.id))
    let shown = messages.all.filter { $0.isReminder || ids.contains($0.id) }
    let gone = shown.filter { !wanted.contains($0) }
    let new = adds ? wanted.filter { !shown.contains($0) } : []
    guard !gone.isEmpty || !new.isEmpty else { return }
    messages.remove(gone.map(\.id))
    for message in new { messages.put(message) }
    faceRunner.refresh()
  }

  /// Has a reminder be heard, as people like it.
  func sound(_ occasion: Occasion) async {
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
