import AlarmClock
import Hardware

extension DisplayShape {
  /// Returns the digit whose dot shows a mark, the same on all displays of one shape. Returns `nil` if the display has
  /// no such dot; callers also omit a mark whose dot serves as a colon. Only `rouse status` shows an omitted mark.
  ///
  /// | digits | pm | power | alarm | clock | miss |
  /// |---|---|---|---|---|---|
  /// | 4 | 1 | 2 | 3 | – | 4 |
  /// | 6 | 1 | 2 | 3 | 5 | 6 |
  /// | 8 | 1 | 2 | 3 | 5 | 8 |
  ///
  /// On displays without a colon the second dot replaces it. The power mark then moves to the fourth dot of six digits
  /// (which shows it only without seconds) or the seventh of eight, and is omitted on four digits.
  ///
  /// On four digits the whole time blinks instead of a clock mark.
  public func place(of mark: FaceMark) -> Int? {
    switch mark {
    case .pm: 1
    case .power where hasHourColon: 2
    case .power: digits >= 8 ? 7 : digits >= 6 ? 4 : nil
    case .alarm: 3
    case .clock: digits >= 6 ? 5 : nil
    case .miss: digits
    }
  }
}
