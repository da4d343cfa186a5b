import Hardware

struct UnreadCode {
  let outline: Outline
  /// The width of a module along the upper edge, in pixels of the frame.
  let module: Float
  let score: Float

  init(_ code: LocatedCode, at size: Level.Size) {
    outline = code.outline(at: size)
    let left = outline.corners[0]
    let right = outline.corners[1]
    let edge = SIMD2(Float(right.x - left.x), Float(right.y - left.y))
    module = edge.dot(edge).squareRoot() / Float(code.map.side)
    score = code.score
  }
}

/// One frame with the intermediate results that its passes share.
struct FrameScan {
  let raster: Raster
  private var levels: [Level.Recipe: [Level]] = [:]
  private var rasters: [Level.Size: Raster]
  /// The likeliest code that was located but not read.
  private(set) var unread: UnreadCode?
  private(set) var refused = RefusedCodes()
  /// The widest module of all finder patterns, in pixels. A code too large for the frame still shows a pattern.
  private(set) var widestModule: Float = 0

  /// `nil` for a frame below 16 pixels: libzbar and sampling between pixels need neighbors, and no code is smaller.
  init?(_ frame: GrayFrame) {
    guard frame.width >= 16, frame.height >= 16 else { return nil }
    raster = Raster(frame)
    rasters = [.full: raster]
  }

  /// Returns the codes that a pass reads, each payload once. `coarsely` skips every second row and column of the frame.
  mutating func codes(
    _ pass: Pass, coarsely: Bool = false, with scanner: borrowing ZBarScanner
  ) -> [CardReader.Sighting] {
    switch pass {
    case .raw: scanned(raster, pass, coarsely, scanner)
    case .threshold31: scanned(level(Pass.recipe31, .full).binary, pass, coarsely, scanner)
    case .inverted: scanned(raster.inverted(), pass, coarsely, scanner)
    case .threshold15: scanned(Smoothed(raster, by: .one).thresholded(window: 15), pass, coarsely, scanner)
    case .halfTurned: scanned(picture(.half).rotated45(), pass, false, scanner)
    case .redrawn31: redrawn(Pass.recipe31, pass, scanner)
    case .redrawn15: redrawn(Pass.recipe15, pass, scanner)
    case .redrawn21: redrawn(Pass.recipe21, pass, scanner)
    case .redrawnDouble: redrawn(Pass.recipe31, at: [.double], pass, scanner)
    }
  }

  /// Returns codes of the largest versions, which the passes do not locate: only for sharp pictures, not live video.
  /// Omits codes that libzbar refuses, because a card made from one could never be read in live video.
  mutating func denseCodes(with scanner: borrowing ZBarScanner) -> [CardReader.Sighting] {
    redrawn(Pass.recipe31, at: [.double, .full], of: CodeSketch.denseSizes, .redrawnDouble, scanner)
  }

  private mutating func scanned(
    _ picture: Raster, _ pass: Pass, _ coarsely: Bool, _ scanner: borrowing ZBarScanner
  ) -> [CardReader.Sighting] {
    scanner.codes(in: picture, coarsely: coarsely).map { code in
      if code.isJoined { refused.areJoined = true }
      return CardReader.Sighting(payload: code.payload, pass: pass, outline: pass.outline(code.outline, in: raster))
    }
  }

  private mutating func redrawn(
    _ recipe: Level.Recipe, at sizes: [Level.Size] = [.full, .half, .quarter],
    of codeSizes: ClosedRange<Int> = CodeSketch.usualSizes, _ pass: Pass, _ scanner: borrowing ZBarScanner
  ) -> [CardReader.Sighting] {
    var sightings: [CardReader.Sighting] = []
    for size in sizes where sightings.isEmpty && Float(min(raster.width, raster.height)) >= 64 * size.divisor {
      let level = level(recipe, size)
      let patterns = FinderSearch.patterns(in: level.binary)
      // A core is three modules high, and every second row is examined. A rotated core shows on a few rows less.
      for pattern in patterns where Float(pattern.hits) >= max(3, 0.8 * pattern.module) {
        widestModule = max(widestModule, pattern.module * size.divisor)
      }
      CodeLocator.search(level, for: patterns, sizes: codeSizes) { code in
        var payloads: [[UInt8]] = []
        let isRead = Redrawing.drawings(of: code, in: level.raster) { drawing, data in
          payloads = scanner.codes(in: drawing).map(\.payload)
          guard payloads.isEmpty else { return true }
          guard let (payload, isPart) = Segments.code(of: data, version: code.map.version) else { return false }
          if codeSizes == CodeSketch.usualSizes {
            let sighting = CardReader.Sighting(payload: payload, pass: pass, outline: code.outline(at: size))
            refused.add(sighting, isPart: isPart)
          }
          return true
        }
        for payload in payloads where !sightings.contains(where: { $0.payload == payload }) {
          sightings.append(CardReader.Sighting(payload: payload, pass: pass, outline: code.outline(at: size)))
        }
        if !isRead, code.score > unread?.score ?? 0 { unread = UnreadCode(code, at: size) }
        return isRead
      }
    }
    return sightings
  }

  private mutating func level(_ recipe: Level.Recipe, _ size: Level.Size) -> Level {
    if let made = levels[recipe]?.first(where: { $0.size == size }) { return made }
    let kin = levels.first { $0.key.kernel == recipe.kernel }?.value.first { $0.size == size }
    let raster = picture(size)
    let smoothed = kin?.smoothed ?? Smoothed(raster, by: recipe.kernel)
    let binary = smoothed.thresholded(window: recipe.window)
    let made = Level(size: size, raster: raster, smoothed: smoothed, binary: binary)
    levels[recipe, default: []].append(made)
    return made
  }

  private mutating func picture(_ size: Level.Size) -> Raster {
    if let made = rasters[size] { return made }
    let made =
      switch size {
      case .double: raster.doubled()
      case .full: raster
      case .half: raster.halved()
      case .quarter: picture(.half).halved()
      }
    rasters[size] = made
    return made
  }
}
