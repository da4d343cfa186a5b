import Hardware

/// Guesses what keeps a code from being read.
enum Obstacles {
  static func obstacle(in frame: GrayFrame, brightness: Int, _ scan: FrameScan) -> ReadingObstacle? {
    guard let unread = scan.unread else {
      // At this width even the smallest code would be as high as the frame.
      if scan.widestModule > Float(min(frame.width, frame.height)) / 27 { return .tooNear }
      if brightness < dark { return .tooDark }
      return brightness > bright || dazzled(frame, 0..<frame.width, 0..<frame.height) > 0.5 ? .glare : nil
    }
    let corners = unread.outline.corners
    let (columns, rows) = (corners.map(\.x).sorted(), corners.map(\.y).sorted())
    let margin = Int(2 * unread.module)
    if columns[0] < -margin || rows[0] < -margin || columns[3] > frame.width + margin
      || rows[3] > frame.height + margin
    {
      return .tooNear
    }
    let share = dazzled(
      frame, (columns[0]..<columns[3]).clamped(to: 0..<frame.width), (rows[0]..<rows[3]).clamped(to: 0..<frame.height))
    if share > dazzledShare { return .glare }
    if brightness < dark { return .tooDark }
    return unread.module < smallestModule ? .tooFar : .blurred
  }

  private static func dazzled(_ frame: GrayFrame, _ columns: Range<Int>, _ rows: Range<Int>) -> Double {
    guard !columns.isEmpty, !rows.isEmpty else { return 0 }
    var count = 0
    let width = columns.count
    frame.pixels.withUnsafeBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return }
      for y in rows {
        // Vectorizes, as in `Smoothed`. Adding 6 carries into the high byte from 250 on, which avoids a branch.
        let line = pixels + (y * frame.width + columns.lowerBound)
        var dazzled: UInt32 = 0
        for x in 0..<width { dazzled &+= UInt32((UInt16(line[x]) &+ 6) >> 8) }
        count += Int(dazzled)
      }
    }
    return Double(count) / Double(columns.count * rows.count)
  }

  /// The mean gray above which nothing can be told from white.
  private static let bright = 230
  /// The mean gray below which light helps.
  private static let dark = 30
  /// The largest share of a code that is this bright in good light, because of its paper.
  private static let dazzledShare = 0.35
  /// In pixels. Codes become readable from about two pixels per module.
  private static let smallestModule: Float = 2.4
}
