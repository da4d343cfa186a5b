import AlarmClock

/// One frame of the camera, in the size that the reader looks at.
public struct TakeSnapshot: Command {
  public static let name = "camera.snapshot"
  public static let mayTakeLong = true
  public typealias Reply = SightView
  public init() {}
}

/// What the camera sees. A stream of what is newest, until it is cancelled, the time is over or a ring takes the camera.
public struct AimCamera: Command {
  public static let name = "camera.aim"
  public typealias Reply = AimProgress
  /// The size of the pictures wanted, in pixels, from 1 x 1 to 640 x 480; their longer side is filled.
  public var width: Int
  public var height: Int
  /// The least time between two items, 50…10,000.
  public var milliseconds: Int
  /// For how long, 1…86,400; nil: until it is cancelled.
  public var seconds: Int?
  public init(width: Int, height: Int, milliseconds: Int, seconds: Int?) {
    (self.width, self.height, self.milliseconds, self.seconds) = (width, height, milliseconds, seconds)
  }
}

public struct AimProgress: Codable, Sendable, Hashable {
  /// nil: no frame has come for a second.
  @OrNull public var sight: SightView?
  /// Why none comes, where that is known.
  @OrNull public var failure: String?
  public init(sight: SightView? = nil, failure: String? = nil) { (self.sight, self.failure) = (sight, failure) }
}

/// What the camera saw. Codes are told by their cards; what they say stays in the daemon.
public struct SightView: Codable, Sendable, Hashable {
  public struct Code: Codable, Sendable, Hashable {
    /// nil: a code of no card.
    @OrNull public var card: CardView?
    public init(card: CardView?) { self.card = card }
  }

  /// The mean grey, 0 black … 255 white.
  public var brightness: Int
  /// 0 … 1000, comparable within one scene.
  public var sharpness: Int
  public var codes: [Code]
  /// What keeps a code from being read, in the word of a ring's display; nil: nothing as far as is known.
  @OrNull public var hint: ReadingHint?
  /// About how many pixels each module of the smallest code takes, or `nil` if no code was read in this frame.
  @OrNull public var pixelsPerModule: Double?
  /// Whether the camera's focus can be set (otherwise its lens is fixed), or `nil` if that is not known.
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

/// A grey picture.
public struct PictureView: Codable, Sendable, Hashable {
  public var width: Int
  public var height: Int
  /// A byte a pixel, row by row from the top left, in base64.
  public var pixels: String
  public init(width: Int, height: Int, pixels: String) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}
