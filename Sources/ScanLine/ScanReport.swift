import Hardware

/// A message from `rouse-scan` to the daemon, one JSON value per line:
/// `{"opened":{…}}`, `{"failed":{…}}`, `{"frame":{"number":1,"brightness":90,"isCodeInView":false,
/// "codes":[{"payload":"68690a","outline":[450,400,550,400,550,540,450,540],"glows":false}]}}`.
/// If evidence was requested, `{"closed":{}}` and then an `{"evidence":{…}}` per frame follow at the end.
public enum ScanReport: Hashable, Sendable {
  /// The camera delivers frames, perhaps again.
  case opened(OpenedReport)
  /// The camera failed; `rouse-scan` retries.
  case failed(HardwareError)
  case frame(FrameReport)
  /// The camera was released for good.
  case closed
  case evidence(EvidenceReport)
}

/// The open camera and details of its opening, for troubleshooting.
public struct OpenedReport: Hashable, Sendable, Codable {
  /// Name and device node, or `nil` for the daemon's own camera.
  public var camera: String?
  /// Such as `YUYV 640x480, 15 frames a second`.
  public var format: String?
  /// Whether the focus can be set. If not, the lens is fixed; `nil` if unknown.
  public var hasFocus: Bool?
  /// The settings in effect, such as `auto_exposure=3`.
  public var controls: [String]
  /// Milliseconds for each part of the opening, up to the first frame.
  public var milliseconds: [String: Double]
  /// The confinement methods that this kernel does not support for `rouse-scan`.
  public var unconfined: [String]

  public init(
    camera: String? = nil, format: String? = nil, hasFocus: Bool? = nil, controls: [String] = [],
    milliseconds: [String: Double] = [:], unconfined: [String] = []
  ) {
    self.camera = camera
    self.format = format
    self.hasFocus = hasFocus
    self.controls = controls
    self.milliseconds = milliseconds
    self.unconfined = unconfined
  }
}

/// The results for one frame.
public struct FrameReport: Hashable, Sendable {
  /// The number of the frame, counting from 1 without skipped ones.
  public var number: Int
  /// The mean gray, from 0 (black) to 255 (white).
  public var brightness: Int
  public var codes: [CodeReport]
  /// Whether a code is in view that was not read.
  public var isCodeInView: Bool
  /// The reason why a code cannot be read, judged from this frame.
  public var obstacle: ReadingObstacle?
  /// Whether something moves in front of the camera.
  public var isMoving: Bool
  /// The mean grays of 12 rows of 16 blocks, sent as base64. Empty for a frame that is too small, or from an old
  /// `rouse-scan`.
  public var backdrop: [UInt8]
  /// The reduced frame if one was requested, at most 640x480; sent as base64.
  public var picture: GrayFrame?
  /// 0…1000, comparable only within one scene. Only with a picture, because it takes time to compute.
  public var sharpness: Int?

  public init(
    number: Int = 0, brightness: Int, codes: [CodeReport], isCodeInView: Bool = false, obstacle: ReadingObstacle? = nil,
    isMoving: Bool = false, backdrop: [UInt8] = [], picture: GrayFrame? = nil, sharpness: Int? = nil
  ) {
    self.number = number
    self.brightness = brightness
    self.codes = codes
    self.isCodeInView = isCodeInView
    self.obstacle = obstacle
    self.isMoving = isMoving
    self.backdrop = backdrop
    self.picture = picture
    self.sharpness = sharpness
  }
}

/// A code that was read in a frame.
public struct CodeReport: Hashable, Sendable {
  /// The exact bytes; sent as hexadecimal.
  public var payload: [UInt8]
  /// The corners in 1/1000 of the frame's width and height; sent as x and y of each, in the order of `corners`.
  public var outline: Outline
  /// Whether the code itself shines in a dark frame, like a phone's screen.
  public var glows: Bool

  public init(payload: [UInt8], outline: Outline, glows: Bool = false) {
    self.payload = payload
    self.outline = outline
    self.glows = glows
  }
}

/// The size of the pictures to report in pixels, from 1x1 to 640x480.
public struct PictureSize: Hashable, Sendable, LosslessStringConvertible {
  public let width: Int
  public let height: Int

  /// Returns `nil` if a side is out of range.
  public init?(width: Int, height: Int) {
    guard (1...GrayFrame.cameraWidth).contains(width), (1...GrayFrame.cameraHeight).contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  /// Parses a size such as `80x60`.
  public init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    self.init(width: width, height: height)
  }

  public var description: String { "\(width)x\(height)" }
}
