import Hardware

extension CardReader {
  /// A code that was read.
  public struct Sighting: Hashable, Sendable {
    /// Byte for byte.
    public let payload: [UInt8]
    /// The pass that read it.
    public let pass: Pass
    /// Where it lies in the frame, to some pixels.
    public let outline: Outline
  }

  /// What one frame of live video showed.
  public struct Look: Hashable, Sendable {
    public var sightings: [Sighting]
    /// A code that is in view and not among the sightings. Once a code was read, only hidden parts of a structured append
    /// are reported here.
    public var unread: Outline?
    /// What most likely keeps a code from being read; nil when one was read, or nothing is in its way.
    public var obstacle: ReadingObstacle?
  }
}
