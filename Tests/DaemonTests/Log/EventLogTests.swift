import Machine
import Testing

@testable import Daemon

@Suite(.timeLimit(.minutes(5))) struct EventLogTests {
  /// As `rouse log --follow` that is ended with Ctrl-C while a ring has much to tell. Each once waited for the other.
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
}
