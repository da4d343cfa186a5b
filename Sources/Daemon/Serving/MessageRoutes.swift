import Control
import ControlService

struct MessageRoutes: Sendable {
  let ledger: Ledger
  let messages: MessageCommands
  let reminders: ReminderDesk
  let faceRunner: FaceRunner

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
}
