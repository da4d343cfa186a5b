import CardReader
import Hardware
import Pictures

extension FuzzTarget {
  /// A camera's frame of any size, or a QR code with arbitrary modules.
  ///
  /// libzbar itself is not instrumented; this target covers the code before and after it.
  static let frames = FuzzTarget(
    name: "frames", longest: 400, seeds: { try frameSeeds() },
    examine: { bytes in
      var pieces = Pieces(bytes)
      let kind = pieces.byte()
      switch kind % 5 {
      case 0: try examinePixels(&pieces)
      case 1: try examineCard(of: pieces.all())
      case 2, 3: try examineModules(&pieces, turned: kind % 5 == 3)
      default: try examineScene(&pieces)
      }
    })
}

/// Width, height, and pixels that are repeated until the frame is full.
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
  _ = try CardReader().otherCode(in: frame)
}

/// The reader must read the payload back from the card that is made of it.
private func examineCard(of payload: [UInt8]) throws {
  let card: QRCard
  do throws(PictureError) { card = try QRCard(payload: payload) } catch {
    try promise(payload.isEmpty || payload.count > 2331, "a payload of \(payload.count) bytes is refused")
    return
  }
  for sighting in try CardReader().read(card.image(moduleSize: card.size > 40 ? 2 : 3)) {
    try promise(sighting.payload == payload, "the card reads as another one")
  }
  try promise(!card.svgPath.isEmpty && !card.terminalText(inColor: false).isEmpty, "a card cannot be shown")
}

/// A code of version 1 to 3 with the standard's finder and timing patterns and all other modules from the input.
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

/// Codes and finder patterns of any size and angle, overlapping and beyond the edges: as a picture, as a moving burst,
/// and as live video whose frames change their size.
private func examineScene(_ pieces: inout Pieces) throws {
  let shape = pieces.byte()
  let (width, height) = (Int(pieces.byte()) + 16, Int(pieces.byte()) + 16)
  var scene = Scene(
    width: shape & 1 == 0 ? width : width * 4, height: shape & 2 == 0 ? height : height * 4, paper: pieces.byte())
  let (step, noise) = (Int(Int8(bitPattern: pieces.byte())), pieces.byte())
  for _ in 0...shape >> 2 & 3 { scene.draw(&pieces) }
  scene.addNoise(noise)
  let frames = try (0..<6).map { try scene.frame(shiftedBy: $0 * step) }
  let reader = try CardReader()
  switch shape >> 4 & 3 {
  case 0:
    _ = try reader.read(frames[0])
    _ = try reader.otherCode(in: frames[0])
  case 1: _ = try reader.read(burst: frames.map { $0.fitted(width: 64 + width / 4, height: 64 + height / 4) })
  case 2: for frame in frames { _ = try reader.look(at: frame) }
  default: for frame in [frames[0].fitted(width: 80, height: 64), frames[1]] { _ = try reader.look(at: frame) }
  }
}

private struct Scene {
  let width: Int
  let height: Int
  var pixels: [UInt8]

  init(width: Int, height: Int, paper: UInt8) {
    (self.width, self.height) = (width, height)
    pixels = [UInt8](repeating: paper, count: width * height)
  }

