import AlarmClock
import CLinux
import Glibc
import Synchronization

/// Whether the time of day can be believed, and why.
struct ClockTrust: Hashable, Sendable {
  var isTrusted: Bool
  var why: String

  /// systemd-timesyncd touches it at each synchronization, every 34 minutes at the latest.
  private static let mark = "/run/systemd/timesync/synchronized"
  private static let longestMark: Duration = .seconds(3 * 3600)

  /// The kernel's own word (adjtimex(2)), or the mark of systemd-timesyncd.
  ///
  /// Setting the clock by hand takes the kernel's word back, but leaves the mark: it counts only while it is of these hours.
  static func ofTheMachine(at now: Instant) -> ClockTrust {
    if rouse_clock_is_synchronized() {
      return ClockTrust(isTrusted: true, why: "the kernel says that the clock is synchronized")
    }
    var status = stat()
    if stat(mark, &status) == 0 {
      let age = now - Instant(seconds: Int64(status.st_mtim.tv_sec))
      if (.zero - longestMark...longestMark).contains(age) {
        return ClockTrust(isTrusted: true, why: "systemd-timesyncd has synchronized the clock")
      }
    }
    return ClockTrust(
      isTrusted: false,
      why:
        "not synchronized by NTP: `timedatectl` tells why; alarms ring by the time there is. Where a clock chip with a "
        + "battery keeps the time: `rouse settings set clock-source battery`")
  }
}

/// Knows whether the clock is trusted, and sees that change.
final class TrustWatch: Sendable {
  private let time: any TimeSource
  private let source: Mutex<Settings.ClockSource>
  private let last: Mutex<Bool>

  init(time: any TimeSource, settings: Settings) {
    self.time = time
    source = Mutex(settings.clockSource)
    last = Mutex(time.trust.isTrusted || settings.clockSource == .battery)
  }

  func use(_ settings: Settings) { source.withLock { $0 = settings.clockSource } }

  var current: ClockTrust {
    source.withLock { $0 } == .battery
      ? ClockTrust(isTrusted: true, why: "a battery keeps the clock (`clock-source`)") : time.trust
  }

  var isTrusted: Bool { current.isTrusted }

  /// Whether it has changed since it was asked last, and how it is now.
  func change() -> ClockTrust? {
    let now = current
    return last.withLock { last in
      defer { last = now.isTrusted }
      return last == now.isTrusted ? nil : now
    }
  }

  /// Tells each change, until the task is cancelled. Trust is waited for more eagerly than it is doubted.
  func run(changed: (ClockTrust) -> Void) async {
    while true {
      if let change = change() { changed(change) }
      guard await time.rest(for: last.withLock { $0 } ? .seconds(60) : .seconds(2)) else { return }
    }
  }
}
