import Glibc
import Hardware
import Synchronization
import Testing

@testable import MockHardware

@Suite struct SensorTests {
  let board = MockBoard(clock: ManualClock().mockClock)

  @Test func eachSaysWhatItIsToldTo() throws {
    board.light.set(lux: 0.5)
    board.room.set(temperature: -3.25)
    board.room.set(humidity: 41)
    board.power.set(low: true)
    #expect(try board.light.illuminance() == 0.5)
    #expect(try board.room.climate() == RoomClimate(temperature: -3.25, humidity: 41))
    #expect(try board.power.strain().isPowerLow)
    board.room.set(humidity: nil)
    #expect(try board.room.climate().humidity == nil)
    board.power.set(processorTemperature: 82.5)
    #expect(try board.power.strain() == BoardStrain(isPowerLow: true, processorTemperature: 82.5))
    board.power.set(low: false)
    #expect(try !board.power.strain().isPowerLow)
  }

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

  @Test func aPressIsHeardOnceAndOnlyWhileSomebodyListens() throws {
    let button = board.button
    button.press()
    try button.open()
    button.press()
    button.press()
    #expect(try button.waitForPress())
    #expect(try button.waitForPress())
    button.fail(.stall)
    button.press()
    button.heal()
    button.press()
    #expect(try button.waitForPress(), "one that is pressed while it stalls is not heard")
    button.close()
    #expect(try !button.waitForPress())
    #expect(!board.button.isOpen)
  }

  @Test func whoeverWaitsForAPressHearsOfAFailure() throws {
    let button = board.button
    try button.open()
    let heard = waiting { () throws(HardwareError) in try button.waitForPress() }
    button.fail(.error(ENODEV))
    #expect(heard() == .failure(HardwareError(.button, "waiting for a press", code: ENODEV)))
  }

  @Test func aCloseEndsTheWaitForAPress() throws {
    let button = board.button
    try button.open()
    let heard = waiting { () throws(HardwareError) in try button.waitForPress() }
    button.close()
    #expect(heard() == .success(false))
  }

  @Test func theWaitForTheSupplyEndsWithAChangeAWakeOrAFailure() throws {
    let power = board.power
    for end in [
      { power.set(low: true) }, { power.set(processorTemperature: 90) }, { power.wake() },
    ] as [@Sendable () -> Void] {
      let ended = waiting { () throws(HardwareError) in
        try power.waitForChange(atMost: .seconds(600))
        return true
      }
      end()
      #expect(ended() == .success(true))
    }
    let ended = waiting { () throws(HardwareError) in
      try power.waitForChange(atMost: .seconds(600))
      return true
    }
    power.fail(.error(EIO))
    #expect(ended() == .failure(HardwareError(.power, "waiting for a change of the voltage", code: EIO)))
  }

  @Test func aWaitForTheSupplyReturnsAfterItsTimeOrAnEarlierWake() throws {
    try board.power.waitForChange(atMost: .milliseconds(20))
    board.power.wake()
    try board.power.waitForChange(atMost: .seconds(600))
  }

  /// Runs `body` on its own thread and returns a function that waits for its result.
  private func waiting(
    _ body: @escaping @Sendable () throws(HardwareError) -> Bool
  ) -> () -> Result<Bool, HardwareError> {
    let waiting = Waiting(body)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Waiting>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(waiting).toOpaque())
    #expect(code == 0)
    while !waiting.isBlocked { usleep(1000) }
    return {
      pthread_join(thread, nil)
      return waiting.result.withLock { $0 } ?? .success(false)
    }
  }
}

private final class Waiting: Sendable {
  let result = Mutex<Result<Bool, HardwareError>?>(nil)
  private let thread = Atomic<Int>(0)
  private let body: @Sendable () throws(HardwareError) -> Bool

  init(_ body: @escaping @Sendable () throws(HardwareError) -> Bool) { self.body = body }

  /// Whether the thread has started and now sleeps in the kernel, or has ended.
  var isBlocked: Bool {
    let id = thread.load(ordering: .acquiring)
    guard id > 0 else { return false }
    // The state follows the name in parentheses (proc_pid_stat(5)).
    return text(of: "/proc/self/task/\(id)/stat")?.split(separator: ")").last?.hasPrefix(" S") ?? true
  }

  func run() {
    // `PROCESS/task/THREAD`.
    var link = [CChar](repeating: 0, count: 64)
    let length = readlink("/proc/thread-self", &link, link.count)
    let path = String(decoding: link.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    thread.store(path.split(separator: "/").last.flatMap { Int($0) } ?? -1, ordering: .releasing)
    do throws(HardwareError) {
      let value = try body()
      result.withLock { $0 = .success(value) }
    } catch {
      result.withLock { $0 = .failure(error) }
    }
  }
}

private func text(of path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1024)
  return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
}
