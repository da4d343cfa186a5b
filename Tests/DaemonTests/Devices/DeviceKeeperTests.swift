import Glibc
import Hardware
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

@Suite struct DeviceKeeperTests {
  private let time = ManualTime(morning)
  private let health: DeviceHealth

  init() throws {
    health = DeviceHealth(events: EventLog(time: time, log: try quietLog()), time: time)
  }

  private func thread(_ lever: Lever) throws -> DeviceThread<Int> {
    try DeviceThread(.lamp, initial: 0, health: health, time: time) { value throws(HardwareError) in
      try lever.set(value)
    }
  }

  @Test func aKeeperIsAskedAtOnceAfterWhatItSaidAndWhenItIsTold() async throws {
    let (lever, hold, asked) = (Lever(), Box(Duration.seconds(3600)), Box(0))
    let thread = try thread(lever)
    thread.follow {
      asked.value += 1
      thread.want(asked.value)
      return hold.value
    }
    #expect(await eventually { lever.told == [0, 1] || lever.told == [1] })
    #expect(thread.state == 1)
    thread.askKeeper()
    #expect(await eventually { lever.told.last == 2 })
    // From here on the keeper's short hold brings it back without `askKeeper`.
    hold.value = .milliseconds(1)
    thread.askKeeper()
    #expect(await eventually { asked.value > 5 })
    hold.value = .seconds(3600)
    #expect(await eventually { lever.told.last == asked.value && thread.isSettled })
  }

  @Test func whatChangesWhileTheDeviceIsToldIsAskedForAtOnce() async throws {
    let (lever, wanted) = (Lever(), Box(1))
    let thread = try thread(lever)
    #expect(await eventually { lever.told == [0] })
    lever.next {
      wanted.value = 2
      thread.askKeeper()
    }
    thread.follow {
      thread.want(wanted.value)
      return .seconds(3600)
    }
    #expect(await eventually { lever.told == [0, 1, 2] })
  }

  @Test func whatOthersWantIsDoneThoughTheKeeperIsNotDue() async throws {
    let lever = Lever()
    let thread = try thread(lever)
    thread.follow {
      thread.want(1)
      return .seconds(3600)
    }
    #expect(await eventually { lever.told.last == 1 })
    thread.want(7)
    #expect(await eventually { lever.told.last == 7 })
    // A failed device is given its last wanted state again, whoever wanted it.
    lever.fail(EIO)
    thread.tellAgain()
    #expect(await eventually { health.failure(of: .lamp) != nil })
    lever.fail(nil)
    #expect(await eventually { health.failure(of: .lamp) == nil })
    #expect(thread.state == 7 && lever.told.last == 7)
  }
}
