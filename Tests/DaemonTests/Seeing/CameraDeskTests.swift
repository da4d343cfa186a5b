import AlarmClock
import Glibc
import Hardware
import MockHardware
import Testing

@testable import Daemon
@testable import Machine

@Suite(.startsPrograms) struct CameraDeskTests {
  private let time = SystemTime()

  /// The first user closes the camera slowly. If the second opened it earlier, its wait for a frame would be cut off.
  @Test func whoComesNextOpensTheCameraAfterTheLastOneHasClosedIt() async throws {
    let camera = SlowlyClosedCamera()
    let health = try DeviceHealth(at: time)
    let desk = CameraDesk(
      camera: .fed(camera), program: ScanProcess.programPath, health: health, events: health.events,
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
    #expect(health.events.pending.filter { $0.kind == .deviceFailed }.map(\.detail) == [])
  }
}

/// A camera whose `close` takes until somebody else has opened it, or a tenth of a second.
private final class SlowlyClosedCamera: Camera {
  private let camera = MockCamera()
  private let log = Box<[String]>([])

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

struct CardDigestTests {
  /// Computed with Python's `hashlib.scrypt(payload, salt=…, n=16384, r=8, p=1, dklen=32)`.
  @Test(arguments: [
    ("ROUSE:ABC", "0d08206e59ff8b2a1f27000842441dabd8de6077e6d9cc0adf9e65c2962660ed"),
    ("a\0b", "db46d0b4640724788d5c62c948df7b1bd493df8cc77f2a1136317ef85eae93ac"),
    ("R\u{E9}veil", "0411ad2a280ef27611bcbf496418bdf2abc50205b532cecd5deb52581e8479a0"),
    ("5901234123457", "ce992d308648eb198d2f6469ff4ec91857503a1c3d216077fc6c56c2adc19c3c"),
  ])
  func isScryptOfTheBytes(payload: String, expected: String) async throws {
    let digest = try #require(try await CardDigest().digest(of: Array(payload.utf8), salt: [UInt8](0..<16)))
    #expect(digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
  }
}

/// Codes count as in view even if not every frame reads them.
@Suite struct RecentCodesTests {
  /// Times in milliseconds, the codes read then, and the codes in view.
  typealias Looks = [(at: Int, read: [UInt8], inView: [UInt8])]

  static let histories: [Looks] = [
    [(0, [], [])],
    // A code that is read intermittently stays; it goes a second after the last reading.
    [(0, [1], [1]), (66, [], [1]), (900, [1], [1]), (1900, [], [1]), (1901, [], [])],
    // Two alternating codes are both in view, in order of arrival.
    [
      (0, [2], [2]), (66, [1], [2, 1]), (132, [2], [2, 1]), (198, [1, 1], [2, 1]), (1132, [], [2, 1]), (1150, [], [1]),
    ],
  ]

  @Test(arguments: histories.indices)
  func aCodeIsInViewForASecondAfterItWasRead(index: Int) {
    var codes = RecentCodes()
    for (at, read, inView) in Self.histories[index] {
      let now: Duration = .milliseconds(at)
      codes.look(at: Sight(brightness: 100, payloads: read.map { [$0] }), at: now)
      #expect(codes.payloads(at: now) == inView.map { [$0] }, "at \(at) ms")
    }
  }

  @Test func withoutANewLookACodeGoesAsWell() {
    var codes = RecentCodes()
    codes.look(at: Sight(brightness: 100, payloads: [[7]]), at: .zero)
    #expect(codes.payloads(at: .seconds(1)) == [[7]])
    #expect(codes.payloads(at: .milliseconds(1001)) == [])
  }
}
