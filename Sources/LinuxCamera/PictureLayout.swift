import Hardware
import Pictures

/// The memory layout of a camera's picture, and its conversion to gray.
struct PictureLayout: Hashable, Sendable {
  let format: PixelFormat
  /// Pixels.
  let width: Int
  let height: Int
  /// Bytes per row, including padding; unused for JPEG.
  let bytesPerRow: Int

  /// Returns `nil` for impossible sizes. Some drivers report a `bytesPerRow` of 0 for rows without padding.
  init?(format: PixelFormat, width: Int, height: Int, bytesPerRow: Int) {
    guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height),
      (0...8 * Self.longestSide).contains(bytesPerRow)
    else { return nil }
    self.format = format
    self.width = width
    self.height = height
    self.bytesPerRow = format.samples.map { max(bytesPerRow, width * $0.step) } ?? 0
  }

  /// A picture that was truncated or corrupted in transit.
  struct Damage: Error, Hashable, CustomStringConvertible {
    var description: String
  }

  /// Returns 640x480 gray. Crops wide pictures like a 4:3 camera, because white margins would brighten a dark room.
  func frame(of bytes: UnsafeRawBufferPointer) throws(Damage) -> GrayFrame {
    let whole: GrayFrame
    if let (step, offset) = format.samples {
      whole = try gray(of: bytes, step: step, offset: offset)
    } else {
      do { whole = try CameraJPEG.decode(bytes, width: width, height: height) } catch {
        throw Damage(description: error.reason)
      }
    }
    return whole.croppedToCameraShape().fitted()
  }

  private func gray(of bytes: UnsafeRawBufferPointer, step: Int, offset: Int) throws(Damage) -> GrayFrame {
    // The padding of the last row and the color planes after the gray rows may be missing.
    let needed = bytesPerRow * (height - 1) + width * step
    guard bytes.count >= needed else { throw Damage(description: "it has \(bytes.count) of \(needed) bytes") }
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
      guard let source = bytes.assumingMemoryBound(to: UInt8.self).baseAddress, let target = target.baseAddress else {
        return
      }
      // Plain pointers and constant steps let the compiler vectorize; the size was checked above.
      for y in 0..<height {
        let (row, line) = (source + (y * bytesPerRow + offset), target + y * width)
        switch step {
        case 1: line.update(from: row, count: width)
        case 2: for x in 0..<width { line[x] = row[2 &* x] }
        default: for x in 0..<width { line[x] = row[x &* step] }
        }
      }
      count = width * height
    }
    guard let frame = GrayFrame(width: width, height: height, pixels: pixels) else {
      throw Damage(description: "its size is wrong")
    }
    return frame
  }

  private static let longestSide = 16384
}

extension GrayFrame {
  func croppedToCameraShape() -> GrayFrame {
    let wantedWidth = min(width, max(1, height * GrayFrame.cameraWidth / GrayFrame.cameraHeight))
    let wantedHeight = min(height, max(1, width * GrayFrame.cameraHeight / GrayFrame.cameraWidth))
    guard (wantedWidth, wantedHeight) != (width, height) else { return self }
    let left = (width - wantedWidth) / 2
    let top = (height - wantedHeight) / 2
    let part = (top..<top + wantedHeight).flatMap { pixels[$0 * width + left..<$0 * width + left + wantedWidth] }
    return GrayFrame(width: wantedWidth, height: wantedHeight, pixels: part) ?? self
  }
}
