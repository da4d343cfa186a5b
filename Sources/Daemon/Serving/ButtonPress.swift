import Machine

/// What a press of the button does: it takes away the message that is seen, or else shows the face for a while. It does
/// nothing at all while something rings.
struct ButtonPress: Sendable {
  let ledger: Ledger
  let messages: MessageCommands
  let reminders: ReminderDesk
  let faceRunner: FaceRunner
  let ringer: Ringer

  /// Returns at once.
  func press() {
    guard !ringer.isRinging else { return }
    guard faceRunner.face.told?.content == .message, let message = messages.takeCurrent() else {
      faceRunner.peek(ringer)
      return
    }
    reminders.wasTaken(message.id)
    faceRunner.refresh()
    Task(executorPreference: WorkPool.shared) { await messages.keep(in: ledger) }
  }
}
