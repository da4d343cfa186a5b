/// How long to wait before the next try to connect: 1 s at first, twice as long each time, 5 minutes at most.
///
/// Each wait is somewhere in the upper half of that, so that the clocks of a house do not all come back at once.
package struct BackOff: Hashable, Sendable {
  package static let longest: Duration = .seconds(300)
  /// A line that held for so long was a good one: the next wait begins small again.
  package static let goodLine: Duration = .seconds(60)

  private var tries = 0

  package init() {}

  package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
    let full = min(Self.longest, .seconds(1 << min(tries, 10)))
    tries = min(tries + 1, 10)
    return full * Double.random(in: 0.5...1, using: &generator)
  }

  /// Notes that a connection has ended, which had held for so long; nil: it never came about.
  package mutating func ended(after span: Duration?) {
    if let span, span >= Self.goodLine { tries = 0 }
  }

  /// As after many tries in vain.
  package mutating func exhaust() { tries = 10 }
}
