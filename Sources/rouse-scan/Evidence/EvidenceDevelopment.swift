import CardReader
import Hardware
import Pictures
import ScanLine

/// Prepares the stored frames for leaving this process: looks for codes with every pass, covers what is read, and
/// checks that nothing else can be read. A frame that still reveals a code is covered completely.
///
/// A code that no pass reads stays visible, because it is the purpose of the picture. If a code makes the decoder hang,
/// the daemon gives up waiting.
struct EvidenceDevelopment {
  private let reader: CardReader
  private var entries: [EvidenceBuffer.Entry]

  /// - Parameter entries: oldest first.
  init(_ entries: [EvidenceBuffer.Entry], _ reader: CardReader) throws {
    self.reader = reader
    self.entries = entries
    for index in entries.indices { try coverReadCodes(in: index..<index + 1, margin: EvidenceBuffer.margin) }
    // Several frames together may reveal what none shows alone, and this examines all of them once more.
    for end in stride(from: entries.count, to: 0, by: -Self.burst) {
      try coverReadCodes(in: max(0, end - Self.burst)..<end, margin: EvidenceBuffer.neighbourMargin)
    }
  }

  /// Returns the reports, newest first.
  ///
  /// - Parameter closed: when the camera was closed, in milliseconds.
  func reports(at closed: Int) throws -> [EvidenceReport] {
    try entries.reversed().map { entry in
      EvidenceReport(
        png: try PictureFile.png(entry.frame.covered(entry.boxes)), age: max(0, closed - entry.time),
        brightness: entry.frame.meanBrightness, obstacle: entry.look.obstacle, isCodeInView: entry.look.unread != nil,
        passes: entry.look.sightings.map(\.pass.rawValue), covered: entry.boxes.count)
    }
  }

  /// As many frames as the reader averages.
  private static let burst = 8

  /// Covers ever larger areas until nothing can be read in these frames, and finally the whole frames.
  private mutating func coverReadCodes(in range: Range<Int>, margin: Double) throws {
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
    // The reader stops at the first pass that reads a code, so a single frame is given to each pass separately.
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
