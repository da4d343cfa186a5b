import ControlService
import Machine
import Storage
import Testing

@testable import Daemon

@Suite(.timeLimit(.minutes(5))) struct EventLogTests {
  /// Imitates `rouse log --follow` stopped by Ctrl-C while a ring logs a lot, which once deadlocked.
  @Test func followersThatGoHoldUpNobodyWhoTells() async throws {
    let events = EventLog(time: SystemTime(), log: try quietLog())
    let teller = Task(executorPreference: WorkPool.shared) {
      var told = 0
      while !Task.isCancelled {
        events.append(.buzzerStarted)
        events.stored(upTo: .max)
        told += 1
        await Task.yield()
      }
      return told
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<3000 {
            let follower = Task(executorPreference: WorkPool.shared) { for await _ in events.follow() {} }
            await Task.yield()
            follower.cancel()
            await follower.value
          }
        }
      }
    }
    teller.cancel()
    #expect(await teller.value > 0)
  }

  @Test func namesWhoAskedForAChange() async throws {
    let events = EventLog(time: SystemTime(), log: try quietLog())
    var pi = Origin(name: "pi")
    await Origin.$current.withValue(pi) {
      events.append(.alarmChanged, detail: "volume 80 → 0")
      events.append(.alarmRemoved)
      await Origin.during("undo") { events.append(.settingsChanged, detail: "volume 0 → 80") }
      // Nobody asked for these events: the clock causes them, or they go to Home Assistant.
      Origin.byTheClock { events.append(.alarmChanged, detail: "enabled: the clock was set") }
      for kind in Event.Kind.allCases where kind.isForTheHouse { events.append(kind, detail: "x") }
    }
    pi.command = "import"
    #expect(pi.words == "pi, import")
    events.append(.alarmChanged, detail: "x")
    let details = events.pending.map { $0.detail ?? "" }
    #expect(
      details.prefix(4) == [
        "volume 80 → 0 (by pi)", "by pi", "volume 0 → 80 (by pi, undo)", "enabled: the clock was set",
      ])
    #expect(details.dropFirst(4).allSatisfy { $0 == "x" })
  }
}
