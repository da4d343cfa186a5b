import Machine

/// Handles a press of the button. It clears the message on the display, or the last one while the time alternates with
/// messages. Without a message it shows the face for a while. During a ring it does nothing.
struct ButtonPress: Sendable {
  let ledger: Ledger
  let messages: MessageCommands
  let reminders: ReminderDesk
  let faceRunner: FaceRunner
  let ringer: Ringer

  /// Returns without waiting for the disk.
  func press() {
    guard !ringer.isRinging else { return }
    guard let seen = faceRunner.face.told?.message else {
      faceRunner.peek(ringer)
      return
    }
    // Continues with the next message.
    faceRunner.goOnPeeking()
    // A quick second press must not take a message that nobody has seen yet.
    guard messages.take(seen) else { return }
    reminders.wasTaken(seen)
    faceRunner.refresh()
    Task(executorPreference: WorkPool.shared) { await messages.keep(in: ledger) }
  }
}
