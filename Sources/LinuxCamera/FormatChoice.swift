import Hardware

struct FormatOffer: Hashable, Sendable {
  var format: PixelFormat
  /// Pixels.
  var width: Int
  var height: Int
  /// The maximum frames per second, or `nil` if the camera does not report it.
  var rate: Double?

  var isCompressed: Bool { format.samples == nil }
  var area: Int { width * height }
}

enum FormatChoice {
  /// Returns the wanted length, or else the next larger one on the grid if there is one.
  static func nearest(to wanted: Int, in range: ClosedRange<Int>, step: Int) -> Int {
    let step = max(1, step)
    let inside = min(max(wanted, range.lowerBound), range.upperBound)
    let steps = (inside - range.lowerBound + step - 1) / step
    let value = range.lowerBound + steps * step
    return value <= range.upperBound ? value : value - step
  }

  /// Slower formats, in frames per second, are a last resort: a card is held up for only a second or two, and a slow
  /// stream blurs it.
  static let slowest = 10.0

  /// Returns the best offer, or `nil` if there is none. Fast enough comes first, then closeness to 640x480 (exact, else
  /// the next larger size, which can be scaled down without loss, else the largest), then the order of `PixelFormat`.
  static func best(of offers: [FormatOffer]) -> FormatOffer? {
    offers.min { rank($0).lexicographicallyPrecedes(rank($1)) }
  }

  /// Returns the offers to try in order, with decreasing bus load: the best one, the best of the other kind (compressed
  /// or not), and one of at most half the size. No more can be tried in the nine seconds before the daemon gives up on
  /// `rouse-scan`. They share the aspect ratio if possible, so that a card lying in view stays in its place. A weak
  /// host controller loses parts of large streams, so compressed ones come first.
  static func ladder(of offers: [FormatOffer], isWeakHost: Bool) -> [FormatOffer] {
    guard let overall = best(of: offers) else { return [] }
    let first = isWeakHost ? best(of: offers.filter(\.isCompressed)) ?? overall : overall
    let same = offers.filter { $0.width * first.height == first.width * $0.height }
    func isOther(_ offer: FormatOffer) -> Bool { offer.isCompressed != first.isCompressed }
    let second = best(of: same.filter(isOther)) ?? best(of: offers.filter(isOther))
    let largest = min(first.area, second?.area ?? first.area) / 2
    // Below this size, a card at arm's length cannot be read.
    let smaller = same.filter { $0.area <= largest && $0.width >= 320 && $0.height >= 240 }
    let third = smaller.max { ($0.area, $0.isCompressed ? 1 : 0) < ($1.area, $1.isCompressed ? 1 : 0) }
    return [first, second, third].compactMap(\.self)
  }

  /// Lower is better; the first difference decides.
  private static func rank(_ offer: FormatOffer) -> [Int] {
    let isEnough = offer.width >= GrayFrame.cameraWidth && offer.height >= GrayFrame.cameraHeight
    let isExact = isEnough && offer.area == GrayFrame.cameraWidth * GrayFrame.cameraHeight
    let kind = isExact ? 0 : isEnough ? 1 : 2
    let distance = isEnough ? offer.area : -offer.area
    let isSlow = offer.rate.map { $0 < slowest } ?? false
    let preference = PixelFormat.allCases.firstIndex(of: offer.format) ?? PixelFormat.allCases.count
    return [isSlow ? 1 : 0, kind, distance, preference, isSlow ? -Int((offer.rate ?? 0) * 1000) : 0]
  }

  /// The frames per second to request. A slow board would skip more, and fewer give each frame more light: at 15 the
  /// exposure may last 66 ms, which still works for a hand-held card.
  static let wantedRate = 15
}
