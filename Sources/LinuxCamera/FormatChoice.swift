import Hardware

/// A format and size that a camera offers.
struct FormatOffer: Hashable, Sendable {
  var format: PixelFormat
  /// Pixels.
  var width: Int
  var height: Int
  /// The most frames a second; nil when the camera does not say.
  var rate: Double?

  var isCompressed: Bool { format.layout == .jpeg }
  var area: Int { width * height }
}

/// The sizes that a camera offers in one format: one, or all in a range, a step apart (pixels).
enum SizeOffer: Hashable, Sendable {
  case one(width: Int, height: Int)
  case range(width: ClosedRange<Int>, widthStep: Int, height: ClosedRange<Int>, heightStep: Int)

  /// The size nearest to what the reader wants.
  var nearest: (width: Int, height: Int) {
    switch self {
    case .one(let width, let height): (width, height)
    case .range(let width, let widthStep, let height, let heightStep):
      (
        Self.nearest(to: GrayFrame.cameraWidth, in: width, step: widthStep),
        Self.nearest(to: GrayFrame.cameraHeight, in: height, step: heightStep)
      )
    }
  }

  /// The next larger one on the grid where there is one.
  private static func nearest(to wanted: Int, in range: ClosedRange<Int>, step: Int) -> Int {
    let step = max(1, step)
    let inside = min(max(wanted, range.lowerBound), range.upperBound)
    let steps = (inside - range.lowerBound + step - 1) / step
    let value = range.lowerBound + steps * step
    return value <= range.upperBound ? value : value - step
  }
}

/// Which of a camera's formats and sizes to use.
enum FormatChoice {
  /// Frames a second below which a format is used only when nothing else is there: a card is held up for a second or
  /// two, and a slow stream blurs it.
  static let slowest = 10.0

  /// The offer to use, nil when there is none: fast enough, then nearest to 640x480 (exactly that, else the next larger
  /// size, which loses nothing when it is scaled down, else the largest), then by the order of `PixelFormat`.
  static func best(of offers: [FormatOffer]) -> FormatOffer? {
    offers.min { isBetter($0, $1) }
  }

  /// The offers to try one after the other, each with less to carry over the bus: the best one, the best of the other kind
  /// (compressed or not), and one of at most half the size. They have the same shape where there is one, so that they
  /// show the same, and a card that lies there stays in its place.
  ///
  /// - Parameter isWeakHost: compressed streams come first, because the host controller loses parts of large ones.
  static func ladder(of offers: [FormatOffer], isWeakHost: Bool) -> [FormatOffer] {
    guard let overall = best(of: offers) else { return [] }
    let first = isWeakHost ? best(of: offers.filter(\.isCompressed)) ?? overall : overall
    let same = offers.filter { $0.width * first.height == first.width * $0.height }
    func isOther(_ offer: FormatOffer) -> Bool { offer.isCompressed != first.isCompressed }
    let second = best(of: same.filter(isOther)) ?? best(of: offers.filter(isOther))
    let largest = min(first.area, second?.area ?? first.area) / 2
    // Below this a card held at arm's length is not read.
    let smaller = same.filter { $0.area <= largest && $0.width >= 320 && $0.height >= 240 }
    let third = smaller.max { ($0.area, $0.isCompressed ? 1 : 0) < ($1.area, $1.isCompressed ? 1 : 0) }
    return [first, second, third].compactMap(\.self)
  }

  private static func isBetter(_ first: FormatOffer, _ second: FormatOffer) -> Bool {
    for (one, other) in zip(rank(first), rank(second)) where one != other { return one < other }
    return false
  }

  /// Lower is better, the first difference decides.
  private static func rank(_ offer: FormatOffer) -> [Int] {
    let area = offer.width * offer.height
    let size: (kind: Int, distance: Int)
    if (offer.width, offer.height) == (GrayFrame.cameraWidth, GrayFrame.cameraHeight) {
      size = (0, 0)
    } else if offer.width >= GrayFrame.cameraWidth && offer.height >= GrayFrame.cameraHeight {
      size = (1, area)
    } else {
      size = (2, -area)
    }
    let isSlow = offer.rate.map { $0 < slowest } ?? false
    let preference = PixelFormat.allCases.firstIndex(of: offer.format) ?? PixelFormat.allCases.count
    return [isSlow ? 1 : 0, size.kind, size.distance, preference, isSlow ? -Int((offer.rate ?? 0) * 1000) : 0]
  }

  /// Frames a second to ask for. More than this a slow board only skips, and fewer give each frame more light: at 15 it
  /// may be exposed for 66 ms, which a card held by hand still bears.
  static let wantedRate = 15
}
