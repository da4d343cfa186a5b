/// Sets the print size of a PNG (chunk `pHYs`, PNG specification 11.3.5.3); without it, programs choose a size.
public enum PNGWidth {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The signature and `IHDR`, always the first chunk.
  private static let headSize = 33

  /// Returns the PNG with this print width, or other files unchanged.
  public static func set(_ millimetres: Double, of file: [UInt8]) -> [UInt8] {
    guard file.starts(with: signature), file.count > headSize, millimetres > 0 else { return file }
    let pixels = file[16..<20].reduce(0) { $0 << 8 | UInt32($1) }
    let density = UInt32((Double(pixels) * 1000 / millimetres).rounded())
    // Pixels per unit across and down; 1 means that the unit is the meter.
    let body = Array("pHYs".utf8) + bytes(density) + bytes(density) + [1]
    let chunk = bytes(9) + body + bytes(checksum(of: body))
    return Array(file[..<headSize]) + chunk + Array(file[headSize...])
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Returns the CRC-32 of PNG (annex D).
  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { register, byte in
      (0..<8).reduce(register ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
  }
}
