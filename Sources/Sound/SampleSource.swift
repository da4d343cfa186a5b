/// An endless source of samples.
public protocol SampleSource: Sendable {
  /// Returns the next `count` samples, mono. Returns fewer only if the source has failed and ended.
  mutating func next(_ count: Int) -> [Float]
}
