import AlarmClock
import CLinux
import Glibc

/// The clocks of the machine; tests supply their own.
package protocol TimeSource: Sendable {
  /// The time of day, which can step, and the time since boot, which never does and includes suspended time.
  var reading: ClockReading { get }
  /// The time since an arbitrary moment; never steps.
  var monotonic: Duration { get }
  /// Whether the time of day can be trusted.
  var trust: ClockTrust { get }
  func sleep(for duration: Duration) async throws
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
package struct SystemTime: TimeSource {
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
    let line: String
    do { line = String(decoding: try Descriptor.contents(of: path), as: UTF8.self) } catch { line = "" }
    let id = line.prefix { $0 > " " }
    return id.isEmpty ? "unknown-\(UInt64.random(in: 0...UInt64.max))" : String(id)
  }()

  package func sleep(for duration: Duration) async throws { try await Sleeper.shared.sleep(for: duration) }
}
