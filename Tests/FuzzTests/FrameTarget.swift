import CardReader
import Hardware
import Pictures

extension FuzzTarget {
  /// What a camera may see: a frame of any size, and a QR code whose modules are as somebody has drawn them.
  ///
  /// libzbar itself is not instrumented, so that this is about what leads to it and what it gives back.
  static let frames = FuzzTarget(
    name: "frames", longest: 400, seeds: { try frameSeeds() },
    examine: { bytes in
      var pieces = Pieces(bytes)
      let kind = pieces.byte()
      if kind % 4 == 0 {
        try examinePixels(&pieces)
      } else if kind % 4 == 1 {
        try examineCard(of: pieces.all())
      } else {
        try examineModules(&pieces, turned: kind % 4 == 3)
      }
    })
}

/// Width, height, pixels: repeated until the frame is full.
private func examinePixels(_ pieces: inout Pieces) throws {
  let (width, height) = (Int(pieces.byte() % 100) + 1, Int(pieces.byte() % 100) + 1)
  let pixels = pieces.all()
  guard !pixels.isEmpty else { return }
  let frame = try made(width, height) { x, y in pixels[(y * width + x) % pixels.count] }
  let fitted = frame.fitted(width: 72, height: 64)
  try promise((fitted.width, fitted.height) == (72, 64), "a fitted frame has another size")
  try promise((0...1000).contains(fitted.sharpness), "a sharpness out of range")
  _ = try CardReader().read(frame)
  _ = try CardReader().read(burst: [fitted, fitted])
}

/// A payload becomes a card, and what the reader makes of the card is that payload.
private func examineCard(of payload: [UInt8]) throws {
  let card: QRCard
  do throws(PictureError) { card = try QRCard(payload: payload) } catch {
    try promise(payload.isEmpty || payload.count > 2331, "a payload of \(payload.count) bytes is refused")
    return
  }
  for sighting in try CardReader().read(card.image(moduleSize: card.size > 40 ? 2 : 3)) {
    try promise(sighting.payload == payload, "the card reads as another one")
  }
  try promise(!card.svg.isEmpty && !card.terminalText(inColor: false).isEmpty, "a card cannot be shown")
}

/// A drawn code: version 1 to 3, its finder and timing patterns as the standard has them, all else from the input.
private func examineModules(_ pieces: inout Pieces, turned: Bool) throws {
  let version = Int(pieces.byte()) % 3 + 1
  let size = 17 + 4 * version
  let bits = pieces.all()
  guard !bits.isEmpty else { return }
  let scale = 3
  let side = (size + 8) * scale
  let frame = try made(side, side) { x, y in
    let (column, row) = (x / scale - 4, y / scale - 4)
    let isDark =
      finder(column, row) ?? finder(size - 1 - column, row) ?? finder(column, size - 1 - row)
      ?? module(column, row, size, bits)
    return isDark != turned ? 0 : 255
  }
  if turned { _ = try CardReader().look(at: frame) } else { _ = try CardReader().read(frame) }
}

private func module(_ x: Int, _ y: Int, _ size: Int, _ bits: [UInt8]) -> Bool {
  guard (0..<size).contains(x), (0..<size).contains(y) else { return false }
  if x == 6 || y == 6 { return (x + y).isMultiple(of: 2) }
  let index = y * size + x
  return bits[index / 8 % bits.count] >> (index % 8) & 1 == 1
}

/// The pattern in the top left corner with its light border; nil outside it.
private func finder(_ x: Int, _ y: Int) -> Bool? {
  guard (0...7).contains(x), (0...7).contains(y) else { return nil }
  let distance = max(abs(x - 3), abs(y - 3))
  return distance == 3 || distance <= 1
}

private func made(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt8) throws -> GrayFrame {
  let pixels = (0..<width * height).map { pixel($0 % width, $0 / width) }
  guard let frame = GrayFrame(width: width, height: height, pixels: pixels) else {
    throw BrokenPromise("a frame of \(width) x \(height)")
  }
  return frame
}

/// Cards of each kind of payload; the modules of real ones; pixels.
private func frameSeeds() throws -> [[UInt8]] {
  let payloads =
    ["rouse:bathroom", "0123456789", "A\u{0}B", "ÄÖ€"].map { Array($0.utf8) } + [[0x93, 0x5F, 0xE4, 0xAA]]
  let drawn = try payloads.map { payload -> [UInt8] in
    let card = try QRCard(payload: payload)
    var bits = [UInt8](repeating: 0, count: (card.modules.count + 7) / 8)
    for (index, isDark) in card.modules.enumerated() where isDark { bits[index / 8] |= 1 << (index % 8) }
    return [2, UInt8((card.size - 17) / 4 - 1)] + bits
  }
  return payloads.map { [1] + $0 } + drawn + drawn.map { [3] + $0.dropFirst() }
    + [
      [0, 31, 31] + (0..<64).map { UInt8($0 * 4) }, [0, 99, 49, 0, 255, 255], [0, 0, 0, 9], [0, 15, 15, 0, 0, 255],
    ]
}
