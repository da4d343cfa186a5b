import Glibc
import Hardware
import Pictures

/// A card held in a nearly dark room: tilted, moving, blurred and noisy, drawn from a seed. Only the nine numbers of
/// the projection are floating point, which is slow on the virtual board.
struct DarkScene {
  /// Degrees out of the picture plane, and within it.
  var tilt = 38.0
  var turn = 24.0
  /// The size of the card with its white margin in pixels, before tilting.
  var side = 200.0
  /// Pixels that the hand moves during an exposure.
  var smear = 2.5
  /// Gray levels.
  var greys = (ink: 13, room: 20, paper: 44)
  /// The standard deviation of the noise, in gray levels.
  var grain = 5

  private let card: GrayFrame
  /// The modules along a side of the card.
  private let modules: Int
  private var random: UInt64

  /// Samples per pixel.
  private static let samples = 4

  init(payload: [UInt8], seed: UInt64) throws {
    card = try QRCard(payload: payload).image(moduleSize: 1)
    modules = card.width
    random = seed
  }

  mutating func frames(_ count: Int) -> [GrayFrame] {
    var place = (x: 320.0, y: 250.0)
    var speed = (x: 0.0, y: 0.0)
    return (0..<count).map { _ in
      // A shaking hand drifts and returns.
      speed = (speed.x * 0.7 + drawn(4) - (place.x - 320) * 0.1, speed.y * 0.7 + drawn(4) - (place.y - 250) * 0.1)
      place = (place.x + speed.x, place.y + speed.y)
      turn += drawn(1)
      tilt += drawn(1)
      return frame(at: place, direction: drawn(1) * .pi)
    }
  }

  /// Returns a number in -range...range.
  private mutating func drawn(_ range: Double) -> Double { Double(number() % 2001 - 1000) / 1000 * range }

  /// Knuth's MMIX generator; its high bits are the good ones.
  private mutating func number() -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33)
  }

  private mutating func frame(at place: (x: Double, y: Double), direction: Double) -> GrayFrame {
    let plane = projection(at: place)
    let (width, height) = (GrayFrame.cameraWidth, GrayFrame.cameraHeight)
    // The offsets of a pixel's samples along the blur, in 1/16 pixel.
    let offsets = (0..<Self.samples).map { index in
      let share = Double(index) / Double(Self.samples - 1) - 0.5
      return (
        x: Int(16 * (smear * share * cos(direction) + (index % 2 == 0 ? 0.25 : -0.25))),
        y: Int(16 * (smear * share * sin(direction) + (index % 3 == 0 ? 0.25 : -0.25)))
      )
    }
    // The card cannot reach beyond this, however it is turned; the rest of the room is drawn faster.
    let reach = Int(side * 0.8)
    let (middle, rows) = (Int(place.x), Int(place.y) - reach...Int(place.y) + reach)
    var pixels = [UInt8](repeating: 0, count: width * height)
    pixels.withUnsafeMutableBufferPointer { pixels in
      var random = random
      for y in 0..<height {
        for x in 0..<width {
          var light = greys.room + (x / 56 + y / 44) % 3 * 5 - 5
          if rows.contains(y), abs(x - middle) <= reach {
            var sum = 0
            for offset in offsets { sum += grey(16 * x + offset.x, 16 * y + offset.y, plane) ?? light }
            light = sum / Self.samples
          }
          // The sum of four uniform numbers is roughly normal.
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let bits = Int(truncatingIfNeeded: random >> 33)
          let draw = bits & 63 + bits >> 6 & 63 + bits >> 12 & 63 + bits >> 18 & 63 - 126
          pixels[y * width + x] = UInt8(max(0, min(255, light + draw * grain / 37)))
        }
      }
      self.random = random
    }
    return GrayFrame(width: width, height: height, pixels: pixels)
      ?? GrayFrame(width: width, height: height, filledWith: 0)
  }

  /// Returns the matrix from 1/16 pixels to 1/16 modules: the inverse of a pinhole camera's view, as integers.
  private func projection(at place: (x: Double, y: Double)) -> [Int] {
    let (t, r) = (tilt * .pi / 180, turn * .pi / 180)
    let focus = 600.0
    let distance = focus * Double(modules) / side
    // The card's two axes in space.
    let right = (cos(r), sin(r) * cos(t), sin(r) * sin(t))
    let down = (-sin(r), cos(r) * cos(t), cos(r) * sin(t))
    let matrix = [
      focus * right.0 + place.x * right.2, focus * down.0 + place.x * down.2, place.x * distance,
      focus * right.1 + place.y * right.2, focus * down.1 + place.y * down.2, place.y * distance,
      right.2, down.2, distance,
    ]
    let (a, b, c, d, e, f, g, h, i) = (
      matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5], matrix[6], matrix[7], matrix[8]
    )
    let inverse = [
      e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f, d * h - e * g,
      b * g - a * h, a * e - b * d,
    ]
    let largest = inverse.map(abs).max() ?? 1
    return inverse.map { Int($0 / largest * 0x1p30) }
  }

  /// Returns the card's gray at a place in 1/16 pixels, or `nil` outside the card.
  private func grey(_ x: Int, _ y: Int, _ plane: [Int]) -> Int? {
    let depth = plane[6] * x + plane[7] * y + plane[8] * 16
    guard depth != 0 else { return nil }
    // From the card's middle, in 1/16 modules.
    let u = (plane[0] * x + plane[1] * y + plane[2] * 16) * 16 / depth + modules * 8
    let v = (plane[3] * x + plane[4] * y + plane[5] * 16) * 16 / depth + modules * 8
    guard u >= 0, v >= 0, u < modules * 16, v < modules * 16 else { return nil }
    return card.pixels[v / 16 * modules + u / 16] > 127 ? greys.paper : greys.ink
  }
}
