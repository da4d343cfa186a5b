/// How the wall clock of one zone follows from the instant: its past changes and the rule for its future.
///
/// A value read from TZif data (RFC 9636), so that nothing depends on the process-global `TZ` and tests can run over
/// any zone at once. Lookups are a binary search.
public struct ZoneRules: Hashable, Sendable {
  /// The name it was read under: `Europe/Berlin`.
  public let name: String
  /// Before the first transition.
  private let initial: ZoneOffset
  /// In strictly ascending order.
  private let transitions: [Transition]
  /// From the last transition on; nil when the data ends without a rule, then its offset stays for ever.
  private let footer: POSIXZone?

  /// Coordinated Universal Time, which needs no data.
  public static let utc = ZoneRules(
    name: "UTC", initial: ZoneOffset(secondsEast: 0, isDaylightSaving: false, abbreviation: "UTC"), transitions: [],
    footer: nil)

  /// Reads TZif data of version 1 to 4, as found under /usr/share/zoneinfo.
  ///
  /// - Throws: when the data is truncated or malformed, counts leap seconds (`right/…`), or strays 24 hours or more
  ///   from UTC.
  public init(name: String, tzif: [UInt8]) throws(ZoneError) {
    var reader = TZifReader(name: name, bytes: tzif)
    let content = try reader.content()
    self.init(name: name, initial: content.initial, transitions: content.transitions, footer: content.footer)
  }

  private init(name: String, initial: ZoneOffset, transitions: [Transition], footer: POSIXZone?) {
    self.name = name
    self.initial = initial
    self.transitions = transitions
    self.footer = footer
  }

  /// The offset in force at an instant.
  public func offset(at instant: Instant) -> ZoneOffset {
    span(at: instant.seconds).offset
  }

  /// What the wall clock shows at an instant; a fraction of a second is dropped.
  public func local(_ instant: Instant) -> LocalDateTime {
    LocalDateTime(secondsSinceEpoch: instant.seconds + Int64(offset(at: instant).secondsEast))
  }

  /// The instant at which the wall clock first reaches a date and time: that time itself, the first of two, or, when
  /// it is skipped, the first instant after the gap. A later wall-clock time never resolves to an earlier instant.
  ///
  /// Beyond the range of `Instant` (years 1677 to 2262) it is the nearest end of it.
  public func resolve(_ local: LocalDateTime) -> ResolvedTime {
    let wall = local.secondsSinceEpoch
    // Offsets are below a day, so a day earlier the wall clock was before `wall`, and a day later it is past it.
    var span = span(at: wall - 86_400)
    while wall - Int64(span.offset.secondsEast) >= span.end {
      span = self.span(at: span.end)
    }
    let match = wall - Int64(span.offset.secondsEast)
    if match < span.start {
      return ResolvedTime(instant: Instant(seconds: span.start), adjustment: .movedByGap)
    }
    var later = span
    while later.end <= wall + 86_400 {
      later = self.span(at: later.end)
      let second = wall - Int64(later.offset.secondsEast)
      if second >= later.start, second < later.end {
        return ResolvedTime(instant: Instant(seconds: match), adjustment: .firstOfOverlap)
      }
    }
    return ResolvedTime(instant: Instant(seconds: match), adjustment: .none)
  }

  /// Whether the wall clock never shows that date, as 2011-12-30 in Apia.
  func skips(_ date: LocalDate) -> Bool {
    let start = resolve(LocalDateTime(date: date, time: .midnight))
    guard start.adjustment == .movedByGap else { return false }
    return local(start.instant).date > date
  }

  /// When the clocks are changed next within a time after a moment, and by how much: forward is more than zero; nil: not.
  public func nextChange(after moment: Instant, within time: Duration) -> (at: Instant, by: Duration)? {
    var start = span(at: moment.seconds)
    // A span may end where the zone gets another name alone.
    while start.end <= (moment + time).seconds {
      let next = span(at: start.end)
      let difference = next.offset.secondsEast - start.offset.secondsEast
      if difference != 0 { return (Instant(seconds: start.end), .seconds(difference)) }
      start = next
    }
    return nil
  }

  /// The stretch of constant offset around an instant, in seconds since 1970.
  private func span(at seconds: Int64) -> ZoneSpan {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].at <= seconds { low = middle + 1 } else { high = middle }
    }
    let start = low == 0 ? ZoneSpan.distantPast : transitions[low - 1].at
    if low == transitions.count {
      if let footer { return footer.span(at: seconds, since: start) }
      return ZoneSpan(start: start, end: ZoneSpan.distantFuture, offset: transitions.last?.offset ?? initial)
    }
    return ZoneSpan(start: start, end: transitions[low].at, offset: low == 0 ? initial : transitions[low - 1].offset)
  }

  /// From `at`, seconds since 1970, `offset` is in force.
  struct Transition: Hashable, Sendable {
    var at: Int64
    var offset: ZoneOffset
  }
}

/// From `start` up to, but not including, `end`, both seconds since 1970, one offset is in force.
struct ZoneSpan {
  var start: Int64
  var end: Int64
  var offset: ZoneOffset

  // Far enough for any date, and far enough from the limits of Int64 that an offset can be added.
  static let distantPast: Int64 = -1 << 61
  static let distantFuture: Int64 = 1 << 61
}
