import CardReader
import Hardware

/// Frames of a ring that may explain why a card was not read: the latest without a read code, the latest with an unread
/// code in view (because nobody is there when a ring gives up after an hour), and the one that ended the ring. Other
/// frames with a read code explain nothing, because the code is covered.
///
/// This only stores the frames, so that reading cards costs no more than without it. `EvidenceDevelopment` does the
/// rest when the daemon asks for evidence. Memory is bounded, at 310 KB for each frame.
struct EvidenceBuffer {
  struct Entry {
    let frame: GrayFrame
    /// In milliseconds, on a clock that does not step.
    let time: Int
    let look: CardReader.Look
    private(set) var boxes: [PixelBox] = []

    mutating func cover(_ outline: Outline, margin: Double) {
      cover(PixelBox(around: outline, margin: margin, in: frame))
    }

    mutating func coverAll() { cover(PixelBox(of: frame)) }

    /// Overlapping boxes are merged. Each box is reduced to one gray, and many small boxes together would form a
    /// blurred code.
    private mutating func cover(_ box: PixelBox) {
      var box = box
      while let index = boxes.firstIndex(where: { $0.overlaps(box) }) { box = box.union(boxes.remove(at: index)) }
      boxes.append(box)
    }
  }

  /// How many frames of each kind are kept: the newest, and otherwise at most two a second. `interval` is in
  /// milliseconds.
  static let mostRecent = 8
  static let mostWithCode = 6
  static let interval = 500
  /// How long before and after, in milliseconds, a read code is covered in other frames, too.
  static let neighbourhood = 1000
  static let margin = 0.15
  /// For neighboring frames, because the hand moves.
  static let neighbourMargin = 0.3

  private var kept: [Int: Entry] = [:]
  private var recent: [Int] = []
  private var withCode: [Int] = []
  /// The last frame with a read code, which ended the ring.
  private var lastRead: Int?
  private var sights: [(time: Int, outline: Outline)] = []
  private var count = 0

  var entries: [Entry] { kept.sorted { $0.key < $1.key }.map(\.value) }

  mutating func add(_ frame: GrayFrame, _ look: CardReader.Look, at time: Int) {
    let outlines = look.sightings.map(\.outline)
    for (number, entry) in kept where time - entry.time <= Self.neighbourhood {
      for outline in outlines { kept[number]?.cover(outline, margin: Self.neighbourMargin) }
    }
    sights.removeAll { time - $0.time > Self.neighbourhood }
    var entry = Entry(frame: frame, time: time, look: look)
    for sight in sights { entry.cover(sight.outline, margin: Self.neighbourMargin) }
    for outline in outlines { entry.cover(outline, margin: Self.margin) }
    sights += outlines.map { (time, $0) }

    count += 1
    kept[count] = entry
    if outlines.isEmpty { recent = thinned(recent + [count], to: Self.mostRecent) }
    if look.unread != nil { withCode = thinned(withCode + [count], to: Self.mostWithCode) }
    if !outlines.isEmpty { lastRead = count }
    let wanted = Set(recent + withCode + [lastRead].compactMap(\.self))
    for number in kept.keys where !wanted.contains(number) { kept[number] = nil }
  }

  /// The newest frame is always kept. The one before it stays only if it came at least `interval` after its own
  /// predecessor.
  private func thinned(_ numbers: [Int], to most: Int) -> [Int] {
    var numbers = numbers
    if numbers.count > 2, let last = kept[numbers[numbers.count - 2]], let before = kept[numbers[numbers.count - 3]],
      last.time - before.time < Self.interval
    {
      numbers.remove(at: numbers.count - 2)
    }
    return Array(numbers.suffix(most))
  }
}
