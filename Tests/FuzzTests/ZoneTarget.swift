import TestSupport

@testable import AlarmClock

extension FuzzTarget {
  /// A file of the system's time zones.
  static let zones = FuzzTarget(
    name: "zones", longest: 2048,
    seeds: {
      var seeds = footers.map { zone(footer: $0) }
      seeds.append(zone(footer: "AAA-1", transitions: [(-1 << 40, 1), (0, 0), (1_774_746_000, 1), (1 << 33, 0)]))
      // Version 1: no footer, 32-bit times.
      var old = Array("TZif".utf8)
      old += [UInt8](repeating: 0, count: 31)
      old += [1, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0] as [UInt8]
      old += "UTC\0".utf8
      seeds.append(old)
      return seeds
    },
    examine: { bytes in
      let read = try attempt(\.reason) { () throws(ZoneError) in try ZoneRules(name: "Made/Up", tzif: bytes) }
      guard let zone = read else { return }
      for instant in instants {
        _ = RFC3339.format(instant, in: zone)
        try promise(abs(zone.offset(at: instant)) < 86_400, "an offset of a day")
        // Resolving a local time that was shown gives the same instant, or an earlier one if the time is shown twice.
        let local = zone.local(instant)
        let resolved = zone.resolve(local)
        try promise(resolved.instant <= instant, "\(local) was shown before it is reached")
        if resolved.adjustment == .movedByGap {
          // A clock that goes forward over a time and later back may show it anyway; the time counts as due when it was
          // skipped.
          try promise(
            zone.local(resolved.instant) > local, "\(local) is said to be skipped where it was not passed over")
          let before = zone.local(resolved.instant - .seconds(1))
          try promise(before < local, "\(local) is said to be skipped, and was shown before")
        } else if resolved.instant != .min {
          try promise(zone.local(resolved.instant) == local, "\(local) is not shown")
        }
      }
      for local in locals { _ = zone.resolve(local) }
      var last = Instant(seconds: 1_774_000_000)
      for _ in 0..<20 {
        guard let next = Recurrence.weekly(.daily, at: locals[0].time).next(after: last, in: zone) else { break }
        try promise(next.due > last, "the next ring is not later than the last")
        last = next.due
      }
    })

  static func zone(footer: String, transitions: [(at: Int64, type: UInt8)] = []) -> [UInt8] {
    var zone = MadeUpZone()
    zone.transitions = transitions
    zone.types = [(3600, 0, 0), (7200, 1, 4)]
    zone.names = "AAA\0BBB\0"
    zone.footer = "\n\(footer)\n"
    return zone.bytes
  }

  private static let instants =
    [Instant.min, .max]
    + [0, 1_774_745_999, 1_774_746_000, 1_792_890_000, 4_102_444_800, -5_000_000_000].map {
      Instant(seconds: $0)
    }

  private static let locals = ["2026-03-29T02:30", "0001-01-01T00:00", "9999-12-31T23:59:59", "2026-10-25T02:30"]
    .compactMap { LocalDateTime($0) }

  private static let footers = [
    "", "UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "<+0330>-3:30", "IST-1GMT0,M10.5.0,M3.5.0/1", "EST5EDT,0/0,J365/25",
    "AAA0BBB,J1/-167,J200", "AAA0BBB,J100,J365/167", "EET-2EEST,M3.4.4/50,M10.4.4/50", "AEST-10AEDT,M10.1.0,M4.1.0/3",
  ]
}
