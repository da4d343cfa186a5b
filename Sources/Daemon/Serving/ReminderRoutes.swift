import Control
import ControlService

struct ReminderRoutes: Sendable {
  let ledger: Ledger
  let reminders: ReminderCommands

  func add(to router: inout Router) {
    router.on(ListReminders.self) { command in
      try await ledger.show { () throws(ControlError) in try reminders.list(since: command.since) }
    }
    router.on(ShowReminder.self) { try await reminders.show(in: ledger, $0.reminder) }
    router.on(AnswerReminder.self) { try await reminders.answer(in: ledger, $0) }
    router.on(SwitchReminder.self) { try await reminders.change(in: ledger, $0) }
  }
}
