/// Where samples come from: a sound that goes on for ever.
public protocol SampleSource: Sendable {
  /// The next samples, mono, as many as asked for; fewer when the source has failed and gives no more.
  mutating func next(_ count: Int) -> [Float]
}
