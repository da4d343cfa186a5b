import AlarmClock
import CLinux
import Glibc

/// Whether the time of day can be believed, and why.
package struct ClockTrust: Hashable, Sendable {
  package var isTrusted: Bool
  package var why: String
  /// It is so because somebody said that a battery keeps the clock.
  package var restsOnBattery: Bool

  package init(isTrusted: Bool, why: String, restsOnBattery: Bool = false) {
    self.isTrusted = isTrusted
    self.why = why
    self.restsOnBattery = restsOnBattery
  }

  /// systemd-timesyncd touches it at each synchronization, every 34 minutes at the latest.
  private static let mark = "/run/systemd/timesync/synchronized"
  private static let longestMark: Duration = .seconds(3 * 3600)

  /// The kernel's own word (adjtimex(2)), or the mark of systemd-timesyncd.
  ///
  /// Setting the clock by hand takes the kernel's word back, but leaves the mark: it counts only while it is of these hours.
  package static func ofTheMachine(at now: Instant) -> ClockTrust {
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
