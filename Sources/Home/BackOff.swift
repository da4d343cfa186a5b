/// Pauses between attempts to connect: 1 s at first, then doubled each time, up to 5 minutes.
///
/// Each pause is a random time in the upper half of that, so that the clocks of a house do not all return at once.
package struct BackOff: Hashable, Sendable {
  package static let longest: Duration = .seconds(300)
  /// After a connection that lasted this long, the pauses start short again.
  package static let goodLine: Duration = .seconds(60)

  private var tries = 0

  package init() {}

  package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
    let full = min(Self.longest, .seconds(1 << min(tries, 10)))
    tries = min(tries + 1, 10)
    return full * Double.random(in: 0.5...1, using: &generator)
  }

  /// Records that a connection has ended after `span`; `nil` if it was never established.
  package mutating func ended(after span: Duration?) {
    if let span, span >= Self.goodLine { tries = 0 }
  }

  /// Makes the next pause as long as after many failures.
  package mutating func exhaust() { tries = 10 }
}
