import AlarmClock
import CLinux
import Glibc
import Synchronization

/// Whether the time of day can be trusted, and why.
package struct ClockTrust: Hashable, Sendable {
  package var isTrusted: Bool
  package var why: String
  /// Whether the only reason is the user's statement that a battery keeps the clock.
  package var restsOnBattery: Bool

  package init(isTrusted: Bool, why: String, restsOnBattery: Bool = false) {
    self.isTrusted = isTrusted
    self.why = why
    self.restsOnBattery = restsOnBattery
  }

  /// systemd-timesyncd touches this file at each synchronization, at least every 34 minutes.
  private static let mark = "/run/systemd/timesync/synchronized"
  private static let longestMark: Duration = .seconds(3 * 3600)

  private static let lastSynchronization = Mutex(LastSynchronization())

  /// Returns whether the machine's clock can be trusted, including from what this process has seen earlier.
  package static func ofTheMachine(at reading: ClockReading) -> ClockTrust {
    let trust = ofTheMachine(at: reading.now)
    return lastSynchronization.withLock { $0.trust(trust, at: reading) }
  }

  /// Asks the kernel (adjtimex(2)), then checks the timesyncd file.
  ///
  /// Setting the clock by hand clears the kernel's flag but leaves the file, so the file counts for three hours only.
  private static func ofTheMachine(at now: Instant) -> ClockTrust {
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
        "not synchronized by NTP: `timedatectl` shows why; alarms ring by the current time. If a clock chip with a "
        + "battery keeps the time: `rouse settings set clock-source battery`")
  }
}

/// The last synchronization by NTP. A clock that has not been set since then stays trusted.
///
/// Without a network, the kernel reports the clock as unsynchronized after about nine hours: it assumes an error of 500
/// parts per million, and its limit is 16 s (adjtimex(2), `maxerror`). The real error of a Raspberry Pi is then about
/// one second.
package struct LastSynchronization {
  /// At 50 parts per million, the error is then 13 seconds.
  package static let longest: Duration = .seconds(3 * 86_400)
  /// Allows for a leap second and for the time between reading the two clocks.
  package static let tolerance: Duration = .seconds(2)

  /// The time since boot at the last synchronization, and the time of day at boot. Only a step changes the latter; the
  /// small corrections of NTP affect both clocks.
  private var last: (sinceBoot: Duration, start: Instant)?

  package init() {}

  package mutating func trust(_ machine: ClockTrust, at reading: ClockReading) -> ClockTrust {
    let start = reading.now - reading.sinceBoot
    if machine.isTrusted {
      last = (reading.sinceBoot, start)
      return machine
    }
    guard let last, reading.sinceBoot - last.sinceBoot <= Self.longest,
      (.zero - Self.tolerance...Self.tolerance).contains(start - last.start)
    else {
      last = nil
      return machine
    }
    let hours = (reading.sinceBoot - last.sinceBoot) / .seconds(3600)
    return ClockTrust(
      isTrusted: true,
      why: "NTP synchronized the clock " + (hours < 1 ? "less than an hour" : "\(Int(hours)) h")
        + " ago, and nothing has set it since")
  }
}
