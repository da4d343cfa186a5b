import Control
import Testing

@testable import rouse

struct ReminderTextTests {
  private static func kind(_ kind: String, _ problem: TroubleView?) -> ReminderKindView {
    ReminderKindView(kind: kind, help: "", timing: .usual, next: "2026-11-22T22:00:00+01:00", problem: problem)
  }

  @Test func whatNobodySeesIsNamedOnceForAllKinds() {
    let off = TroubleView(why: "the display is off at 22:00\u{1b}", fix: "rouse settings set brightness 1")
    let late = TroubleView(why: "23:00 is after bedtime (22:30)", fix: "rouse reminder on card --at 20:30")
    let kinds = [
      Self.kind("tomorrow", nil), Self.kind("test", off), Self.kind("bedtime", off), Self.kind("card", late),
    ]
    #expect(
      ReminderText.problems(kinds) == [
        "note: Reminders test, bedtime: the display is off at 22:00?. Fix: rouse settings set brightness 1",
        "note: Reminders card: 23:00 is after bedtime (22:30). Fix: rouse reminder on card --at 20:30",
      ])
  }

  @Test func oneWhoseCauseIsGoneIsWithdrawn() {
    var reminder = Sample.reminders.reminders[1]
    reminder.withdrawn = "2026-11-21T21:00:00+01:00"
    #expect(ReminderText.whole(reminder).contains("came Sat 2026-11-21 20:30, withdrawn."))
    reminder.done = reminder.withdrawn
    #expect(ReminderText.whole(reminder).contains(", done."))
  }
}
