import Hardware

/// A frame being prepared for the scanner: 8-bit gray, row by row, `pixels.count == width * height`.
struct Raster {
  let width: Int
  let height: Int
  let pixels: [UInt8]

  /// Returns the negative, for codes that are light on dark, which libzbar cannot read.
  func inverted() -> Raster {
    let result = [UInt8](unsafeUninitializedCapacity: pixels.count) { out, count in
      pixels.withUnsafeBufferPointer { source in
        for index in 0..<source.count { out[index] = ~source[index] }
      }
      count = pixels.count
    }
    return Raster(width: width, height: height, pixels: result)
  }

  /// Halves the size by averaging four pixels each. Drops an odd last row or column. Needs at least 2x2 pixels.
  func halved() -> Raster {
    let (halfWidth, halfHeight) = (width / 2, height / 2)
    let result = [UInt8](unsafeUninitializedCapacity: halfWidth * halfHeight) { out, count in
      pixels.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress, let out = out.baseAddress else { return }
        for y in 0..<halfHeight {
          let upper = source + 2 * y * width
          let (lower, target) = (upper + width, out + y * halfWidth)
          for x in 0..<halfWidth {
            let (left, right) = (x &* 2, x &* 2 &+ 1)
            let sum = UInt16(upper[left]) &+ UInt16(upper[right]) &+ UInt16(lower[left]) &+ UInt16(lower[right])
            target[x] = UInt8(truncatingIfNeeded: (sum &+ 2) >> 2)
          }
        }
      }
      count = halfWidth * halfHeight
    }
    return Raster(width: halfWidth, height: halfHeight, pixels: result)
  }

  /// Doubles the size by averaging neighbors; repeats the last row and column.
  func doubled() -> Raster {
    let (doubleWidth, doubleHeight) = (width * 2, height * 2)
    // The sum of the lines above and below a new line, with one more element at the end.
    let row = UnsafeMutablePointer<UInt16>.allocate(capacity: width + 1)
    defer { row.deallocate() }
    let result = [UInt8](unsafeUninitializedCapacity: doubleWidth * doubleHeight) { out, count in
      pixels.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress, let out = out.baseAddress else { return }
        for y in 0..<doubleHeight {
          let upper = source + y / 2 * width
          let lower = source + min((y + 1) / 2, height - 1) * width
          for x in 0..<width { row[x] = UInt16(upper[x]) &+ UInt16(lower[x]) }
          row[width] = row[width - 1]
          let target = out + y * doubleWidth
          for x in 0..<width {
            target[x &* 2] = UInt8(truncatingIfNeeded: (row[x] &+ 1) >> 1)
            target[x &* 2 &+ 1] = UInt8(truncatingIfNeeded: (row[x] &+ row[x &+ 1] &+ 2) >> 2)
          }
        }
      }
      count = doubleWidth * doubleHeight
    }
    return Raster(width: doubleWidth, height: doubleHeight, pixels: result)
  }

  /// Rotates by 45 degrees about the center, bilinearly, into a square around the whole frame, with mid-gray corners.
  /// libzbar scans along rows and columns, so a code at 45 degrees is its worst case and one at 0 degrees its best.
  func rotated45() -> Raster {
    let (turn, side) = (Self.turn, Self.turnedSide(width: width, height: height))
    let result = [UInt8](unsafeUninitializedCapacity: side * side) { out, count in
      pixels.withUnsafeBufferPointer { source in
        for y in 0..<side {
          let (dx, dy) = (-side / 2, y - side / 2)
          var u = (width << 15) + (dx + dy) * turn
          var v = (height << 15) + (dy - dx) * turn
          for x in 0..<side {
            out[y * side + x] = sample(source, u, v)
            u &+= turn
            v &-= turn
          }
        }
      }
      count = side * side
    }
    return Raster(width: side, height: side, pixels: result)
  }

  static func turnedBack(_ point: FramePoint, width: Int, height: Int) -> FramePoint {
    let side = turnedSide(width: width, height: height)
    let (dx, dy) = (point.x - side / 2, point.y - side / 2)
    return FramePoint(x: ((width << 15) + (dx + dy) * turn) >> 16, y: ((height << 15) + (dy - dx) * turn) >> 16)
  }

  /// cos 45° = sin 45° = 0.70711 in 16.16 fixed point.
  private static let turn = 46341

  private static func turnedSide(width: Int, height: Int) -> Int { ((width + height) * turn) >> 16 }

  private func sample(_ source: UnsafeBufferPointer<UInt8>, _ u: Int, _ v: Int) -> UInt8 {
    let (x, y) = (u >> 16, v >> 16)
    guard x >= 0, y >= 0, x < width - 1, y < height - 1 else { return 128 }
    let (fx, fy) = ((u >> 8) & 0xFF, (v >> 8) & 0xFF)
    let at = y &* width &+ x
    let upper = Int(source[at]) &* (256 &- fx) &+ Int(source[at &+ 1]) &* fx
    let lower = Int(source[at &+ width]) &* (256 &- fx) &+ Int(source[at &+ width &+ 1]) &* fx
    return UInt8(truncatingIfNeeded: (upper &* (256 &- fy) &+ lower &* fy) >> 16)
  }
}

extension Raster {
  init(_ frame: GrayFrame) { self.init(width: frame.width, height: frame.height, pixels: frame.pixels) }
}
