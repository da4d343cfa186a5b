import Testing

@testable import SyntheticFrames

@Suite struct RandomSourceTests {
  @Test func theSameSeedNameAndIndexGiveTheSameNumbers() {
    var numbers = RandomSource(seed: 7, name: "size", index: 3)
    var again = RandomSource(seed: 7, name: "size", index: 3)
    for _ in 0..<100 { #expect(numbers.bits() == again.bits()) }
  }

  @Test func anotherSeedNameOrIndexGivesOthers() {
    let sources = [(7, "size", 3), (8, "size", 3), (7, "tilt", 3), (7, "size", 4)].map {
      RandomSource(seed: UInt64($0.0), name: $0.1, index: $0.2)
    }
    let first = sources.map { source in
      var source = source
      return source.bits()
    }
    #expect(Set(first).count == first.count)
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
