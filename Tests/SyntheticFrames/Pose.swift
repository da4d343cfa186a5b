import Hardware

/// The plane of a card in the frame: a pinhole camera with a focal length of 600 pixels.
///
/// Card coordinates are modules from the code's center, to the right and down when the code is upright.
struct Pose {
  /// The 3x3 homography from card to frame coordinates, row by row.
  private let toFrame: [Float]
  /// The code's corners in the frame, clockwise from its top left.
  let corners: [Point]

  private static let focalLength: Float = 600
  /// The least distance in pixels from the code to the frame's edge, if it fits.
  private static let inset: Float = 6

  init(_ conditions: Conditions, modules: Int, shift: Point = Point(x: 0, y: 0), turnedBy extraTurn: Float = 0) {
    let distance = Self.focalLength * Float(modules) / conditions.side
    let (axisX, axisY) = conditions.tiltAxis.cosineAndSine
    let (tiltCosine, tiltSine) = conditions.tilt.cosineAndSine
    let (turnCosine, turnSine) = (conditions.turn + extraTurn).cosineAndSine
    // Rodrigues' rotation about an axis in the card's plane: the first two columns.
    let lean = 1 - tiltCosine
    let across = [tiltCosine + axisX * axisX * lean, axisX * axisY * lean, -axisY * tiltSine]
    let down = [axisX * axisY * lean, tiltCosine + axisY * axisY * lean, axisX * tiltSine]
    let right = zip(across, down).map { $0 * turnCosine + $1 * turnSine }
    let lower = zip(across, down).map { $1 * turnCosine - $0 * turnSine }
    let focal = Self.focalLength
    let centred = [
      focal * right[0], focal * lower[0], 0, focal * right[1], focal * lower[1], 0, right[2], lower[2], distance,
    ]
    let half = Float(modules) / 2
    let centredCorners = [(-half, -half), (half, -half), (half, half), (-half, half)].map {
      Self.project(centred, $0.0, $0.1)
    }
    let offset = Point(
      x: Self.offset(centredCorners.map(\.x), GrayFrame.cameraWidth, conditions.place.x) + shift.x,
      y: Self.offset(centredCorners.map(\.y), GrayFrame.cameraHeight, conditions.place.y) + shift.y)
    corners = centredCorners.map { Point(x: $0.x + offset.x, y: $0.y + offset.y) }
    toFrame = (0..<9).map { index in
      index < 3
        ? centred[index] + offset.x * centred[index + 6]
        : index < 6 ? centred[index] + offset.y * centred[index + 3] : centred[index]
    }
  }

  var centre: Point {
    Point(x: corners.reduce(0) { $0 + $1.x } / 4, y: corners.reduce(0) { $0 + $1.y } / 4)
  }

  /// Returns the place in the frame of a place on the card.
  func framePoint(_ x: Float, _ y: Float) -> Point { Self.project(toFrame, x, y) }

  /// The homography from frame to card coordinates: the inverse of `toFrame` up to a factor.
  var toCard: [Float] {
    let m = toFrame
    return [
      m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
      m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
      m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
    ]
  }

  private static func project(_ matrix: [Float], _ x: Float, _ y: Float) -> Point {
    let third = matrix[6] * x + matrix[7] * y + matrix[8]
    return Point(
      x: (matrix[0] * x + matrix[1] * y + matrix[2]) / third, y: (matrix[3] * x + matrix[4] * y + matrix[5]) / third)
  }

  /// Returns the offset along one axis that moves the coordinates, which lie around 0, into the frame, or to its middle
  /// if they do not fit.
  private static func offset(_ coordinates: [Float], _ size: Int, _ place: Float) -> Float {
    let first = inset - (coordinates.min() ?? 0)
    let last = Float(size) - inset - (coordinates.max() ?? 0)
    return last > first ? first + place * (last - first) : (first + last) / 2
  }
}
