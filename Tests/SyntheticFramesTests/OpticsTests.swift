import Testing

@testable import SyntheticFrames

@Suite struct OpticsTests {
  /// Returns a point of light in darkness.
  private func point() -> Plane {
    var plane = Plane(width: 41, height: 31)
    plane.values[15 * 41 + 20] = 1
    return plane
  }

  /// Returns the standard deviation of the light, in pixels.
  private func spread(_ plane: Plane) -> (x: Float, y: Float) {
    var (x, y): (Float, Float) = (0, 0)
    for (index, value) in plane.values.enumerated() {
      let (dx, dy) = (Float(index % plane.width - 20), Float(index / plane.width - 15))
      x += value * dx * dx
      y += value * dy * dy
    }
    return (x.squareRoot(), y.squareRoot())
  }

  @Test func aBlurSpreadsLightByItsDeviationAndKeepsItAll() {
    let blurred = point().gaussian(2)
    #expect(abs(blurred.values.reduce(0, +) - 1) < 1e-4)
    #expect(abs(spread(blurred).x - 2) < 0.02)
    #expect(abs(spread(blurred).y - 2) < 0.02)
  }

  @Test func motionDrawsLightOutAlongItsLine() {
    let moved = point().smoothed(by: MotionKernel.line(length: 12, angle: 0))
    #expect(abs(moved.values.reduce(0, +) - 1) < 1e-4)
    // Evenly over 12 pixels and the stroke's own width.
    #expect(abs(spread(moved).x - 12 / Float(12).squareRoot()) < 0.3)
    #expect(spread(moved).y < 0.5)
  }

  @Test func anEvenPictureStaysAsItIsUpToItsEdges() {
    let even = Plane(width: 40, height: 30, filledWith: 0.5)
    let kernel = MotionKernel.line(length: 9, angle: 1)
    for plane in [even.gaussian(3), even.smoothed(by: kernel), even.smoothed(by: [0.5, 0.25])] {
      #expect(plane.values.allSatisfy { abs($0 - 0.5) < 1e-4 })
    }
  }

  static let tilts: [Float] = [0, 0.5, 1]

  @Test(arguments: tilts)
  func aCardThatFitsLiesInTheFrame(tilt: Float) {
    var random = RandomSource(seed: 3, name: "pose", index: Int(tilt * 10))
    for _ in 0..<50 {
      var conditions = Conditions(from: &random)
      conditions.tilt = tilt
      conditions.side = 200
      for corner in Pose(conditions, modules: 25).corners {
        #expect((5...634).contains(corner.x) && (5...474).contains(corner.y))
      }
    }
  }

  @Test(arguments: tilts)
  func placesInTheFrameGoBackToTheirPlacesOnTheCard(tilt: Float) {
    var random = RandomSource(seed: 4, name: "pose", index: Int(tilt * 10))
    var conditions = Conditions(from: &random)
    conditions.tilt = tilt
    let pose = Pose(conditions, modules: 29)
    let matrix = pose.toCard
    for (x, y) in [(Float(-14.5), Float(-14.5)), (14.5, -14.5), (3, 7)] {
      let seen = pose.framePoint(x, y)
      let third = matrix[6] * seen.x + matrix[7] * seen.y + matrix[8]
      #expect(abs((matrix[0] * seen.x + matrix[1] * seen.y + matrix[2]) / third - x) < 0.01)
      #expect(abs((matrix[3] * seen.x + matrix[4] * seen.y + matrix[5]) / third - y) < 0.01)
    }
  }
}

@Suite struct RandomSourceTests {
  @Test func theSameSeedNameAndIndexGiveTheSameNumbersAndOthersGiveOthers() {
    func numbers(_ seed: UInt64, _ name: String, _ index: Int) -> [UInt64] {
      var source = RandomSource(seed: seed, name: name, index: index)
      return (0..<100).map { _ in source.bits() }
    }
    #expect(numbers(7, "size", 3) == numbers(7, "size", 3))
    let others = [numbers(7, "size", 3), numbers(8, "size", 3), numbers(7, "tilt", 3), numbers(7, "size", 4)]
    #expect(Set(others.map { $0[0] }).count == others.count)
  }

  @Test func normalNumbersHaveMeanZeroAndDeviationOne() {
    var random = RandomSource(seed: 1, name: "normal", index: 0)
    let found = Moments((0..<20_000).map { _ in random.normal() })
    #expect(abs(found.mean) < 0.03)
    #expect(abs(found.variance - 1) < 0.05)
  }

  /// On both sides of the switch from counting to the normal distribution.
  static let means: [Float] = [0, 0.3, 4, 11.9, 12.1, 60, 4000]

  @Test(arguments: means)
  func countsHaveTheirMeanAsTheirVariance(mean: Float) {
    var random = RandomSource(seed: 2, name: "poisson", index: Int(mean * 10))
    let counts = (0..<10_000).map { _ in random.poisson(mean) }
    #expect(counts.allSatisfy { $0 >= 0 && $0 == $0.rounded() })
    let found = Moments(counts)
    // Five standard errors of the mean; about twice as many of the variance.
    #expect(abs(found.mean - mean) <= 5 * (mean / 10_000).squareRoot())
    #expect(abs(found.variance - mean) <= 0.12 * mean)
  }
}

private struct Moments {
  let mean: Float
  let variance: Float

  init(_ values: [Float]) {
    let mean = values.reduce(0, +) / Float(values.count)
    self.mean = mean
    variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(values.count)
  }
}
