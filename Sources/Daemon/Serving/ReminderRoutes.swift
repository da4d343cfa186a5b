import Control
import ControlService
import Reminders

extension RouseDaemon {
  func addReminders(to router: inout Router) {
    let commands = ReminderCommands(
      desk: reminders, runner: reminderRunner, teller: teller, settings: commands.settings,
      notes: ReminderNotes(fitting: board.fitting), isMinimal: minimal != nil, time: time)
    router.on(ListReminders.self) { [self] command in
      try await ledger.show { () throws(ControlError) in try commands.list(since: command.since) }
    }
    router.on(ShowReminder.self) { [self] in try await commands.show(in: ledger, $0.reminder) }
    router.on(AnswerReminder.self) { [self] in try await commands.answer(in: ledger, $0) }
    router.on(SwitchReminder.self) { [self] in try await commands.change(in: ledger, $0) }
  }

  var reminderRunner: ReminderRunner {
    ReminderRunner(
      desk: reminders, teller: teller, ledger: ledger, inForce: inForce, scheduler: scheduler, trust: trust,
      events: events, isRinging: { [ringer] in ringer.isRinging },
      test: { [bedtime] in bedtime.verdict.map { OccasionFacts.LastTest(time: $0.time, problems: $0.texts) } },
      hasProblem: { [self] in await !status().verdict.problems.isEmpty },
      looked: { [memory] in memory.releaseSoon() }, time: time)
  }
}
