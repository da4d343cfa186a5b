import Control
import Glibc

/// An action of a device on the mock board, and its time.
struct MockEntry {
  var time: Int64
  var device: String
  var action: String
  var detail: String?

  var isSound: Bool { device == "buzzer" && action == "on" || isPlaying }
  var isPlaying: Bool { device == "speaker" && action == "playing" }
  var isFrame: Bool { device == "camera" && action == "frame" }
  var isOff: Bool { ["off", "close"].contains(action) }

  static func history(_ client: ControlClient) throws -> [MockEntry] {
    try client.send(GetMockHistory()).history.map {
      MockEntry(time: Int64($0.nanoseconds) ?? 0, device: $0.device, action: $0.action, detail: $0.detail)
    }
  }

  /// Polls rarely, so that polling does not disturb the measurement.
  static func wait(
    _ client: ControlClient, _ what: String, find: ([MockEntry]) -> MockEntry?
  ) throws -> MockEntry {
    for _ in 0..<200 {
      if let found = find(try history(client)) { return found }
      usleep(100_000)
    }
    throw BenchError("\(what) did not come within 20 s")
  }

  /// Waits for the first action of a kind, from half a second before a moment on.
  static func wait(
    _ client: ControlClient, _ what: String, since due: Int64, _ isMeant: (MockEntry) -> Bool
  ) throws -> MockEntry {
    try wait(client, what) { entries in entries.first { $0.time > due - 500_000_000 && isMeant($0) } }
  }
}
