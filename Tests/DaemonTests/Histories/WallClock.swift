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
  private var found = WallClock.names.map { _ in [LocalDateTime: Instant]() }

  init() throws {
    zones = try Self.names.map { try ZoneRules(name: $0, tzif: Descriptor.contents(of: "/usr/share/zoneinfo/\($0)")) }
  }

  func date(_ instant: Instant, zone: Int) -> LocalDate { zones[zone].local(instant).date }

  /// Returns the first instant at which the wall clock shows this time or a later one. Searches by quarters of an hour,
  /// from fifteen hours before this hour in UTC, then by minutes, because the offsets of these zones change at full
  /// quarters.
  func first(_ local: LocalDateTime, zone: Int) -> Instant {
    if let known = found[zone][local] { return known }
    var instant = Instant(seconds: local.date.daysSinceEpoch * 86_400) + .seconds((local.time.hour - 15) * 3600)
    while zones[zone].local(instant) < local { instant += .seconds(900) }
    var earlier = instant - .seconds(60)
    while zones[zone].local(earlier) >= local { earlier = earlier - .seconds(60) }
    while zones[zone].local(earlier) < local { earlier += .seconds(60) }
    found[zone][local] = earlier
    return earlier
  }

  /// Returns whether the wall clock never shows this date.
  func skips(_ date: LocalDate, zone: Int) -> Bool {
    self.date(first(LocalDateTime(date: date, time: .midnight), zone: zone), zone: zone) > date
  }
}
