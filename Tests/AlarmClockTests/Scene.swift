import AlarmClock
import Glibc

/// The content of a frame apart from the card.
enum Scene: Sendable {
  /// A furnished room, shifted right in thousandths of the frame's width.
  case room(pushed: Int, light: Double = 1)
  /// One gray everywhere.
  case blank(Double, CardPresence.View = .clear)
  /// A hand close to the lens, brighter on one side.
  case slope
  /// The room, with half of the lens covered in one gray.
  case leftHalf(Double), topHalf(Double)
  /// The room, shifted right, with a dark hand before a corner.
  case hand(pushed: Int)
  /// A person before the room or before a gray wall, shifted right in thousandths of the frame's width.
  case person(Int, wall: Double? = nil)
  /// Hands and forearms in these directions from a card before a gray wall, shifted right in thousandths of the frame's
  /// width.
  case arms(Int, towards: [Direction], wall: Double)

  struct Direction: Sendable {
    var x: Double
    var y: Double
  }

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
    case .person(let right, let wall):
      let isBody = abs(x - 8 - Double(right) * Double(Backdrop.columns) / 1000) < 4 && y > 3
      return isBody ? 20 + Self.room(pushed: right).gray(x, y) / 2 : wall ?? Self.room(pushed: 0).gray(x, y)
    case .arms(let right, let directions, let wall):
      let (left, top) = (x - 8 - Double(right) * Double(Backdrop.columns) / 1000, y - 6)
      let isArm = directions.contains { way in
        abs(left * way.y - top * way.x) < 2 && left * way.x + top * way.y > -3
      }
      return isArm ? 190 + 50 * sin(1.1 * left + 0.7 * top) : wall
    }
  }
}
