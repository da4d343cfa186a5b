/// Finds codes in a picture by their finder patterns.
struct CodeLocator {
  private let level: Level
  /// Made when there is something to fit.
  private var contrast: Contrast?
  private var fits: [Int: (map: ModuleMap, fit: GridFit)] = [:]
  private var read: [Projection] = []
  private var bestScore: Float = 0

  /// Hands on what are codes to all appearances, about the likeliest first. What `isRead` says was read is left alone from
  /// then on: fitting a grid takes longer than everything before.
  ///
  /// - Parameter patterns: the finder patterns of the level, the surest first.
  static func search(
    _ level: Level, for patterns: [FinderPattern], sizes: ClosedRange<Int> = CodeSketch.usualSizes,
    isRead: (LocatedCode) -> Bool
  ) {
    let patterns = Array(patterns.prefix(mostPatterns))
    guard patterns.count >= 2 else { return }
    var locator = CodeLocator(level)
    let threes = CodeSketch.ofThree(patterns, in: level.binary, sizes: sizes)
    locator.visit(threes, isRead: isRead) { sketch, fit in
      [SIMD2<Float>.zero, sketch.recession, sketch.recession * 0.5].map { recession in
        let projection = sketch.projection(recession: recession)
        return (projection, sketch.sign * fit.score(projection, limit: fit.limit(projection)))
      }.max { $0.1 < $1.1 }
    }
    // Two patterns leave a lot to be searched: only where three have not told.
    guard locator.bestScore < surelyFound, sizes == CodeSketch.usualSizes else { return }
    let pairs = CodeSketch.ofPairs(Array(patterns.prefix(mostOfPairs)), in: level.binary)
    let roughly = locator.starts(of: pairs) { $0.searched($1, step: 1.6, tilts: [0]) }
    locator.visit(roughly.prefix(mostSearches).map(\.sketch), isRead: isRead) { $0.searched($1) }
  }

  private init(_ level: Level) {
    self.level = level
  }

  /// Where to begin with a sketch, and the score there.
  private typealias Start = (CodeSketch, GridFit) -> (projection: Projection, score: Float)?

  /// The most promising sketches first.
  private mutating func starts(
    of sketches: [CodeSketch], from begin: Start
  ) -> [(sketch: CodeSketch, projection: Projection, score: Float)] {
    var starts: [(sketch: CodeSketch, projection: Projection, score: Float)] = []
    for sketch in sketches {
      if let start = begin(sketch, known(side: sketch.side).fit), start.score.isFinite {
        starts.append((sketch, start.projection, start.score))
      }
    }
    return starts.sorted { $0.score > $1.score }
  }

  /// Fits the most promising sketches.
  private mutating func visit(_ sketches: [CodeSketch], isRead: (LocatedCode) -> Bool, from begin: Start) {
    let starts = starts(of: sketches, from: begin)
    var done = 0
    for start in starts where done < Self.mostFits && !read.contains(where: { $0.covers(start.projection) }) {
      done += 1
      let (map, fit) = known(side: start.sketch.side)
      let best = fit.fitted(start.projection, sign: start.sketch.sign)
      bestScore = max(bestScore, best.score)
      let code = LocatedCode(
        map: map, isInverted: start.sketch.topLeft.isInverted, projection: best.projection, score: best.score)
      if code.isLikely, isRead(code) { read.append(best.projection) }
    }
  }

  private mutating func known(side: Int) -> (map: ModuleMap, fit: GridFit) {
    if let known = fits[side] { return known }
    let map = ModuleMap(side: side)
    let contrast = contrast ?? level.smoothed.contrast(window: 31)
    self.contrast = contrast
    let made = (map, GridFit(contrast, map: map))
    fits[side] = made
    return made
  }

  /// Clutter and noise have finder patterns too; three of sixteen are 560.
  private static let mostPatterns = 16
  private static let mostOfPairs = 8
  /// Eight patterns are some hundred sketches of two, and a search tries 363 places for each.
  private static let mostSearches = 16
  private static let mostFits = 4
  /// Above this, three patterns are those of a code.
  private static let surelyFound: Float = 0.85
}
