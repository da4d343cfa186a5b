import Control
import ControlService
import Reminders

extension RouseDaemon {
  func addReminders(to router: inout Router) {
    let commands = ReminderCommands(
      runner: reminderRunner, settings: commands.settings, notes: ReminderNotes(fitting: board.fitting),
      isMinimal: minimal != nil)
    router.on(ListReminders.self) { [self] command in
      let since = try moment(command.since, "--since") ?? .min
      return await ledger.show { commands.list(since: since) }
    }
    router.on(ShowReminder.self) { [self] in try await commands.show(in: ledger, $0.reminder) }
    router.on(AnswerReminder.self) { [self] in try await commands.answer(in: ledger, $0) }
    router.on(SwitchReminder.self) { [self] in try await commands.change(in: ledger, $0) }
  }

  var reminderRunner: ReminderRunner {
    ReminderRunner(
      desk: reminders, teller: teller, ledger: ledger, isRinging: { [ringer] in ringer.isRinging },
      test: { [bedtime] in bedtime.verdict.map { (time: $0.time, problems: $0.texts) } },
      hasProblem: { [self] in await !status().verdict.problems.isEmpty },
      looked: { [memory] in memory.releaseSoon() })
  }
}
