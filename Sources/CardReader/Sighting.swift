import Hardware

extension CardReader {
  /// A code that was read.
  public struct Sighting: Hashable, Sendable {
    public let payload: [UInt8]
    public let pass: Pass
    /// The position in the frame, accurate to a few pixels.
    public let outline: Outline
  }

  /// The result of examining one frame of live video.
  public struct Look: Hashable, Sendable {
    public var sightings: [Sighting]
    /// A visible code not among the sightings; once a code was read, only hidden parts of a structured append.
    public var unread: Outline?
    /// The likely reason why no code is read; `nil` if one was read or nothing is in the way.
    public var obstacle: ReadingObstacle?
  }
}
