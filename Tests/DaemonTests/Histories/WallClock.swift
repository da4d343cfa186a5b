import AlarmClock

@testable import Daemon
@testable import Machine

/// The zones of the histories and their wall clocks, found by looking at the clock again and again.
///
/// From the product, it uses only the wall-clock time at an instant.
final class WallClock {
  static let names = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kolkata", "UTC",
  ]

  let zones: [ZoneRules]
  private var found: [Question: Instant] = [:]

  private struct Question: Hashable {
    var zone: Int
    var local: LocalDateTime
  }

  init() throws {
    zones = try Self.names.map { try ZoneRules(name: $0, tzif: Descriptor.contents(of: "/usr/share/zoneinfo/\($0)")) }
  }

  func date(_ instant: Instant, zone: Int) -> LocalDate { zones[zone].local(instant).date }

  /// Returns the first instant at which the wall clock shows this time or a later one. Searches by quarters of an hour,
  /// then by minutes, because the offsets of these zones change at full quarters.
  func first(_ local: LocalDateTime, zone: Int) -> Instant {
    let question = Question(zone: zone, local: local)
    if let known = found[question] { return known }
    var instant = Self.asIfUTC(local) - .seconds(15 * 3600)
    instant = Instant(seconds: instant.seconds.flooredQuarter)
    while zones[zone].local(instant) < local { instant += .seconds(900) }
    var earlier = instant - .seconds(60)
    while zones[zone].local(earlier) >= local { earlier = earlier - .seconds(60) }
    while zones[zone].local(earlier) < local { earlier += .seconds(60) }
    found[question] = earlier
    return earlier
  }

  /// Returns whether the wall clock never shows this date.
  func skips(_ date: LocalDate, zone: Int) -> Bool {
    self.date(first(LocalDateTime(date: date, time: .midnight), zone: zone), zone: zone) > date
  }

  private static func asIfUTC(_ local: LocalDateTime) -> Instant {
    guard let midnight = RFC3339.parse("\(local.date)T00:00:00Z") else {
      preconditionFailure("\(local.date) has no midnight")
    }
    return midnight + .seconds(local.time.hour * 3600 + local.time.minute * 60 + local.time.second)
  }
}

extension Int64 {
  fileprivate var flooredQuarter: Int64 { self - ((self % 900) + 900) % 900 }
}
