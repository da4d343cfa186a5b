import Hardware

/// Recognizes clean, upright matrix codes that libzbar does not read, by the patterns common to all codes of a kind.
enum MatrixCodes {
  static func kind(in frame: GrayFrame) -> CodeKind? {
    for isInverted in [false, true] {
      guard let picture = Silhouette(frame, isInverted: isInverted) else { return nil }
      if isPDF417(picture) { return .pdf417 }
      let boxes = picture.boxes
      guard boxes.count <= mostShapes else { continue }
      for box in boxes where box.size.min() >= 3 {
        if isMicroQR(box, in: picture) { return .microQR }
        if isAztec(box, in: picture) { return .aztec }
        if isDataMatrix(box, in: picture) { return .dataMatrix }
      }
    }
    return nil
  }

  private static let mostShapes = 4000

  private struct Grid {
    let picture: Silhouette
    let origin: SIMD2<Float>
    let right: SIMD2<Float>
    let down: SIMD2<Float>

    func isDark(_ x: Int, _ y: Int) -> Bool { picture.isDark(origin + right * Float(x) + down * Float(y)) }

    /// The grid rotated about the origin in steps of 90 degrees.
    var turns: [Grid] {
      [(right, down), (down, -right), (-right, -down), (-down, right)].map {
        Grid(picture: picture, origin: origin, right: $0, down: $1)
      }
    }
  }

  /// Whether a shape is the ring of a Micro QR code (ISO/IEC 18004, 5.3.2): one finder pattern, timing patterns on the
  /// upper and left edges, and a light border.
  private static func isMicroQR(_ box: Silhouette.Box, in picture: Silhouette) -> Bool {
    guard box.isSquare, box.size.min() >= 14 else { return false }
    let module = box.size / 7
    let grid = Grid(picture: picture, origin: box.center, right: [module.x, 0], down: [0, module.y])
    guard all(-3...3, -3...3, { grid.isDark($0, $1) == (max(abs($0), abs($1)) != 2) }) else { return false }
    // From here on, the middle of the finder pattern is module (3, 3).
    return grid.turns.contains { grid in
      func isDark(_ x: Int, _ y: Int) -> Bool { grid.isDark(x - 3, y - 3) }
      guard (0...7).allSatisfy({ !isDark(7, $0) && !isDark($0, 7) }) else { return false }
      return [11, 13, 15, 17].contains { side in
        (8..<side).allSatisfy { isDark($0, 0) == ($0 % 2 == 0) && isDark(0, $0) == ($0 % 2 == 0) }
          && (-1...side).allSatisfy { !isDark(-1, $0) && !isDark($0, -1) && !isDark(side, $0) && !isDark($0, side) }
      }
    }
  }

  /// Whether a shape is the middle of an Aztec code (ISO/IEC 24778, 6.2): concentric squares, with orientation marks in
  /// the corners of the ring around them.
  private static func isAztec(_ box: Silhouette.Box, in picture: Silhouette) -> Bool {
    guard box.isSquare, Float(box.area) >= 0.8 * box.size.x * box.size.y else { return false }
    func reach(_ dx: Int, _ dy: Int) -> Float {
      let (x, y) = (Int(box.center.x), Int(box.center.y))
      var (changes, steps, isDark) = (0, 0, true)
      while changes < 4, steps < max(picture.width, picture.height) {
        steps += 1
        let next = picture.isDark(x + dx * steps, y + dy * steps)
        if next != isDark { changes += 1 }
        isDark = next
      }
      return Float(steps)
    }
    // The fourth change is three and a half modules from the middle.
    let (left, right, up, down) = (reach(-1, 0), reach(1, 0), reach(0, -1), reach(0, 1))
    let module = SIMD2(left + right - 1, up + down - 1) / 7
    guard abs(module.x - module.y) < 0.15 * module.x, abs(module.x - box.size.x) < max(1.5, 0.3 * module.x) else {
      return false
    }
    let middle = SIMD2(Float(Int(box.center.x)) + 0.5, Float(Int(box.center.y)) + 0.5)
    let origin = middle + SIMD2(right - left, down - up) / 2
    let grid = Grid(picture: picture, origin: origin, right: [module.x, 0], down: [0, module.y])
    func isRings(_ radius: Int) -> Bool {
      all(-radius...radius, -radius...radius) { grid.isDark($0, $1) == (max(abs($0), abs($1)) % 2 == 0) }
    }
    guard isRings(4) else { return false }
    let radius = isRings(6) ? 7 : 5
    return grid.turns.contains { grid in
      let near = radius - 1
      let darks = [
        (-radius, -radius), (-near, -radius), (-radius, -near), (radius, -radius), (radius, -near), (radius, near),
      ]
      let lights = [
        (near, -radius), (radius, radius), (near, radius), (-radius, radius), (-near, radius), (-radius, near),
      ]
      return darks.allSatisfy { grid.isDark($0.0, $0.1) } && !lights.contains { grid.isDark($0.0, $0.1) }
    }
  }

