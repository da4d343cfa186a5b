/// An 8-bit gray picture, row by row from the top left without padding: `pixels.count == width * height`.
public struct GrayFrame: Hashable, Sendable {
  public let width: Int
  public let height: Int
  public let pixels: [UInt8]

  /// Returns `nil` unless both sizes are positive and match the number of pixels.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, width.multipliedReportingOverflow(by: height) == (pixels.count, false) else {
      return nil
    }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Fills a frame with one gray, from 0 (black) to 255 (white).
  public init(width: Int, height: Int, filledWith gray: UInt8) {
    precondition(width > 0 && height > 0)
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: gray, count: width * height)
  }

  /// The mean gray, 0…255.
  public var meanBrightness: Int {
    var sum = 0
    // Wrapping addition lets the compiler vectorize; an overflow would need more pixels than fit in memory.
    for pixel in pixels { sum &+= Int(pixel) }
    return sum / pixels.count
  }

  /// The size of the frames that every camera delivers to the card reader.
  public static let cameraWidth = 640
  public static let cameraHeight = 480
}
