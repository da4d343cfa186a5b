import Control
import ControlService

/// What people have the display show.
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
    router.on(ClearMessages.self) { command in
      let reply = try await messages.clear(in: ledger, command.message)
      // As the button does it.
      for message in reply.messages { reminders.wasTaken(message.id) }
      faceRunner.refresh()
      return reply
    }
  }
}
