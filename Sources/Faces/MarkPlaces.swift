import AlarmClock
import Hardware

extension DisplayShape {
  /// The place whose dot says a mark: always the same on displays of one shape. A mark is left out where the display has no
  /// such dot, or where that dot stands for a colon: then `rouse status` alone says it.
  ///
  /// | digits | pm | power | alarm | clock | miss |
  /// |---|---|---|---|---|---|
  /// | 4 | 1 | 2 | 3 | – | 4 |
  /// | 6 | 1 | 2 | 3 | 5 | 6 |
  /// | 8 | 1 | 2 | 3 | 5 | 8 |
  ///
  /// Without a colon the second dot stands for it: power then has that of the fourth of six, which seconds need for their
  /// colon, that of the seventh of eight, and none on four digits.
  ///
  /// On four digits the whole time blinks where it cannot be believed.
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
