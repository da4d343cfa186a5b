/// A picture of 8-bit grey, row by row from the top left, without padding: `pixels.count == width * height`.
public struct GrayFrame: Hashable, Sendable {
  public let width: Int
  public let height: Int
  public let pixels: [UInt8]

  /// nil unless width and height are positive and the pixels are exactly as many as they say.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, width.multipliedReportingOverflow(by: height) == (pixels.count, false) else {
      return nil
    }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// A frame of one grey, 0 black … 255 white.
  public init(width: Int, height: Int, filledWith gray: UInt8) {
    precondition(width > 0 && height > 0)
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: gray, count: width * height)
  }

  /// The mean grey, 0…255.
  public var meanBrightness: Int {
    var sum = 0
    // Wrapping, which the compiler makes vectors of; it would take more pixels than there is memory to overflow.
    for pixel in pixels { sum &+= Int(pixel) }
    return sum / pixels.count
  }

  /// The frame every camera delivers to the reader.
  public static let cameraWidth = 640
  public static let cameraHeight = 480
}
