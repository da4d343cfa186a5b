import Machine

/// What a press of the button does: it takes away the message that is seen, or that was seen last where the time has its turn
/// between messages; or else it shows the face for a while. It does nothing at all while something rings.
struct ButtonPress: Sendable {
  let ledger: Ledger
  let messages: MessageCommands
  let reminders: ReminderDesk
  let faceRunner: FaceRunner
  let ringer: Ringer

  /// Returns at once.
  func press() {
    guard !ringer.isRinging else { return }
    guard let seen = faceRunner.face.told?.message else {
      faceRunner.peek(ringer)
      return
    }
    // A look at the messages goes on with the next one.
    faceRunner.goOnPeeking()
    // Pressed twice in a moment, the second time takes none that nobody has seen.
    guard messages.take(seen) else { return }
    reminders.wasTaken(seen)
    faceRunner.refresh()
    Task(executorPreference: WorkPool.shared) { await messages.keep(in: ledger) }
  }
}
