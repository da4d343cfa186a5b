import Hardware

/// Netpbm's gray pictures, P5 (binary) and P2 (plain): https://netpbm.sourceforge.net/doc/pgm.html
enum PGM {
  static func decode(_ bytes: [UInt8]) throws(PictureError) -> GrayFrame {
    var reader = Reader(bytes: bytes, position: 2)
    let width = try reader.number("width")
    let height = try reader.number("height")
    let maximum = try reader.number("largest value")
    guard (1...65535).contains(maximum) else { throw damage("its largest value is \(maximum), not 1 to 65535") }
    let area = try PictureFile.checkedArea(width, height)
    let isPlain = bytes[1] == UInt8(ascii: "2")
    let sampleSize = maximum > 255 ? 2 : 1
    // A plain sample takes at least a digit and a space; the last one may omit the space.
    let needed = isPlain ? 2 * area - 1 : area * sampleSize
    if !isPlain { try reader.skipOneSpace() }
    guard bytes.count - reader.position >= needed else { throw damage("it ends early") }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(area)
    for _ in 0..<area {
      let sample = isPlain ? try reader.number("sample") : reader.binary(sampleSize)
      guard sample <= maximum else { throw damage("a sample is larger than \(maximum)") }
      pixels.append(UInt8((sample * 255 + maximum / 2) / maximum))
    }
    guard let frame = GrayFrame(width: width, height: height, pixels: pixels) else { throw damage("its size is wrong") }
    return frame
  }

  private static func damage(_ reason: String) -> PictureError {
    PictureError(.damaged, "", "this PGM is damaged: \(reason)")
  }

  private struct Reader {
    let bytes: [UInt8]
    var position: Int

    mutating func number(_ name: String) throws(PictureError) -> Int {
      let start = position
      while position < bytes.count, isSpace(bytes[position]) || bytes[position] == UInt8(ascii: "#") {
        if bytes[position] == UInt8(ascii: "#") {
          while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
        } else {
          position += 1
        }
      }
      guard position > start else { throw PGM.damage("there is no \(name)") }
      var value = 0
      let first = position
      while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
        value = value * 10 + Int(bytes[position] - UInt8(ascii: "0"))
        position += 1
        guard value < 1 << 31 else { throw PGM.damage("its \(name) is too large") }
      }
      guard position > first else { throw PGM.damage("there is no \(name)") }
      return value
    }

    /// In binary pictures, exactly one white-space byte separates the header from the samples.
    mutating func skipOneSpace() throws(PictureError) {
      guard position < bytes.count, isSpace(bytes[position]) else { throw PGM.damage("its header does not end") }
      position += 1
    }

    /// Reads a sample, most significant byte first. The caller has checked that it exists.
    mutating func binary(_ size: Int) -> Int {
      defer { position += size }
      return size == 1 ? Int(bytes[position]) : Int(bytes[position]) << 8 | Int(bytes[position + 1])
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
  }
}
