extension MomentText {
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
