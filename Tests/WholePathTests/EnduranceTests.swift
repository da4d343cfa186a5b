import Control
import Glibc
import TestSupport
import Testing

extension BreakingTests {
  /// Returns how many KiB of anonymous memory the rings may add. SQLite keeps written pages up to its `cache_size`,
  /// and the heap may keep freed memory.
  private static func mostGrowth(in rings: Int) -> Int { 512 + rings / 2 }

  @Test(.takesLong) func manyRingsInARowLeaveNothingBehind() async throws {
    let warmUp = 50
    let count = Self.isSoak ? 1000 : 100
    try await Clock.run(isLong: true) { clock in
      let id = try #require(clock.daemonID)
      let client = try clock.connect()
      // Fill the mock board's bounded history, so that it no longer grows.
      for _ in 0..<2100 {
        _ = try client.send(FailDevice(device: "lamp", error: "EIO"))
        _ = try client.send(HealDevice(device: "lamp"))
      }
      var rings = try await Self.ring(warmUp, of: client, on: clock)
      try await clock.eventually("the tone of the last card is over") { try await !clock.mock.speaker.playing }
      let before = try await Self.footprint(of: id, on: clock)
      let start = ContinuousClock.now
      rings.formUnion(try await Self.ring(count - warmUp, of: client, on: clock))
      let pace = (ContinuousClock.now - start).seconds / Double(count - warmUp)
      var after = try await Self.footprint(of: id, on: clock)
      // Pool threads and the last reader's descriptors may take a moment to go.
      try await clock.eventually("they are as few as before") {
        after = try await Self.footprint(of: id, on: clock)
        return after.threads <= before.threads && after.descriptors <= before.descriptors
      }
      Self.figure(
        "rings in a row: \(count), one each \(pace.short) s; after \(warmUp) → after \(count): "
          + "anonymous memory \(before.anonymous) → \(after.anonymous) KiB, descriptors \(before.descriptors) → "
          + "\(after.descriptors), threads \(before.threads) → \(after.threads)")
      // There may be fewer, if a pool thread has ended.
      #expect(after.descriptors <= before.descriptors)
      #expect(after.threads <= before.threads)
      #expect(after.anonymous - before.anonymous < Self.mostGrowth(in: count - warmUp))
      _ = try await clock.end(SIGTERM)
      let stored = try clock.storedRings()
      #expect(stored.count == count)
      #expect(stored.filter { $0.outcome != "dismissed" }.map(\.alarmID) == [])
      #expect(Set(stored.map(\.alarmID)) == rings)
    }
  }

  /// Adds `count` alarms, four a second, each due a second later. After each burst the card is shown and the alarms
  /// that rang are removed.
  private static func ring(_ count: Int, of client: ControlClient, on clock: Clock) async throws -> Set<String> {
    let card = try clock.showing("right")
    var alarms: Set<String> = []
    while alarms.count < count {
      var burst: [String] = []
      for _ in 0..<min(25, count - alarms.count) {
        burst.append(try client.send(AddAlarm(input: AlarmInput(time: "+1s"))).alarm.id)
        try await Task.sleep(for: .milliseconds(250))
      }
      try await clock.eventually("all ring") {
        let status = try client.send(GetStatus())
        return status.rings.count == burst.count && status.next == nil
      }
      _ = try client.send(card)
      try await clock.eventually("all have rung") {
        let status = try client.send(GetStatus())
        return status.state == .idle && status.storage.unstored == 0
      }
      _ = try client.send(HidePicture())
      for id in burst { _ = try client.send(ChangeAlarm(alarm: id, change: .remove)) }
      alarms.formUnion(burst)
    }
    return alarms
  }

  private struct Footprint {
    /// KiB that no file backs (proc(5), smaps_rollup).
    var anonymous: Int
    var descriptors: Int
    var threads: Int
  }

  /// Returns the daemon's resources while nothing rings and no reader runs.
  private static func footprint(of id: pid_t, on clock: Clock) async throws -> Footprint {
    try await clock.eventually("the reader has ended") { clock.scanID == nil }
    return Footprint(
      anonymous: try Files.number("Anonymous:", in: "/proc/\(id)/smaps_rollup"),
      descriptors: Files.names("/proc/\(id)/fd").count, threads: Files.names("/proc/\(id)/task").count)
  }
}
