import Glibc
import Hardware
import MockHardware
import TestDevices
import Testing

@testable import Daemon
@testable import Machine

/// Whether a display is present must be known even if nothing can be read back and the face rarely changes.
@Suite struct DisplayPresenceTests {
  private let time = ManualTime(morning)
  private let health: DeviceHealth
  private let chip = MockTM1637()

  init() throws { health = DeviceHealth(events: EventLog(time: time, log: try quietLog()), time: time) }

  private func thread(reassurance: Duration) throws -> DeviceThread<DisplayFace> {
    let display = TM1637(lines: chip, shape: try #require(TM1637.usualShape(digits: 4)))
    let thread = try DeviceThread(
      .display, initial: DisplayFace(text: "", brightness: nil), reassurance: reassurance, health: health, time: time
    ) { face throws(HardwareError) in try display.show(face) }
    thread.want(DisplayFace(text: "07:30", brightness: 8))
    return thread
  }

  @Test("what looks after the devices finds an unplugged one", arguments: [true, false])
  func anUnpluggedDisplayIsFoundByWhoeverTellsItAgain(isLit: Bool) async throws {
    let thread = try thread(reassurance: .seconds(3600))
    if !isLit { thread.want(DisplayFace(text: "", brightness: nil)) }
    #expect(
      await eventually { thread.isSettled && chip.state.step == (isLit ? 4 : nil) && health.proof(of: .display) != nil }
    )
    chip.beDeaf(for: .max)
    thread.tellAgain()
    #expect(await eventually { health.failure(of: .display)?.error.code == EPROTO })
    chip.beDeaf(for: 0)
    #expect(await eventually { health.failure(of: .display) == nil })
  }

  @Test func alsoWhereNobodyAsksItIsFoundAndOneThatLostPowerComesBack() async throws {
    let thread = try thread(reassurance: .milliseconds(20))
    #expect(await eventually { chip.state.step == 4 })
    let segments = chip.state.segments
    chip.losePower()
    #expect(await eventually { chip.state.step == 4 && chip.state.segments == segments })
    chip.beDeaf(for: .max)
    #expect(await eventually { health.failure(of: .display)?.error.code == EPROTO })
    // A display at rest is not checked.
    chip.beDeaf(for: 0)
    thread.want(DisplayFace(text: "", brightness: nil))
    #expect(await eventually { thread.isSettled && health.failure(of: .display) == nil && chip.state.step == nil })
  }

  @Test("who is awake already makes sure of the display, so that both are one wakeup")
  func aReassuranceDoesNotWaitForItsOwnWakeup() async throws {
    let (asked, spans) = (Box(ContinuousClock.now), Box([Duration]()))
    let thread = try DeviceThread(.lamp, initial: 0, reassurance: .seconds(1), health: health, time: time) {
      _ throws(HardwareError) in
      spans.value.append(ContinuousClock.now - asked.value)
    }
    thread.follow {
      asked.value = .now
      thread.want(1)
      return .milliseconds(960)
    }
    // The first calls show a new value. A separate wakeup would come at least 40 ms after the keeper's.
    #expect(await eventually { spans.value.count > 2 && (spans.value.last ?? .seconds(1)) < .milliseconds(30) })
  }
}
