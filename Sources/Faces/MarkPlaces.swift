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
  /// On four digits the whole time blinks where it cannot be believed.
  public func place(of mark: FaceMark) -> Int? {
    switch mark {
    case .pm: 1
    case .power: 2
    case .alarm: 3
    case .clock: digits >= 6 ? 5 : nil
    case .miss: digits
    }
  }
}
