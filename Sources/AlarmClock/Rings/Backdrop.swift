/// A coarse copy of a picture: the mean gray of each block, row by row. It shows whether the camera was covered or
/// pushed.
public struct Backdrop: Hashable, Sendable {
  public static let columns = 16
  public static let rows = 12

  private let blocks: [UInt8]

  public init?(_ blocks: [UInt8]) {
    guard blocks.count == Self.columns * Self.rows else { return nil }
    self.blocks = blocks
  }

  /// Twice the smallest difference, in grays, between a block and the mean of its neighbors that counts as detail.
  /// Bright pictures need more. A covered lens shows only gradients.
  private static let leastBend = 6
  /// A picture with fewer detailed blocks than this counts as blank.
  private static let leastDetail = 6
  /// The range of brightness factors that exposure control or a light may explain for the whole picture.
  private static let sameExposure = 0.5...2.0
  /// The range of brightness factors, relative to the whole picture, in which a block still shows the same thing.
  /// Measured on drawn rooms.
  private static let sameBrightness = 0.8...1.25
  /// The shares of blocks that must be unchanged for the lens to count as uncovered: around the card, and in the whole
  /// picture, where somebody may be standing.
  private static let (sameAround, sameElsewhere) = (0.9, 0.75)
  /// With fewer blocks outside the card than this, the pictures cannot be compared.
  private static let leastRest = 24
  /// The mean grays between which two pictures can be compared.
  private static let comparable = 40.0...230.0
  /// How much a block must differ, in grays, to show whether the camera moved.
  private static let leastDifference = 4.0
  /// The blocks that must have moved with the card if the camera was pushed, and the least ratio of moved to still
  /// blocks. In drawn rooms the ratio was 8 or more for pushed cameras, 5 for a hand over part of the lens, and at most
  /// 2 for a person who moved with the card.
  private static let (leastMoved, movedPerStill) = (12, 3)
  /// The picture corners that must have moved with the card, and the blocks needed in each. A hand and its arm reach
  /// from the card to one side of the picture only. In front of a plain wall or in the dark, this is the only evidence
  /// that the camera moved.
  private static let (leastCorners, leastInCorner) = (3, 3)
  private static let cornerShare = 0.3

  /// Whether the picture has no detail: a wall, a sheet of paper, a hand in front of the lens.
  public var isBlank: Bool {
    let least = max(Self.leastBend, Int(mean) / 10)
    func bend(_ index: Int, _ step: Int) -> Int {
      abs(2 * Int(blocks[index]) - Int(blocks[index - step]) - Int(blocks[index + step]))
    }
    let details = blocks.indices.count { index in
      (1..<Self.columns - 1).contains(index % Self.columns) && bend(index, 1) > least
        || (1..<Self.rows - 1).contains(index / Self.columns) && bend(index, Self.columns) > least
    }
    return details < Self.leastDetail
  }

  private var mean: Double { Double(blocks.reduce(0) { $0 + Int($1) }) / Double(blocks.count) }

  /// Whether this picture shows the same room as the picture with the card, especially around the card, so that the
  /// card would have been read. A hand or a sheet of paper over half of the lens changes that half. `false` if the card
  /// nearly fills the picture and leaves too little of the room to compare.
  func shows(surroundingsOf card: CardPresence.Outline, in before: Backdrop) -> Bool {
    let hidden = Self.blocks(of: card, margin: 1)
    let around = Self.blocks(of: card, margin: 2).subtracting(hidden)
    let rest = blocks.indices.filter { !hidden.contains($0) }
    guard rest.count >= Self.leastRest, !around.isEmpty else { return false }
    let gains = blocks.indices.map { Self.gain(Double(before.blocks[$0]), Double(blocks[$0])) }
    let exposure = Self.median(rest.map { gains[$0] })
    guard Self.sameExposure.contains(exposure) else { return false }
    func isSame(_ indices: some Collection<Int>, _ share: Double) -> Bool {
      Double(indices.count { Self.sameBrightness.contains(gains[$0] / exposure) }) >= share * Double(indices.count)
    }
    return isSame(around, Self.sameAround) && isSame(rest, Self.sameElsewhere)
  }

