import AlarmClock
import Glibc

/// The rest of a picture, without the card.
enum Scene: Sendable {
  /// A furnished room, moved to the right by so many thousandths of the picture's width.
  case room(pushed: Int, light: Double = 1)
  /// One grey everywhere.
  case blank(Double, CardPresence.View = .clear)
  /// A hand close to the lens, brighter on one side.
  case slope
  /// The room, with one half of the lens covered by something of one grey.
  case leftHalf(Double), topHalf(Double)
  /// The room, moved to the right, with a dark hand before a corner.
  case hand(pushed: Int)
  /// Somebody before the room, so many thousandths of the picture's width to the right.
  case person(Int)

  var view: CardPresence.View {
    if case .blank(_, let view) = self { view } else { .clear }
  }

  var backdrop: Backdrop? {
    Backdrop(
      (0..<Backdrop.columns * Backdrop.rows).map { index in
        UInt8(gray(Double(index % Backdrop.columns), Double(index / Backdrop.columns)))
      })
  }

  private func gray(_ x: Double, _ y: Double) -> Double {
    switch self {
    case .room(let pushed, let light):
      let left = x - Double(pushed) * Double(Backdrop.columns) / 1000
      return light * (110 + 45 * sin(0.9 * left + 0.3 * y) + 30 * sin(0.8 * y - 0.35 * left))
    case .blank(let gray, _): return gray
    case .slope: return 30 + 6 * x + 2 * y
    case .leftHalf(let cover): return x < 9 ? cover : Self.room(pushed: 0).gray(x, y)
    case .topHalf(let cover): return y < 7 ? cover : Self.room(pushed: 0).gray(x, y)
    case .hand(let pushed): return x + y < 9 ? 15 : Self.room(pushed: pushed).gray(x, y)
    case .person(let right):
      let isBody = abs(x - 8 - Double(right) * Double(Backdrop.columns) / 1000) < 4 && y > 3
      return isBody ? 20 + Self.room(pushed: right).gray(x, y) / 2 : Self.room(pushed: 0).gray(x, y)
    }
  }
}
