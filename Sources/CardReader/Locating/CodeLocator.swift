/// Finds codes in a picture by their finder patterns.
struct CodeLocator {
  private let level: Level
  private var contrast: Contrast?
  private var fits: [Int: (map: ModuleMap, fit: GridFit)] = [:]
  private var read: [Projection] = []
  private var bestScore: Float = 0

  /// Calls `isRead` with probable codes, roughly the likeliest first. Skips areas that were read: fitting is slow.
  /// `patterns` are the finder patterns of the level, the most certain first.
  static func search(
    _ level: Level, for patterns: [FinderPattern], sizes: ClosedRange<Int> = CodeSketch.usualSizes,
    isRead: (LocatedCode) -> Bool
  ) {
    let patterns = Array(patterns.prefix(mostPatterns))
    guard patterns.count >= 2 else { return }
    var locator = CodeLocator(level: level)
    let threes = CodeSketch.ofThree(patterns, in: level.binary, sizes: sizes)
    locator.visit(threes, isRead: isRead) { sketch, fit in
      [SIMD2<Float>.zero, sketch.recession, sketch.recession * 0.5].map { recession in
        let projection = sketch.projection(recession: recession)
        return (projection, sketch.sign * fit.score(projection, limit: fit.limit(projection)))
      }.max { $0.1 < $1.1 }
    }
    // Pairs of patterns need a long search, so try them only if triples failed.
    guard locator.bestScore < surelyFound, sizes == CodeSketch.usualSizes else { return }
    let pairs = CodeSketch.ofPairs(Array(patterns.prefix(mostOfPairs)), in: level.binary)
    let roughly = locator.starts(of: pairs) { $0.searched($1, step: 1.6, tilts: [0]) }
    locator.visit(roughly.prefix(mostSearches).map(\.sketch), isRead: isRead) { $0.searched($1) }
  }

  private typealias Start = (CodeSketch, GridFit) -> (projection: Projection, score: Float)?

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

  /// Clutter and noise contain finder patterns too; 16 patterns already form 560 triples.
  private static let mostPatterns = 16
  private static let mostOfPairs = 8
  /// Eight patterns form some hundred pair sketches, and a search tries 363 positions for each.
  private static let mostSearches = 16
  private static let mostFits = 4
  /// The score above which three patterns surely belong to a code.
  private static let surelyFound: Float = 0.85
}
