import AlarmClock
import Control
import Testing

@testable import Daemon

/// The pause of repeating alarms, from Saturday 2026-11-21 07:00 on.
@Suite struct PauseTests {
  private func pause(_ rig: LedgerRig, _ date: String) async throws -> ChangeSetting.Reply {
    try await rig.set("pause", to: date)
  }

  @Test func aPauseSaysWhichRepeatingAlarmsItSkipsAndWhatStillRings() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    let daily = try await rig.add("07:30", days: "daily")
    let weekly = try await rig.add("06:00", days: "mon")
    let once = try await rig.add("+1h")
    let later = try await rig.add("+120h")
    let reply = try await pause(rig, "2026-11-25")
    let view = try #require(reply.pause)
    #expect(view.until == "2026-11-25" && view.skipped == 2)
    #expect(view.next?.alarmId == daily.id)
    #expect(view.next?.time == "2026-11-25T07:30:00+00:00")
    #expect(reply.notes.count == 1)
    #expect(reply.notes.first?.contains(once.id) == true)
    #expect(!reply.notes.contains { $0.contains(later.id) })
    #expect(reply.setting.value == "2026-11-25")
    // The next ring is the next one that is not skipped.
    #expect(rig.views.next?.alarmId == once.id)
    #expect(try rig.views.view(of: daily.id).next?.time == "2026-11-25T07:30:00+00:00")
    #expect(try rig.views.view(of: weekly.id).next?.time == "2026-11-30T06:00:00+00:00")
    #expect(try rig.views.occurrences(count: 3, from: nil).map(\.special) == [["paused"], [], ["paused"]])
  }

  @Test func repeatingAlarmsAreSkippedUntilTheDateAndOthersRing() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    let daily = try await rig.add("07:30", days: "daily")
    _ = try await rig.add("06:00", days: "mon")
    let others = [try await rig.add("+1h"), try await rig.add("+120h")]
    _ = try await pause(rig, "2026-11-25")
    var rang: [RingID] = []
    for _ in 0..<121 {
      for due in await rig.takeDue(after: .seconds(3600)) {
        await rig.end([due], due.isSkipped ? .skipped : .missed(rang: true))
        if !due.isSkipped { rang.append(due.id) }
      }
    }
    let expected = ["2026-11-25T07:30", "2026-11-26T07:30"]
    #expect(rang.filter { $0.alarmID == daily.id }.map(\.key.description) == expected)
    #expect(Set(rang.map(\.alarmID)) == Set([daily.id] + others.map(\.id)))
  }

  @Test func aRingThatIsToBeSkippedStaysSoWhenThePauseEnds() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    let id = try await rig.add("07:30", days: "daily").id
    _ = try await rig.change(id, .skip)
    _ = try await pause(rig, "2026-11-25")
    _ = try await pause(rig, "off")
    #expect(rig.scheduler.armedOccurrence(of: id)?.isSkipped == true)
    #expect(try rig.views.view(of: id).next?.time == "2026-11-22T07:30:00+00:00")
  }

  @Test func aPauseOutlivesTheDaemonAndItsEndBringsTheAlarmsBack() async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").stop { _ = try await pause($0, "2026-11-25") }
    let rig = try await LedgerRig.reopened(folder)
    let id = try #require(rig.views.all.first).id
    #expect(rig.scheduler.armedOccurrence(of: id)?.isSkipped == true)
    #expect(rig.views.pause == LocalDate("2026-11-25"))
    // Alarms added during the pause are paused too.
    let other = try await rig.add("08:00", days: "daily")
    #expect(other.next?.time == "2026-11-25T08:00:00+00:00")
    let reply = try await pause(rig, "off")
    #expect(reply.pause?.until == nil)
    #expect(reply.pause?.next?.time == "2026-11-21T07:30:00+00:00")
    #expect(rig.scheduler.armedOccurrence(of: id)?.isSkipped == false)
    #expect(try rig.views.view(of: other.id).next?.time == "2026-11-21T08:00:00+00:00")
  }

  @Test func aPauseThatHasPassedShowsNowhere() async throws {
    let rig = try await LedgerRig()
    _ = try await pause(rig, "tomorrow")
    #expect(rig.views.pause == LocalDate("2026-11-22"))
    rig.time.advance(by: .seconds(16 * 3600 + 3599))
    #expect(rig.views.pause != nil)
    rig.time.advance(by: .seconds(1))
    #expect(rig.views.pause == nil)
    let shown = rig.commands.settings.all.first { $0.key == .pause }
    #expect(shown?.value == "off" && shown?.isDefault == true)
  }

  @Test(arguments: ["2026-11-20", "2020-01-01", "today", "2026-11-21", "2026-11-31", "soon", "", "on"])
  func aDateThatIsNotToComeIsRefused(date: String) async throws {
    let rig = try await LedgerRig()
    #expect(try await code { try await pause(rig, date) } == .usage)
    #expect(rig.views.pause == nil)
  }

  @Test func aSnoozeCardIsNoAnswerToAnAlarm() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    _ = try await rig.commands.cards.enroll(in: rig.ledger, [7], as: "nap", kind: .snooze, isRinging: false)
    #expect(try await code { try await rig.add("07:30", cards: ["nap"]) } == .usage)
    #expect(try await code { try await rig.add("07:30", cards: ["bath", "nap"]) } == .usage)
    #expect(try await rig.add("07:30", cards: ["bath"]).cards == ["bath"])
    let next = rig.views.nextToAnswer
    #expect(next.cards.map(\.name) == ["bath"])
    #expect(next.ring.map { RFC3339.format($0.occurrence.due, in: .utc) } == "2026-11-21T07:30:00+00:00")
  }
}
