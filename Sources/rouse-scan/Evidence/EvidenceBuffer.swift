import CardReader
import Hardware

/// The frames of a ring that may tell why a card was not read: the last ones in which none was, the last ones with a code
/// in view that was not read, since nobody is before the camera when a ring gives up after an hour, and the one that ended
/// the ring. Others in which a code was read tell nothing: it is covered.
///
/// It only holds on to them, so that reading cards costs as much as without; what there is to be worked out is worked
/// out when they are asked for (`EvidenceDevelopment`). Its size is bounded: 310 KB a frame of the camera.
struct EvidenceBuffer {
  struct Entry {
    let frame: GrayFrame
    /// In milliseconds, by a clock that does not step.
    let time: Int
    let look: CardReader.Look
    /// What has to be covered: codes that were read in it, or in frames just before and after it.
    private(set) var boxes: [PixelBox] = []

    var showsCode: Bool { !look.sightings.isEmpty || look.unread != nil }

    mutating func cover(_ outline: Outline, margin: Double) {
      cover(PixelBox(around: outline, margin: margin, in: frame))
    }

    mutating func coverAll() { cover(PixelBox(of: frame)) }

    /// Boxes that overlap become one: what is left of each is one grey, and of many together it would be a blurred code.
    private mutating func cover(_ box: PixelBox) {
      var box = box
      while let index = boxes.firstIndex(where: { $0.overlaps(box) }) { box = box.union(boxes.remove(at: index)) }
      boxes.append(box)
    }
  }

  /// The frames that are kept, at most two a second of each kind, and the newest of each.
  static let mostRecent = 8
  static let mostWithCode = 6
  static let interval = 500
  /// A code that was read is covered in the frames of this time before and after it, too.
  static let neighbourhood = 1000
  static let margin = 0.15
  /// For a hand that moves.
  static let neighbourMargin = 0.3

  /// By the number of the frame.
  private var kept: [Int: Entry] = [:]
  private var recent: [Int] = []
  private var withCode: [Int] = []
  /// The last frame in which a code was read: the one that ended the ring.
  private var lastRead: Int?
  /// Where codes were read lately.
  private var sights: [(time: Int, outline: Outline)] = []
  private var count = 0

  /// The oldest first.
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

  /// The newest may come at any time after the one before it, which then has to be `interval` after its own predecessor.
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