  /// Whether the rest of the picture has moved with the card: the camera was pushed and the card still lies there.
  /// `false` if the pictures are too dark, too bright or too empty to tell, if only a part has moved (an arm), or if
  /// the card was turned or its distance changed (a hand does that).
  func wasPushed(
    since before: Backdrop, card old: CardPresence.Outline, to new: CardPresence.Outline
  ) -> Bool {
    guard [self, before].allSatisfy({ Self.comparable.contains($0.mean) }) else { return false }
    let (from, to) = (old.middle, new.middle)
    guard !new.isElsewhere(than: old.moved(x: to.x - from.x, y: to.y - from.y)) else { return false }
    let dx = Double(to.x - from.x) * Double(Self.columns) / 1000
    let dy = Double(to.y - from.y) * Double(Self.rows) / 1000
    let hiddenBefore = Self.blocks(of: old, margin: 1)
    let hidden = hiddenBefore.union(Self.blocks(of: new, margin: 1))
    var places: [(now: Double, moved: Double, still: Double, corner: Int?)] = []
    for y in 0..<Self.rows {
      for x in 0..<Self.columns where !hidden.contains(y * Self.columns + x) {
        let (left, top) = (Double(x) - dx, Double(y) - dy)
        guard let moved = before.gray(left, top),
          !hiddenBefore.contains(Int(top.rounded()) * Self.columns + Int(left.rounded()))
        else { continue }
        let index = y * Self.columns + x
        let corner = Self.corner(x, y, movedBy: (dx, dy))
        places.append((Double(blocks[index]), moved, Double(before.blocks[index]), corner))
      }
    }
    let ifMoved = Self.differences(places.map { ($0.moved, $0.now) })
    let ifStill = Self.differences(places.map { ($0.still, $0.now) })
    let telling = places.indices.filter { max(ifMoved[$0], ifStill[$0]) >= Self.leastDifference }
    let moved = telling.filter { ifMoved[$0] * 2 < ifStill[$0] }
    let still = telling.count { ifStill[$0] * 2 < ifMoved[$0] }
    guard moved.count >= Self.leastMoved, moved.count >= Self.movedPerStill * still else { return false }
    let inCorners = moved.compactMap { places[$0].corner }
    return (0..<4).count { corner in inCorners.count { $0 == corner } >= Self.leastInCorner } >= Self.leastCorners
  }

  /// Returns the corner, 0 to 3, of the area that both pictures show, or `nil` between the corners.
  private static func corner(_ x: Int, _ y: Int, movedBy shift: (x: Double, y: Double)) -> Int? {
    func isFarSide(_ value: Int, _ count: Int, _ shift: Double) -> Bool? {
      let (low, high) = (max(shift, 0), Double(count - 1) + min(shift, 0))
      let side = (high - low) * cornerShare
      return Double(value) <= low + side ? false : Double(value) >= high - side ? true : nil
    }
    guard let isRight = isFarSide(x, columns, shift.x), let isLow = isFarSide(y, rows, shift.y) else { return nil }
    return (isRight ? 1 : 0) + (isLow ? 2 : 0)
  }

  /// Returns the interpolated gray at a point, in blocks, or `nil` outside the picture.
  private func gray(_ x: Double, _ y: Double) -> Double? {
    guard x >= 0, y >= 0, x <= Double(Self.columns - 1), y <= Double(Self.rows - 1) else { return nil }
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(left + 1, Self.columns - 1), min(top + 1, Self.rows - 1))
    let (shareX, shareY) = (x - Double(left), y - Double(top))
    func at(_ x: Int, _ y: Int) -> Double { Double(blocks[y * Self.columns + x]) }
    let upper = at(left, top) * (1 - shareX) + at(right, top) * shareX
    let lower = at(left, bottom) * (1 - shareX) + at(right, bottom) * shareX
    return upper * (1 - shareY) + lower * shareY
  }

  /// Returns how much each gray has changed, corrected for exposure.
  private static func differences(_ pairs: [(before: Double, now: Double)]) -> [Double] {
    let exposure = median(pairs.map(gain))
    return pairs.map { abs($0.now + darkest - exposure * ($0.before + darkest)) }
  }

  /// Added to each gray so that noise in black blocks stays small.
  private static let darkest = 4.0

  private static func gain(_ before: Double, _ now: Double) -> Double { (now + darkest) / (before + darkest) }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 1 : values.sorted()[values.count / 2]
  }

  private static func blocks(of card: CardPresence.Outline, margin: Int) -> Set<Int> {
    func range(_ values: [Int], _ count: Int) -> ClosedRange<Int> {
      func block(_ value: Int) -> Int { min(max(value, -1000), 2000) * count / 1000 }
      let (low, high) = ((values.min().map(block) ?? 0) - margin, (values.max().map(block) ?? 0) + margin)
      return min(max(low, 0), count - 1)...min(max(high, 0), count - 1)
    }
    let columns = range(card.corners.map(\.x), Self.columns)
    return Set(range(card.corners.map(\.y), rows).flatMap { y in columns.map { y * Self.columns + $0 } })
  }
}