  /// Whether a shape spans a Data Matrix code (ISO/IEC 16022, 5.2): two solid dark edges, two edges of alternating
  /// modules, and a light border.
  private static func isDataMatrix(_ box: Silhouette.Box, in picture: Silhouette) -> Bool {
    for columns in stride(from: 8, through: 144, by: 2) {
      let width = box.size.x / Float(columns)
      guard width >= 2 else { return false }
      let rows = Int((box.size.y / width / 2).rounded()) * 2
      guard (8...144).contains(rows), max(columns, rows) >= 10, abs(box.size.y / Float(rows) - width) < 0.1 * width
      else {
        continue
      }
      let module = SIMD2(width, box.size.y / Float(rows))
      let corner = SIMD2(Float(box.left), Float(box.top))
      let start = Grid(picture: picture, origin: corner + module / 2, right: [module.x, 0], down: [0, module.y])
      guard (-1...columns).allSatisfy({ !start.isDark($0, -1) && !start.isDark($0, rows) }),
        (-1...rows).allSatisfy({ !start.isDark(-1, $0) && !start.isDark(columns, $0) })
      else { continue }
      let (upper, lower) = ((0..<columns).map { start.isDark($0, 0) }, (0..<columns).map { start.isDark($0, rows - 1) })
      let (left, right) = ((0..<rows).map { start.isDark(0, $0) }, (0..<rows).map { start.isDark(columns - 1, $0) })
      // The solid edges may meet in any corner; the alternating edges are read starting there.
      let corners = [
        (left, lower, upper, right.reversed()), (left, upper, lower, right),
        (right, lower, upper.reversed(), left.reversed()), (right, upper, lower.reversed(), left),
      ]
      if corners.contains(where: { one, other, across, beside in
        !one.contains(false) && !other.contains(false) && alternates(across) && alternates(beside)
      }) {
        return true
      }
    }
    return false
  }

  private static func alternates(_ modules: [Bool]) -> Bool {
    modules.indices.allSatisfy { modules[$0] == ($0 % 2 == 0) }
  }

  /// Whether enough lines contain the start and stop patterns of PDF417 (ISO/IEC 15438, 5.4).
  private static func isPDF417(_ picture: Silhouette) -> Bool {
    [false, true].contains { isColumn in
      let lines = 0..<(isColumn ? picture.width : picture.height)
      return lines.count { line in
        let runs = picture.runs(line: line, isColumn: isColumn)
        return isPDF417(runs) || isPDF417(runs.reversed())
      } >= leastLines
    }
  }

  private static let leastLines = 12

  private static func isPDF417(_ runs: [Int]) -> Bool {
    guard let start = runs.indices.first(where: { isPattern([8, 1, 1, 1, 1, 1, 1, 3], runs[$0...]) }) else {
      return false
    }
    return runs.indices[(start + 8)...].contains { isPattern([7, 1, 1, 3, 1, 1, 1, 2, 1], runs[$0...]) }
  }

  private static func isPattern(_ pattern: [Int], _ runs: ArraySlice<Int>) -> Bool {
    let runs = runs.prefix(pattern.count)
    guard runs.count == pattern.count else { return false }
    let module = Float(runs.reduce(0, +)) / Float(pattern.reduce(0, +))
    return zip(pattern, runs).allSatisfy { abs(Float($1) - Float($0) * module) <= module / 2 }
  }

  private static func all(_ xs: ClosedRange<Int>, _ ys: ClosedRange<Int>, _ holds: (Int, Int) -> Bool) -> Bool {
    ys.allSatisfy { y in xs.allSatisfy { x in holds(x, y) } }
  }
}
