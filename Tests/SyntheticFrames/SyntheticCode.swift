import Pictures

/// A code like those on alarm cards: 21 to 39 letters, versions 2 to 4 (25 to 33 modules a side).
struct SyntheticCode: Sendable {
  let payload: String
  let correction: QRCard.Correction
  let card: QRCard

  init(from random: inout RandomSource) throws(PictureError) {
    while true {
      let (payload, mode) = Self.payload(from: &random)
      let correction = [QRCard.Correction.low, .medium, .quartile][random.integer(0..<3)]
      let card = try QRCard(payload: Array(payload.utf8), correction: correction, mode: mode)
      guard (25...33).contains(card.size) else { continue }
      self.payload = payload
      self.correction = correction
      self.card = card
      return
    }
  }

  /// The QR version, 1…40.
  var version: Int { (card.size - 17) / 4 }

  private static func payload(from random: inout RandomSource) -> (String, QRCard.Mode) {
    // A random UUID (RFC 9562, version 4).
    let digits = (0..<2).map { index -> String in
      var bits = random.bits()
      if index == 0 { bits = bits & ~0xF000 | 0x4000 } else { bits = bits & ~(3 << 62) | 2 << 62 }
      let text = String(bits, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    let uuid = [
      digits[0].prefix(8), digits[0].dropFirst(8).prefix(4), digits[0].suffix(4), digits[1].prefix(4),
      digits[1].suffix(12),
    ].joined(separator: "-")
    switch random.integer(0..<4) {
    case 0: return (uuid, .bytes)
    case 1: return ("https://wake.example/s/" + uuid.prefix(13), .bytes)
    case 2: return ("alarm:v1:" + uuid.prefix(8) + uuid.dropFirst(9).prefix(4), .bytes)
    default: return ("HTTPS://WAKE.EXAMPLE/" + uuid.prefix(18).uppercased(), .alphanumeric)
    }
  }
}

extension Plane {
  /// Draws a card; each pixel is the mean of nine samples.
  mutating func place(_ card: QRCard, at pose: Pose, under conditions: Conditions) {
    let margin = QRCard.quietZone + conditions.extraMargin
    let span = card.size + 2 * margin
    let dark = conditions.isInverted ? conditions.paper : conditions.ink
    let light = conditions.isInverted ? conditions.ink : conditions.paper
    var modules = [Float](repeating: light, count: span * span)
    for y in 0..<card.size {
      for x in 0..<card.size where card.modules[y * card.size + x] { modules[(y + margin) * span + x + margin] = dark }
    }
    let half = Float(span) / 2
    let corners = [(-half, -half), (half, -half), (half, half), (-half, half)].map { pose.framePoint($0.0, $0.1) }
    let columns = Self.range(corners.map(\.x)).clamped(to: 0..<width)
    let rows = Self.range(corners.map(\.y)).clamped(to: 0..<height)
    // Move the origin to the corner of the modules; outside them there is no card.
    var matrix = pose.toCard
    for index in 0..<6 { matrix[index] += half * matrix[6 + index % 3] }
    let (a, b, c) = (matrix[0], matrix[1], matrix[2])
    let (d, e, f) = (matrix[3], matrix[4], matrix[5])
    let (g, h, i) = (matrix[6], matrix[7], matrix[8])
    values.withUnsafeMutableBufferPointer { values in
      modules.withUnsafeBufferPointer { modules in
        for y in rows {
          for x in columns {
            let around = values[y * width + x]
            var sum: Float = 0
            for part in 0..<9 {
              let px = Float(x) + Float(part % 3 - 1) / 3
              let py = Float(y) + Float(part / 3 - 1) / 3
              let third = 1 / (g * px + h * py + i)
              let column = (a * px + b * py + c) * third
              let row = (d * px + e * py + f) * third
              let isOnCard = column >= 0 && row >= 0 && column < Float(span) && row < Float(span)
              sum += isOnCard ? modules[Int(row) * span + Int(column)] : around
            }
            values[y * width + x] = sum / 9
          }
        }
      }
    }
  }

  /// Returns the smallest range of whole numbers that contains all coordinates.
  private static func range(_ coordinates: [Float]) -> Range<Int> {
    let (low, high) = (coordinates.min() ?? 0, coordinates.max() ?? 0)
    return Int(low.rounded(.down))..<Int(high.rounded(.up)) + 1
  }
}
