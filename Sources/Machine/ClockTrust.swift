import AlarmClock
import CLinux
import Glibc
import Synchronization

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

  private static let lastSynchronization = Mutex(LastSynchronization())

  /// Returns whether the machine's clock can be trusted, also by what this process has seen before.
  package static func ofTheMachine(at reading: ClockReading) -> ClockTrust {
    let trust = ofTheMachine(at: reading.now)
    return lastSynchronization.withLock { $0.trust(trust, at: reading) }
  }

  /// The kernel's own word (adjtimex(2)), or the mark of systemd-timesyncd.
  ///
  /// Setting the clock by hand takes the kernel's word back, but leaves the mark: it counts only while it is of these hours.
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
        "not synchronized by NTP: `timedatectl` tells why; alarms ring by the time there is. Where a clock chip with a "
        + "battery keeps the time: `rouse settings set clock-source battery`")
  }
}

/// The last time that NTP synchronized the clock. A clock that has not been set since then stays trusted.
///
/// Without a network the kernel stops calling the clock synchronized after about nine hours: it assumes an error of 500 parts
/// per million, and its limit is 16 s (adjtimex(2), `maxerror`). The real error of a Raspberry Pi is about one second then.
package struct LastSynchronization {
  /// At 50 parts per million the error is 13 seconds.
  package static let longest: Duration = .seconds(3 * 86_400)
  /// Allows a leap second and the time between the readings of the two clocks.
  package static let tolerance: Duration = .seconds(2)

  /// The last synchronization, as time since boot, and the time of day at boot. Only a step changes the latter: NTP's small
  /// corrections affect both clocks.
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
