import Glibc
import Hardware
import Pictures

/// The camera of a phone or webcam: its lens, sensor and processing.
struct SyntheticCamera {
  let conditions: Conditions
  /// The motion during this frame; a hand's motion differs between frames.
  let motion: Conditions.Motion?
  /// The code's place, for exposure and reflections, or `nil` without a code.
  let pose: Pose?

  /// The encoding's exponent: gray = light ^ (1 / gamma).
  private static let gamma: Float = 1.8

  func frame(of scene: Plane, from random: inout RandomSource) throws(PictureError) -> GrayFrame {
    let light = optics(scene)
    var electrons = sensor(light, gain: gain(for: light), from: &random)
    // Color interpolation and the camera's smoothing correlate neighboring pixels.
    let neighbours = electrons.smoothed(by: [0.5, 0.25])
    electrons.blend(0.55, with: neighbours, 0.45)
    let (scale, black) = (1 / conditions.fullScale, conditions.blackLevel)
    electrons.map { black + (255 - black) * Self.encoded(max(0, min(1, $0 * scale))) }
    if conditions.sharpening > 0 {
      let soft = electrons.gaussian(1.2)
      electrons.blend(1 + conditions.sharpening, with: soft, -conditions.sharpening)
    }
    let pixels = electrons.values.map { UInt8(max(0, min(255, $0.rounded(.toNearestOrEven)))) }
    guard let frame = GrayFrame(width: scene.width, height: scene.height, pixels: pixels) else {
      preconditionFailure("a plane has as many values as its size says")
    }
    guard let quality = conditions.jpegQuality else { return frame }
    let stored = try CameraJPEG.encode(frame, quality: quality)
    return try stored.withUnsafeBufferPointer { bytes throws(PictureError) in
      try CameraJPEG.decode(UnsafeRawBufferPointer(bytes), width: frame.width, height: frame.height)
    }
  }

  /// Returns the light on the sensor, after uneven light, reflections, blur, motion and scattered light.
  private func optics(_ scene: Plane) -> Plane {
    var light = scene
    light.lightUnevenly(conditions.gradient)
    if let pose {
      let centre = pose.centre
      for spot in conditions.spots {
        light.add(
          spot.light, around: Point(x: centre.x + spot.x * conditions.side, y: centre.y + spot.y * conditions.side),
          deviation: spot.deviation * conditions.side)
      }
    }
    let (lens, defocus) = (conditions.lensBlur, conditions.defocus)
    light = light.gaussian((lens * lens + defocus * defocus).squareRoot())
    if let motion { light = light.smoothed(by: MotionKernel.line(length: motion.length, angle: motion.angle)) }
    if conditions.bloom > 0 { light.blend(1, with: light.gaussian(14), conditions.bloom) }
    return light
  }

  /// Adds shot noise, read noise and a random offset per row.
  private func sensor(_ light: Plane, gain: Float, from random: inout RandomSource) -> Plane {
    var electrons = light
    let (fullScale, readNoise) = (conditions.fullScale, conditions.readNoise)
    for y in 0..<light.height {
      let row = random.normal() * readNoise / 4
      for index in y * light.width..<(y + 1) * light.width {
        let expected = max(0, min(1.3, light.values[index] * gain)) * fullScale
        electrons.values[index] = random.poisson(expected) + random.normal() * readNoise + row
      }
    }
    return electrons
  }

  /// Returns the factor for the light that gives the wanted exposure.
  private func gain(for light: Plane) -> Float {
    switch conditions.exposure {
    case .paper(let level):
      pow(level / 255, Self.gamma) / max(1e-6, paperLight(light))
    case .mean(let level):
      pow(encodedGain(light, level: level), Self.gamma)
    }
  }

  /// Returns the factor after encoding that makes the mean of the encoded light equal to `level`, found by bisection.
  private func encodedGain(_ light: Plane, level: Float) -> Float {
    var encoded: [Float] = []
    for y in stride(from: 0, to: light.height, by: 4) {
      for x in stride(from: 0, to: light.width, by: 4) {
        encoded.append(Self.encoded(max(0, light.values[y * light.width + x])))
      }
    }
    let wanted = level / 255 * Float(encoded.count)
    var (low, high): (Float, Float) = (1e-3, 1e3)
    for _ in 0..<24 {
      let middle = (low * high).squareRoot()
      var sum: Float = 0
      for value in encoded { sum += min(1, value * middle) }
      if sum < wanted { low = middle } else { high = middle }
    }
    return (low * high).squareRoot()
  }

  /// Returns the light of the code's bright parts: the 92nd percentile within its bounding box.
  private func paperLight(_ light: Plane) -> Float {
    guard let corners = pose?.corners else { return 0 }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let columns = (Int(xs.min() ?? 0)..<Int(xs.max() ?? 0)).clamped(to: 0..<light.width)
    let rows = (Int(ys.min() ?? 0)..<Int(ys.max() ?? 0)).clamped(to: 0..<light.height)
    var found: [Float] = []
    for y in rows { found += light.values[y * light.width + columns.lowerBound..<y * light.width + columns.upperBound] }
    found.sort()
    return found.isEmpty ? 0 : found[(found.count - 1) * 92 / 100]
  }

  private static func encoded(_ light: Float) -> Float { pow(light, 1 / gamma) }
}

extension Plane {
  fileprivate mutating func blend(_ own: Float, with other: Plane, _ share: Float) {
    values = zip(values, other.values).map { own * $0 + share * $1 }
  }

  /// Brightens one side and darkens the other, never below 15 %.
  fileprivate mutating func lightUnevenly(_ gradient: (right: Float, down: Float)) {
    let step = 2 * gradient.right / Float(width - 1)
    for y in 0..<height {
      let down = 1 + gradient.down * (2 * Float(y) / Float(height - 1) - 1)
      for x in 0..<width { values[y * width + x] *= max(0.15, down - gradient.right + step * Float(x)) }
    }
  }

  /// Adds a Gaussian spot of light.
  fileprivate mutating func add(_ light: Float, around centre: Point, deviation: Float) {
    let scale = -1 / (2 * deviation * deviation)
    let across = (0..<width).map { exp(scale * (Float($0) - centre.x) * (Float($0) - centre.x)) }
    for y in 0..<height {
      let down = light * exp(scale * (Float(y) - centre.y) * (Float(y) - centre.y))
      for x in 0..<width { values[y * width + x] += down * across[x] }
    }
  }
}
