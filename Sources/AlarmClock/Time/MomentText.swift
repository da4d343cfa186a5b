/// Reads moments from user input, for lists that start somewhere.
public enum MomentText {
  /// Reads `2026-12-24T07:30:00+01:00` (RFC 3339); `2026-12-24`, `today` or `tomorrow` (the first instant);
  /// `2026-12-24T07:30` or `2026-12-24 07:30`; `-1h` (ago) and `+2h` (from now).
  ///
  /// Wall-clock times are those of `zone`, resolved as `ZoneRules.resolve` does. Moments beyond the range of `Instant`
  /// are refused.
  public static func parse(
    _ text: String, now: Instant, zone: ZoneRules, field: String = "TIME"
  ) throws(InvalidValue) -> Instant {
    if text.hasPrefix("+") || text.hasPrefix("-") {
      let length = try DurationText.parse(text.dropFirst(), of: text, field: field)
      let span = text.hasPrefix("+") ? length : .zero - length
      // If this fails, the arithmetic has saturated.
      guard (now + span) - now == span else { throw DateText.outOfRange(text, field: field) }
      return now + span
    }
    if let instant = RFC3339.parse(text) { return instant }

    var scanner = TextScanner(text)
    if let date = scanner.date(), scanner.skip("T") || scanner.skip("t") || scanner.skip(" ") {
      _ = try DateText.checked(date, text, field: field)
      if let time = scanner.time(), scanner.isAtEnd {
        return zone.resolve(LocalDateTime(date: date, time: time)).instant
      }
    }
    do throws(InvalidValue) {
      let date = try DateText.parse(text, today: zone.local(now).date, field: field)
      return zone.resolve(LocalDateTime(date: date, time: .midnight)).instant
    } catch {
      if LocalDate(text) != nil { throw error }
      throw TypedValue(text, field: field).refusal(
        error.reason, "give a moment like 2026-12-24, '2026-12-24 07:30', 2026-12-24T07:30:00+01:00, -1h or +2h")
    }
  }

  /// Reads a moment as `parse` does, but in the past: `7d` is seven days ago, and `friday` the last one, today
  /// included.
  ///
  /// - Parameter isEnd: Whether a date means its end, so that `yesterday` includes all of yesterday.
  public static func parsePast(
    _ text: String, now: Instant, zone: ZoneRules, field: String, isEnd: Bool = false
  ) throws(InvalidValue) -> Instant {
    let today = zone.local(now).date
    if let day = day(text, today, field) {
      return zone.resolve(LocalDateTime(date: isEnd ? day.adding(days: 1) : day, time: .midnight)).instant
    }
    if DurationText.isDuration(text) { return try parse("-" + text, now: now, zone: zone, field: field) }
    do throws(InvalidValue) { return try parse(text, now: now, zone: zone, field: field) } catch {
      if LocalDate(text) != nil { throw error }
      throw TypedValue(text, field: field).refusal(
        error.reason, "give a moment like yesterday, friday, 7d, 2026-11-01 or '2026-11-01 07:30'")
    }
  }

  /// Reads a date; returns `nil` if the text is not a date or cannot be stored as an instant.
  private static func day(_ text: String, _ today: LocalDate, _ field: String) -> LocalDate? {
    if let day = DaysText.weekday(Substring(text.lowercased())) {
      return today.adding(days: -((today.weekday.rawValue - day.rawValue + 7) % 7))
    }
    do throws(InvalidValue) { return try DateText.parse(text, today: today, field: field) } catch { return nil }
  }
}
