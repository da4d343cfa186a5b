import CardReader
import Hardware
import Pictures
import ScanLine

/// Makes what may leave this process out of the frames that were kept: looks for codes in each of them with every pass,
/// covers what is read, and tries to read what is left over. A frame that still gives a code away is covered altogether.
///
/// A code that no pass reads stays in the picture: it is what the picture is for. Where a code makes the decoder hang, the
/// daemon's patience ends.
struct EvidenceDevelopment {
  private let reader: CardReader
  private var entries: [EvidenceBuffer.Entry]

  /// - Parameter entries: the oldest first.
  init(_ entries: [EvidenceBuffer.Entry], _ reader: CardReader) throws {
    self.reader = reader
    self.entries = entries
    for index in entries.indices { try coverWhatIsRead(in: index..<index + 1, margin: EvidenceBuffer.margin) }
    // Together several frames may tell what none of them tells; and all of them are looked at once more.
    var end = self.entries.count
    while end > 0 {
      let start = max(0, end - Self.burst)
      try coverWhatIsRead(in: start..<end, margin: EvidenceBuffer.neighbourMargin)
      end = start
    }
  }

  /// The newest first.
  ///
  /// - Parameter closed: when the camera was let go of.
  func reports(at closed: Int) throws -> [EvidenceReport] {
    try entries.reversed().map { entry in
      EvidenceReport(
        png: try PictureFile.png(entry.frame.covered(entry.boxes)), age: max(0, closed - entry.time),
        brightness: entry.frame.meanBrightness, obstacle: entry.look.obstacle, isCodeInView: entry.look.unread != nil,
        passes: entry.look.sightings.map(\.pass.rawValue), covered: entry.boxes.count)
    }
  }

  /// Of the reader's mean of successive frames.
  private static let burst = 8

  /// Covers more and more until nothing can be read in these frames, in the end all of them.
  private mutating func coverWhatIsRead(in range: Range<Int>, margin: Double) throws {
    for margin in [margin, 1] {
      let left = try outlines(in: range)
      if left.isEmpty { return }
      for outline in left {
        for index in range { entries[index].cover(outline, margin: margin) }
        for index in neighbours(of: range) { entries[index].cover(outline, margin: EvidenceBuffer.neighbourMargin) }
      }
    }
    guard try !outlines(in: range).isEmpty else { return }
    for index in range { entries[index].coverAll() }
  }

  private func outlines(in range: Range<Int>) throws -> [Outline] {
    let frames = entries[range].map { $0.frame.covered($0.boxes) }
    // A pass that reads a code ends the reader's own search: of one frame every pass is asked by itself.
    return try frames.count > 1
      ? reader.read(burst: frames).map(\.outline)
      : Pass.allCases.flatMap { try reader.read(frames[0], with: $0).map(\.outline) }
  }

  private func neighbours(of range: Range<Int>) -> [Int] {
    let (first, last) = (entries[range.lowerBound].time, entries[range.upperBound - 1].time)
    return entries.indices.filter { index in
      !range.contains(index) && entries[index].time >= first - EvidenceBuffer.neighbourhood
        && entries[index].time <= last + EvidenceBuffer.neighbourhood
    }
  }
}
