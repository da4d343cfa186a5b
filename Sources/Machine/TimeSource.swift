import AlarmClock
import CLinux
import Glibc

/// The clocks of the machine; tests supply their own.
package protocol TimeSource: Sendable {
  /// The time of day, which can step, and the time since boot, which never does and includes suspended time.
  var reading: ClockReading { get }
  /// The time since an arbitrary moment; never steps.
  var monotonic: Duration { get }
  func sleep(for duration: Duration) async throws
}

/// Tells whether the time of day can be trusted.
package protocol TrustSource: Sendable {
  var trust: ClockTrust { get }
}

extension TimeSource {
  package var now: Instant { reading.now }
  package var sinceBoot: Duration { reading.sinceBoot }

  /// Sleeps; returns `false` if the task was canceled before the end.
  package func rest(for duration: Duration) async -> Bool {
    do {
      try await sleep(for: duration)
      return true
    } catch {
      return false
    }
  }
}

/// CLOCK_REALTIME, CLOCK_BOOTTIME and CLOCK_MONOTONIC (clock_gettime(2)).
package struct SystemTime: TimeSource, TrustSource {
  package init() {}

  package var reading: ClockReading {
    ClockReading(now: now, sinceBoot: .nanoseconds(rouse_clock(CLOCK_BOOTTIME)), boot: Self.bootID)
  }

  package var now: Instant { Instant(nanoseconds: rouse_clock(CLOCK_REALTIME)) }
  package var monotonic: Duration { .nanoseconds(rouse_clock(CLOCK_MONOTONIC)) }
  package var trust: ClockTrust { ClockTrust.ofTheMachine(at: reading) }

  /// From random(4). If it is unreadable, a random ID makes each process look like a boot of its own.
  private static let bootID: String = {
    let path = "/proc/sys/kernel/random/boot_id"
    let unknown = "unknown-\(UInt64.random(in: 0...UInt64.max))"
    guard let file = fopen(path, "r") else { return unknown }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let line = bytes[..<fread(&bytes, 1, bytes.count, file)].prefix { $0 > UInt8(ascii: " ") }
    return line.isEmpty ? unknown : String(decoding: line, as: UTF8.self)
  }()

  package func sleep(for duration: Duration) async throws { try await Sleeper.shared.sleep(for: duration) }
}
