import CLinux
import Glibc

/// Whether the time of day can be believed.
enum ClockTrust {
  /// The kernel's own word, or systemd-timesyncd's mark, with the reason in words.
  static func current() -> (trusted: Bool, why: String) {
    if rouse_clock_is_synchronized() { return (true, "the kernel says that the clock is synchronized") }
    if access("/run/systemd/timesync/synchronized", F_OK) == 0 {
      return (true, "systemd-timesyncd has synchronized the clock")
    }
    return (false, "not synchronized by NTP: `timedatectl` tells why; alarms ring by the time there is")
  }
}
