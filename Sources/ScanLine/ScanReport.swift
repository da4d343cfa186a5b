import Hardware

/// What `rouse-scan` tells the daemon, one JSON value a line:
/// `{"opened":{…}}`, `{"failed":{…}}`, `{"frame":{"number":1,"brightness":90,"isCodeInView":false,
/// "codes":[{"payload":"68690a","outline":[450,400,550,400,550,540,450,540],"glows":false}]}}`.
/// Asked for evidence, at the end: `{"closed":{}}`, and an `{"evidence":{…}}` for each frame that is handed over.
public enum ScanReport: Hashable, Sendable {
  /// The camera delivers, or delivers again.
  case opened(OpenedReport)
  /// The camera refused; it is tried again.
  case failed(HardwareError)
  case frame(FrameReport)
  /// The camera was let go of, for good.
  case closed
  case evidence(EvidenceReport)
}

/// The camera that delivers, and how it was opened; for people who look for a fault.
public struct OpenedReport: Hashable, Sendable, Codable {
  /// Its name and node; nil: the daemon's own.
  public var camera: String?
  /// What it was set to, as `YUYV 640x480, 15 frames a second`.
  public var format: String?
  /// Whether the focus can be set; false: the lens is fixed. nil: not known.
  public var hasFocus: Bool?
  /// The controls that are as wanted, as `auto_exposure=3`.
  public var controls: [String]
  /// Milliseconds by part of the opening, up to the first frame.
  public var milliseconds: [String: Double]
  /// What `rouse-scan` could not be confined by on this kernel.
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

/// One frame, looked at.
public struct FrameReport: Hashable, Sendable {
  /// Counts the frames looked at from 1; skipped ones do not count.
  public var number: Int
  /// The mean grey, 0 black … 255 white.
  public var brightness: Int
  /// The codes that were read.
  public var codes: [CodeReport]
  /// A code is in view that was not read.
  public var isCodeInView: Bool
  /// What keeps a code from being read, as far as this frame tells.
  public var obstacle: ReadingObstacle?
  /// Whether something moves before the camera.
  public var isMoving: Bool
  /// The mean greys of its blocks, 16 in each of 12 rows; in base64 on the line. Empty from a `rouse-scan` before them, and
  /// of a frame that is too small.
  public var backdrop: [UInt8]
  /// The frame made small, where one was asked for; at most `PictureSize.largest`, its bytes in base64 on the line.
  public var picture: GrayFrame?
  /// 0 … 1000, comparable within one scene; with a picture only, because it takes time.
  public var sharpness: Int?

  public init(
    number: Int, brightness: Int, codes: [CodeReport], isCodeInView: Bool = false, obstacle: ReadingObstacle? = nil,
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
  /// Byte for byte; hexadecimal on the line.
  public var payload: [UInt8]
  /// Its corners, in thousandths of the frame's width and height; on the line x and y of each, in the order of `corners`.
  public var outline: Outline
  /// It shines by itself in a dark frame, as a telephone's screen does.
  public var glows: Bool

  public init(payload: [UInt8], outline: Outline, glows: Bool = false) {
    self.payload = payload
    self.outline = outline
    self.glows = glows
  }
}

/// The size of the pictures to report, in pixels: from 1x1 to 640x480.
public struct PictureSize: Hashable, Sendable, LosslessStringConvertible {
  public let width: Int
  public let height: Int

  public static var largest: (width: Int, height: Int) { (GrayFrame.cameraWidth, GrayFrame.cameraHeight) }

  /// nil out of range.
  public init?(width: Int, height: Int) {
    guard (1...Self.largest.width).contains(width), (1...Self.largest.height).contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  /// As `80x60`.
  public init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    self.init(width: width, height: height)
  }

  public var description: String { "\(width)x\(height)" }
}
