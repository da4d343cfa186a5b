/// The wall-clock rules of one time zone: its past changes and the rule for its future.
///
/// Read from TZif data (RFC 9636) into a value, so that nothing depends on the process-global `TZ` and tests can use
/// any number of zones at once. Lookups are a binary search.
public struct ZoneRules: Hashable, Sendable {
  public let name: String
  /// The offset before the first transition, in seconds east of UTC: less than a day, like all offsets.
  let initial: Int64
  /// In strictly ascending order.
  let transitions: [Transition]
  /// The rule after the last transition, or `nil` if the data has none: then the last offset stays in force forever.
  var footer: POSIXZone?

  /// A change to `offset` at `at`, in seconds since 1970.
  struct Transition: Hashable, Sendable {
    var at: Int64
    var offset: Int64
  }
}

extension ZoneRules {
  public static let utc = ZoneRules(name: "UTC", initial: 0, transitions: [])

  /// Reads TZif data of versions 1 to 4, as found in /usr/share/zoneinfo.
  ///
  /// - Throws: If the data is truncated or malformed, counts leap seconds (`right/…`), or has an offset of 24 hours
  ///   or more.
  public init(name: String, tzif: [UInt8]) throws(ZoneError) {
    var reader = TZifReader(name: name, bytes: tzif)
    self = try reader.rules()
  }

  /// Returns the seconds to add to UTC, positive east of Greenwich.
  public func offset(at instant: Instant) -> Int64 { span(at: instant.seconds).offset }

  /// Returns the wall-clock time at an instant, without fractions of a second.
  public func local(_ instant: Instant) -> LocalDateTime {
    LocalDateTime(secondsSinceEpoch: instant.seconds + offset(at: instant))
  }

  /// Returns the instant at which the wall clock first reaches `local`. A time that occurs twice resolves to the first
  /// occurrence; a time that is skipped resolves to the first instant after the gap. A later wall-clock time never
  /// resolves to an earlier instant.
  ///
  /// Times outside the range of `Instant` (years 1677 to 2262) resolve to its nearer end.
  public func resolve(_ local: LocalDateTime) -> (instant: Instant, adjustment: TimeAdjustment) {
    let wall = local.secondsSinceEpoch
    // Offsets are less than a day, so a day before `wall` (read as UTC) the wall clock is before `wall`, and a day
    // after it is past `wall`.
    var span = span(at: wall - 86_400)
    while wall - span.offset >= span.end {
      span = self.span(at: span.end)
    }
    let match = wall - span.offset
    if match < span.start {
      return (Instant(seconds: span.start), .movedByGap)
    }
    var later = span
    while later.end <= wall + 86_400 {
      later = self.span(at: later.end)
      let second = wall - later.offset
      if second >= later.start, second < later.end {
        return (Instant(seconds: match), .firstOfOverlap)
      }
    }
    return (Instant(seconds: match), .none)
  }

  /// Whether the wall clock never shows a date, such as 2011-12-30 in Apia.
  func skips(_ date: LocalDate) -> Bool {
    let start = resolve(LocalDateTime(date: date, time: .midnight))
    guard start.adjustment == .movedByGap else { return false }
    return local(start.instant).date > date
  }

  /// Returns when the clocks next change within `time` after `moment`, and by how much (positive if they go forward),
  /// or `nil` if they do not change.
  public func nextChange(after moment: Instant, within time: Duration) -> (at: Instant, by: Duration)? {
    var start = span(at: moment.seconds)
    // A span may end where only the zone's abbreviation changes.
    while start.end <= (moment + time).seconds {
      let next = span(at: start.end)
      let difference = next.offset - start.offset
      if difference != 0 { return (Instant(seconds: start.end), .seconds(difference)) }
      start = next
    }
    return nil
  }

  /// Returns the span of constant offset around an instant, in seconds since 1970.
  private func span(at seconds: Int64) -> ZoneSpan {
    let next = transitions.firstSortedIndex { $0.at > seconds }
    let start = next == 0 ? ZoneSpan.distantPast : transitions[next - 1].at
    let hasNext = next < transitions.count
    if !hasNext, let footer { return footer.span(at: seconds, since: start) }
    return ZoneSpan(
      start: start, end: hasNext ? transitions[next].at : ZoneSpan.distantFuture,
      offset: next == 0 ? initial : transitions[next - 1].offset)
  }

  public func next(_ time: LocalTime, after now: Instant) -> LocalDateTime {
    let today = LocalDateTime(date: local(now).date, time: time)
    return resolve(today).instant > now ? today : LocalDateTime(date: today.date.adding(days: 1), time: time)
  }
}

/// A time in which one offset is in force: from `start` up to but not including `end`, in seconds since 1970.
struct ZoneSpan {
  var start: Int64
  var end: Int64
  var offset: Int64

  // Beyond any date, but far enough from the limits of Int64 that adding an offset cannot overflow.
  static let distantPast: Int64 = -1 << 61
  static let distantFuture: Int64 = 1 << 61
}
