import Hardware
import Testing

@testable import SyntheticFrames

@Suite struct OpticsTests {
  @Test func anEvenPictureStaysAsItIsUpToItsEdges() {
    let even = Plane(width: 40, height: 30, filledWith: 0.5)
    let kernel = MotionKernel.line(length: 9, angle: 1)
    for plane in [even.gaussian(3), even.smoothed(by: kernel), even.smoothed(by: [0.5, 0.25])] {
      #expect(plane.values.allSatisfy { abs($0 - 0.5) < 1e-4 })
    }
  }

  @Test(arguments: [0, 0.5, 1] as [Float])
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
}
