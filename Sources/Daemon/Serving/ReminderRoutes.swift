import Control
import ControlService

/// What the clock reminds of.
struct ReminderRoutes: Sendable {
  let ledger: Ledger
  let reminders: ReminderCommands

  func add(to router: inout Router) {
    router.on(ListReminders.self) { _ in await ledger.show { reminders.list } }
    router.on(ShowReminder.self) { try await reminders.show(in: ledger, $0.reminder) }
    router.on(AnswerReminder.self) { try await reminders.answer(in: ledger, $0) }
    router.on(SwitchReminder.self) { try await reminders.change(in: ledger, $0) }
  }
}
