import Synchronization
import Testing

@testable import Daemon

/// When memory is released: once clients have been quiet for a while, and not while anything sounds.
struct IdleMemoryTests {
  private let time = ManualTime(morning)

  @Test func itWaitsUntilNobodyHasComeForAWhile() async throws {
    let looks = Looks()
    let memory = IdleMemory(time: time) { looks.count() }
    memory.releaseSoon()
    try #require(await eventually { time.sleeps == 1 })
    time.advance(by: .seconds(4))
    memory.releaseSoon()
    time.advance(by: .seconds(1))
    // The second call restarts the wait; there is only one wait, no matter how many calls come.
    try #require(await eventually { time.sleeps == 2 })
    #expect(looks.number == 0)
    time.advance(by: .seconds(5))
    #expect(await eventually { looks.number == 1 })
    memory.releaseSoon()
    try #require(await eventually { time.sleeps == 3 })
    time.advance(by: .seconds(5))
    #expect(await eventually { looks.number == 2 })
  }

  /// Counts the checks for sounds, one of which comes just before each release.
  private final class Looks: Sendable {
    private let looks = Mutex(0)
    var number: Int { looks.withLock { $0 } }
    func count() -> Bool {
      looks.withLock { $0 += 1 }
      return true
    }
  }
}
