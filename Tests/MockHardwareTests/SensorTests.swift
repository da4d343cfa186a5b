import Dispatch
import Glibc
import Hardware
import Synchronization
import TestDevices
import TestSupport
import Testing

@testable import MockHardware

@Suite struct SensorTests {
  let board = MockBoard(clock: ManualClock().mockClock)

  @Test func onlyChangesAreInTheHistory() {
    for lux in [3, 3, 10] as [Double] { board.light.set(lux: lux) }
    for degrees in [20, 21.5] as [Double] { board.room.set(temperature: degrees) }
    for humidity in [40, 40, nil] as [Double?] { board.room.set(humidity: humidity) }
    for isLow in [false, true, true, false] { board.power.set(low: isLow) }
    for degrees in [45, 82.5, 82.5, nil] as [Double?] { board.power.set(processorTemperature: degrees) }
    board.button.press()
    #expect(
      board.history.lines == [
        "light set 3", "light set 10", "room set 21.5 C", "room set 40%", "room set no humidity", "power low",
        "power good", "power heat 82.5 C", "power heat unknown", "button press",
      ])
  }

  @Test func aStallIsToldAfterNoTime() {
    for role in [DeviceRole.light, .room, .power] { board.fail(role, .stall) }
    let expected: [HardwareError?] = [.light, .room, .power].map { role in
      HardwareError(role, role == .power ? "waiting for its answer" : "waiting for a measurement", code: ETIMEDOUT)
    }
    let errors = [
      #expect(throws: HardwareError.self) { try board.light.illuminance() },
      #expect(throws: HardwareError.self) { try board.room.climate() },
      #expect(throws: HardwareError.self) { try board.power.strain() },
    ]
    #expect(errors == expected)
  }

  @Test func aButtonThatIsPressedWhileItStallsIsNotHeard() throws {
    let button = board.button
    try button.open()
    button.fail(.stall)
    button.press()
    button.heal()
    button.press()
    #expect(try button.waitForPress())
    button.close()
    #expect(try !button.waitForPress())
    #expect(!board.button.isOpen)
  }

  private typealias Wait = @Sendable () throws(HardwareError) -> Bool

  @Test func aWaitEndsWithItsTimeAChangeAWakeACloseAndAFailure() throws {
    let (button, power) = (board.button, board.power)
    try power.waitForChange(atMost: .milliseconds(20))
    power.wake()
    try power.waitForChange(atMost: .seconds(600))
    let press: Wait = { () throws(HardwareError) in try button.waitForPress() }
    let change: Wait = { () throws(HardwareError) in
      try power.waitForChange(atMost: .seconds(600))
      return true
    }
    let noSupply = HardwareError(.power, "waiting for a change of the voltage", code: EIO)
    let noButton = HardwareError(.button, "waiting for a press", code: ENODEV)
    let ends: [(wait: Wait, end: () -> Void, result: Result<Bool, HardwareError>)] = [
      (change, { power.set(low: true) }, .success(true)),
      (change, { power.set(processorTemperature: 90) }, .success(true)),
      (change, { power.wake() }, .success(true)), (change, { power.fail(.error(EIO)) }, .failure(noSupply)),
      (press, { button.close() }, .success(false)), (press, { button.fail(.error(ENODEV)) }, .failure(noButton)),
    ]
    for (wait, end, result) in ends {
      try button.open()
      let ended = waiting(wait)
      end()
      #expect(ended() == result)
    }
  }

  /// Runs `body` on another thread until it sleeps or ends; returns a function that waits for its result.
  private func waiting(_ body: @escaping Wait) -> () -> Result<Bool, HardwareError> {
    let thread = Mutex("")
    let result = Mutex<Result<Bool, HardwareError>?>(nil)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      let own = Self.ownThread
      thread.withLock { $0 = own }
      let found = Result(catching: body)
      result.withLock { $0 = found }
    }
    // The state follows the name in parentheses (proc_pid_stat(5)).
    while !Files.text("/proc/\(thread.withLock { $0 })/stat").contains(") S ") { usleep(1000) }
    return {
      group.wait()
      return result.withLock { $0 } ?? .success(false)
    }
  }

  /// `PROCESS/task/THREAD`.
  private static var ownThread: String {
    var link = [CChar](repeating: 0, count: 64)
    let length = readlink("/proc/thread-self", &link, link.count)
    return String(decoding: link.prefix(max(0, length)).map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }
}
