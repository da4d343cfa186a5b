import Control
import ControlService
import Machine

struct MessageRoutes: Hook {
  let ledger: Ledger
  let messages: MessageCommands
  let reminders: ReminderDesk
  let faceRunner: FaceRunner
  let ringer: Ringer

  func add(to router: inout Router) {
    router.on(ShowMessage.self) { command in
      let reply = try await messages.show(in: ledger, command)
      faceRunner.refresh()
      return reply
    }
    router.on(ListMessages.self) { _ in ListMessages.Reply(messages: messages.all) }
    router.on(ClearMessages.self) { try await clear($0) }
  }

  func clear(_ command: ClearMessages) async throws -> ClearMessages.Reply {
    let reply = try await messages.clear(in: ledger, command.message)
    let ids = reply.messages.map(\.id)
    // Clearing a reminder by name answers it, as the button does.
    if command.message == nil { reminders.wereCleared(ids) } else { ids.forEach(reminders.wasTaken) }
    faceRunner.refresh()
    return reply
  }

  func note(_ news: EngineNews) { if case .buttonPressed = news { press() } }

  /// Handles the button. It clears the message on the display, or the last one while the time alternates with messages.
  /// Without a message it shows the face; during a ring it does nothing. Never waits for the disk.
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
