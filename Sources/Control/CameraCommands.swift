import AlarmClock

/// A frame of the camera, in the size that the reader uses.
public typealias TakeSnapshot = PlainCommand<SightView>

/// The camera's view. A stream of the newest frames, until it is canceled, `seconds` are over or a ring takes the
/// camera.
public struct AimCamera: Command {
  public static let name = "camera.aim"
  public typealias Reply = AimProgress
  /// The size of the pictures in pixels, 1 x 1 to 640 x 480. The longer side is filled.
  public var width: Int
  public var height: Int
  /// The least time between two items, 50 to 10,000.
  public var milliseconds: Int
  /// 1 to 86,400, or `nil` to continue until canceled.
  public var seconds: Int?
  public init(width: Int, height: Int, milliseconds: Int, seconds: Int?) {
    (self.width, self.height, self.milliseconds, self.seconds) = (width, height, milliseconds, seconds)
  }
}

public struct AimProgress: Codable, Sendable, Hashable {
  /// `nil` if no frame has arrived for a second.
  @OrNull public var sight: SightView?
  @OrNull public var failure: String?
  public init(sight: SightView? = nil, failure: String? = nil) { (self.sight, self.failure) = (sight, failure) }
}

/// The codes and picture in a frame. Codes are identified by their cards; their payloads stay in the daemon.
public struct SightView: LongPlainReply, Hashable {
  public static let command = "camera.snapshot"
  public struct Code: Codable, Sendable, Hashable {
    /// `nil` if the code does not belong to a card.
    @OrNull public var card: CardView?
    public init(card: CardView?) { self.card = card }
  }

  /// The mean gray, 0 (black) to 255 (white).
  public var brightness: Int
  /// 0 to 1000, comparable within one scene.
  public var sharpness: Int
  public var codes: [Code]
  /// The obstacle to reading a code, or `nil` if none is known.
  @OrNull public var hint: ReadingHint?
  /// The approximate width of a module of the smallest code, in pixels, or `nil` if no code was read in this frame.
  @OrNull public var pixelsPerModule: Double?
  /// Whether the camera's focus can be set (otherwise its lens is fixed), or `nil` if that is unknown.
  @OrNull public var hasFocus: Bool?
  public var picture: PictureView
  public init(
    brightness: Int, sharpness: Int, codes: [Code], hint: ReadingHint?, pixelsPerModule: Double? = nil,
    hasFocus: Bool? = nil, picture: PictureView
  ) {
    (self.brightness, self.sharpness, self.codes, self.hint) = (brightness, sharpness, codes, hint)
    (self.pixelsPerModule, self.hasFocus, self.picture) = (pixelsPerModule, hasFocus, picture)
  }
}

/// A grayscale picture.
public struct PictureView: Codable, Sendable, Hashable {
  public var width: Int
  public var height: Int
  /// One byte per pixel, in rows from the top left, in base64.
  public var pixels: String
  public init(width: Int, height: Int, pixels: String) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}
