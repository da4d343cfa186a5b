import Control
import Testing

@testable import rouse

struct ReminderTextTests {
  @Test func oneWhoseCauseIsGoneIsWithdrawn() {
    var reminder = Sample.reminders.reminders[1]
    reminder.withdrawn = "2026-11-21T21:00:00+01:00"
    #expect(ReminderText.whole(reminder).contains("came Sat 2026-11-21 20:30, withdrawn."))
    reminder.done = reminder.withdrawn
    #expect(ReminderText.whole(reminder).contains(", done."))
  }
}