  /// Draws a code in perspective; the first byte gives its version and the finder patterns that are missing.
  mutating func draw(_ pieces: inout Pieces) {
    let (kind, ink) = (pieces.byte(), pieces.byte())
    let side = 21 + Int(kind & 7) * 4
    func coefficient(_ scale: Float) -> Float { Float(Int8(bitPattern: pieces.byte())) * scale }
    let (x, y) = (coefficient(2), coefficient(2))
    let (ux, uy, vx, vy) = (coefficient(0.1), coefficient(0.1), coefficient(0.1), coefficient(0.1))
    let (g, h) = (coefficient(0.0002), coefficient(0.0002))
    let bits = (0...pieces.byte() & 15).map { _ in pieces.byte() }
    let fine = 6
    for row in -2 * fine..<(side + 2) * fine {
      for column in -2 * fine..<(side + 2) * fine {
        let (u, v) = (Float(column) / Float(fine), Float(row) / Float(fine))
        let depth = 1 + g * u + h * v
        let place = SIMD2(x + ux * u + vx * v, y + uy * u + vy * v) / depth
        guard depth > 0.01, place.x >= 0, place.y >= 0, place.x < Float(width), place.y < Float(height) else {
          continue
        }
        let (c, r) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
        let isDark =
          (kind & 0x10 == 0 ? finder(c, r) : nil) ?? (kind & 0x20 == 0 ? finder(side - 1 - c, r) : nil)
          ?? (kind & 0x40 == 0 ? finder(c, side - 1 - r) : nil) ?? (kind & 0x80 == 0 && module(c, r, side, bits))
        pixels[Int(place.y) * width + Int(place.x)] = isDark ? ink : ~ink
      }
    }
  }

  mutating func addNoise(_ amount: UInt8) {
    guard amount > 0 else { return }
    var state = UInt32(amount)
    for index in pixels.indices {
      state = state &* 1_664_525 &+ 1_013_904_223
      pixels[index] = UInt8(clamping: Int(pixels[index]) + Int(state >> 24) % Int(amount) - Int(amount) / 2)
    }
  }

  func frame(shiftedBy shift: Int) throws -> GrayFrame {
    try made(width, height) { x, y in pixels[y * width + min(max(x + shift, 0), width - 1)] }
  }
}

private func module(_ x: Int, _ y: Int, _ size: Int, _ bits: [UInt8]) -> Bool {
  guard (0..<size).contains(x), (0..<size).contains(y) else { return false }
  if x == 6 || y == 6 { return (x + y).isMultiple(of: 2) }
  let index = y * size + x
  return bits[index / 8 % bits.count] >> (index % 8) & 1 == 1
}

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

private func frameSeeds() throws -> [[UInt8]] {
  let payloads =
    ["rouse:bathroom", "0123456789", "A\u{0}B", "ÄÖ€"].map { Array($0.utf8) } + [[0x93, 0x5F, 0xE4, 0xAA]]
  let drawn = try payloads.map { payload -> [UInt8] in
    let card = try QRCard(payload: payload)
    var bits = [UInt8](repeating: 0, count: (card.modules.count + 7) / 8)
    for (index, isDark) in card.modules.enumerated() where isDark { bits[index / 8] |= 1 << (index % 8) }
    return [2, UInt8((card.size - 17) / 4 - 1)] + bits
  }
  var seeds = payloads.map { payload in [1] + payload }
  seeds += drawn
  seeds += drawn.map { seed in [3] + seed.dropFirst() }
  seeds += sceneSeeds
  let ramp: [UInt8] = (0..<64).map { UInt8($0 * 4) }
  seeds += [[0, 31, 31] + ramp, [0, 99, 49, 0, 255, 255], [0, 0, 0, 9], [0, 15, 15, 0, 0, 255]]
  return seeds
}

/// Shape, width, height, paper, shift and noise; then for each code its kind, ink, place, axes, recession and bits.
private let sceneSeeds: [[UInt8]] = [
  [4, 0x10, 0, 60, 235, 27, 9, 0x40, 20, 12, 12, 40, 3, 253, 40, 8, 4, 3, 170, 85, 210, 7],
  [4, 0x20, 120, 100, 20, 5, 30, 0x91, 235, 12, 12, 30, 9, 247, 30, 0, 0, 1, 7, 9, 0xF0, 0, 60, 12, 35, 0, 0, 35],
  [4, 0x30, 48, 48, 40, 27, 3, 0, 20, 2, 2, 20, 0, 0, 20, 0, 0, 3, 1, 2, 3, 4],
  [4, 2, 0, 60, 200, 9, 0, 5, 0x80, 10, 0, 4, 20, 0, 0, 20],
]
