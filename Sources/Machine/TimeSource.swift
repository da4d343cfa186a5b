import AlarmClock
import Glibc

/// The clocks of the machine. Tests put one of their own in its place.
package protocol TimeSource: Sendable {
  /// The time of day. It can step.
  var now: Instant { get }
  /// Time since some moment, which never steps.
  var monotonic: Duration { get }
  /// Since the machine started, the time it slept included; it never steps.
  var sinceBoot: Duration { get }
  /// Which start of the machine that was: no two are called alike.
  var boot: String { get }
  /// Whether the time of day can be believed.
  var trust: ClockTrust { get }
  func sleep(for duration: Duration) async throws
}

extension TimeSource {
  /// All of them.
  package var reading: ClockReading { ClockReading(now: now, sinceBoot: sinceBoot, boot: boot) }

  /// Sleeps; false when the sleep was cut short, because the task was cancelled.
  package func rest(for duration: Duration) async -> Bool {
    do {
      try await sleep(for: duration)
      return true
    } catch {
      return false
    }
  }
}

/// CLOCK_REALTIME and CLOCK_MONOTONIC (clock_gettime(2)).
package struct SystemTime: TimeSource {
  package init() {}

  package var now: Instant { Instant(nanoseconds: read(CLOCK_REALTIME)) }
  package var monotonic: Duration { .nanoseconds(read(CLOCK_MONOTONIC)) }

  package var trust: ClockTrust { ClockTrust.ofTheMachine(at: now) }

  /// CLOCK_BOOTTIME.
  package var sinceBoot: Duration { .nanoseconds(read(CLOCK_BOOTTIME)) }

  package let boot = Self.bootID

  /// random(4); where it cannot be read, no two processes share a start.
  private static let bootID: String = {
    let path = "/proc/sys/kernel/random/boot_id"
    let unknown = "unknown-\(UInt64.random(in: 0...UInt64.max))"
    guard let file = fopen(path, "r") else { return unknown }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let line = bytes[..<fread(&bytes, 1, bytes.count, file)].prefix { $0 > UInt8(ascii: " ") }
    return line.isEmpty ? unknown : String(decoding: line, as: UTF8.self)
  }()

  package func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }

  private func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
