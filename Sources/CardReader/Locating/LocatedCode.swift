import Hardware

/// A code that is in the picture to all appearances.
struct LocatedCode {
  let map: ModuleMap
  let isInverted: Bool
  /// In pixels of the level.
  let projection: Projection
  /// How well the function patterns agree with the picture, at most 1.
  let score: Float

  /// The picture is dark and light where a code of this size has to be: codes that were read had 0.89, clutter and noise
  /// at most 0.43.
  var isLikely: Bool { score >= 0.45 }

  /// In the frame.
  func outline(at size: Level.Size) -> Outline {
    // A plane seen edge-on has corners at infinity.
    let corners = (projection.corners * size.divisor).clamped(lowerBound: -9999 * .one, upperBound: 9999 * .one)
    func corner(_ index: Int) -> FramePoint {
      FramePoint(x: Int(corners[2 * index].rounded()), y: Int(corners[2 * index + 1].rounded()))
    }
    return Outline(topLeft: corner(0), topRight: corner(1), bottomRight: corner(2), bottomLeft: corner(3))
  }
}

/// Finds codes by their finder patterns.
struct CodeLocator {
  private let level: Level
  private let contrast: Contrast
  private var fits: [Int: (map: ModuleMap, fit: GridFit)] = [:]

  /// What may be codes, the likeliest first; a code may be among them more than once.
  static func codes(in level: Level) -> [LocatedCode] {
    let patterns = Array(FinderSearch.patterns(in: level.binary).prefix(mostPatterns))
    guard patterns.count >= 2 else { return [] }
    var locator = CodeLocator(level)
    var codes = locator.fitted(CodeSketch.ofThree(patterns, in: level.binary)) { sketch, fit, sign in
      [SIMD2<Float>.zero, sketch.recession, sketch.recession * 0.5].map { recession in
        let projection = sketch.projection(recession: recession)
        return (projection, sign * fit.score(projection, limit: fit.limit(projection)))
      }.max { $0.1 < $1.1 }
    }
    // Two patterns leave a lot to be searched: only where three have not told.
    if !codes.contains(where: { $0.score > surelyFound }) {
      codes += locator.fitted(CodeSketch.ofPairs(Array(patterns.prefix(mostOfPairs)), in: level.binary)) {
        $0.searched($1, sign: $2)
      }
    }
    return codes.sorted { $0.score > $1.score }
  }

  private init(_ level: Level) {
    self.level = level
    contrast = level.smoothed.contrast(window: 31)
  }

  /// Fits the most promising sketches.
  ///
  /// - Parameter start: where to begin with one, and the score there.
  private mutating func fitted(
    _ sketches: [CodeSketch],
    from start: (CodeSketch, GridFit, _ sign: Float) -> (projection: Projection, score: Float)?
  ) -> [LocatedCode] {
    var starts: [(sketch: CodeSketch, projection: Projection, score: Float)] = []
    for sketch in sketches {
      if let begun = start(sketch, fit(side: sketch.side).fit, sketch.sign), begun.score.isFinite {
        starts.append((sketch, begun.projection, begun.score))
      }
    }
    return starts.sorted { $0.score > $1.score }.prefix(Self.mostFits).map { begun in
      let (map, fit) = fit(side: begun.sketch.side)
      let best = fit.fitted(begun.projection, sign: begun.sketch.sign)
      return LocatedCode(
        map: map, isInverted: begun.sketch.topLeft.isInverted, projection: best.projection, score: best.score)
    }
  }

  private mutating func fit(side: Int) -> (map: ModuleMap, fit: GridFit) {
    if let known = fits[side] { return known }
    let map = ModuleMap(side: side)
    let made = (map, GridFit(contrast, map: map))
    fits[side] = made
    return made
  }

  /// Clutter and noise have finder patterns too; three of sixteen are 560.
  private static let mostPatterns = 16
  private static let mostOfPairs = 8
  private static let mostFits = 4
  /// Above this, three patterns are those of a code.
  private static let surelyFound: Float = 0.85
}
