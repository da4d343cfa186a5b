import CardReader
import Hardware
import Pictures
import ScanLine

/// Makes what may leave this process out of the frames that were kept: looks for codes in each of them with every pass,
/// covers what is read, and tries to read what is left over. A frame that still gives a code away is covered altogether.
///
/// A code that no pass reads stays in the picture: it is what the picture is for.
struct EvidenceDevelopment {
  private let reader: CardReader
  private var entries: [EvidenceBuffer.Entry]

  /// - Parameter entries: the oldest first.
  init(_ entries: [EvidenceBuffer.Entry], _ reader: CardReader) throws {
    self.reader = reader
    self.entries = entries
    for index in entries.indices { try coverWhatIsRead(index) }
    // A place that is covered in a neighbour as well was not looked at since.
    for index in entries.indices where !self.entries[index].boxes.isEmpty { try check(index) }
    // Together several frames may tell what none of them tells.
    var end = self.entries.count
    while end > 0 {
      try check(max(0, end - Self.burst)..<end)
      end -= Self.burst
    }
  }

  /// The newest first.
  func reports(at now: Int) throws -> [EvidenceReport] {
    try entries.reversed().map { entry in
      EvidenceReport(
        png: try PictureFile.png(entry.frame.covered(entry.boxes)), age: max(0, now - entry.time),
        brightness: entry.frame.meanBrightness, obstacle: entry.look.obstacle, isCodeInView: entry.look.unread != nil,
        passes: entry.look.sightings.map(\.pass.rawValue), covered: entry.boxes.count)
    }
  }

  /// Of the reader's mean of successive frames.
  private static let burst = 8
  /// Seconds for one frame, or one burst: nobody waits for it, and a slow board is busy with other things.
  private static let longestDecode: UInt32 = 30

  /// Every pass by itself, because one that reads a code ends the reader's own search.
  private func outlines(in frame: GrayFrame) throws -> [Outline] {
    try Deadline.run(within: Self.longestDecode) {
      try Pass.allCases.flatMap { try reader.read(frame, with: $0).map(\.outline) }
    }
  }

  private mutating func coverWhatIsRead(_ index: Int) throws {
    for outline in try outlines(in: entries[index].frame) {
      entries[index].cover(outline, margin: EvidenceBuffer.margin)
      for other in neighbours(of: index) { entries[other].cover(outline, margin: EvidenceBuffer.neighbourMargin) }
    }
  }

  private func neighbours(of index: Int) -> [Int] {
    entries.indices.filter { other in
      other != index && abs(entries[other].time - entries[index].time) <= EvidenceBuffer.neighbourhood
    }
  }

  /// Covers more of a frame until nothing can be read in it, in the end all of it.
  private mutating func check(_ index: Int) throws {
    for margin in [EvidenceBuffer.margin, 1] {
      let left = try outlines(in: entries[index].frame.covered(entries[index].boxes))
      if left.isEmpty { return }
      for outline in left { entries[index].cover(outline, margin: margin) }
    }
    guard try !outlines(in: entries[index].frame.covered(entries[index].boxes)).isEmpty else { return }
    entries[index].coverAll()
  }

  private mutating func check(_ range: Range<Int>) throws {
    for margin in [EvidenceBuffer.neighbourMargin, 1] {
      let left = try outlines(inBurst: range)
      if left.isEmpty { return }
      for index in range { for outline in left { entries[index].cover(outline, margin: margin) } }
    }
    guard try !outlines(inBurst: range).isEmpty else { return }
    for index in range { entries[index].coverAll() }
  }

  private func outlines(inBurst range: Range<Int>) throws -> [Outline] {
    let frames = entries[range].map { $0.frame.covered($0.boxes) }
    return try Deadline.run(within: Self.longestDecode) { try reader.read(burst: frames).map(\.outline) }
  }
}
