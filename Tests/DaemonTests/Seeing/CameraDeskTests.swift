import AlarmClock
import Glibc
import Hardware
import MockHardware
import Synchronization
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

@Suite(.startsPrograms) struct CameraDeskTests {
  private let time = SystemTime()

  /// The first user is slow to close the camera. If the second opened it earlier, the first would close it while the
  /// second waits for a frame.
  @Test func whoComesNextOpensTheCameraAfterTheLastOneHasClosedIt() async throws {
    let camera = SlowlyClosedCamera()
    let events = EventLog(time: time, log: try quietLog())
    let desk = CameraDesk(
      camera: .fed(camera), program: ScanProcess.programPath, health: DeviceHealth(events: events, time: time),
      events: events,
      recognizer: CardRecognizer(digests: try CardDigest(), inForce: BookInForce(AlarmBook())), time: time)
    for purpose in [CameraPurpose.doctor, .bedtime, .cardTest] {
      var count = 0
      for await _ in desk.sights(for: purpose) {
        count += 1
        if count == 3 { break }
      }
      #expect(count == 3)
    }
    #expect(await eventually { camera.calls.count >= 6 })
    #expect(camera.calls == ["open", "close", "open", "close", "open", "close"])
    #expect(events.pending.filter { $0.kind == .deviceFailed }.map(\.detail) == [])
  }
}

/// A camera whose `close` takes until somebody else has opened it, or a tenth of a second.
private final class SlowlyClosedCamera: Camera {
  private let camera = MockCamera()
  private let log = Mutex<[String]>([])

  var calls: [String] { log.withLock { $0 } }

  func open() throws(HardwareError) {
    log.withLock { $0.append("open") }
    try camera.open()
  }

  func frame() throws(HardwareError) -> GrayFrame { try camera.frame() }

  func close() {
    for _ in 0..<20 where calls.last == "open" && calls.suffix(2) != ["open", "open"] { usleep(5000) }
    camera.close()
    log.withLock { $0.append("close") }
  }
}
