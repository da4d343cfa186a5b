/// Chooses what is tried on a frame of live video, so that every pass gets its turn and none costs frames.
///
/// On each frame two passes that locate codes; on every second one also a scan of the whole frame, which costs as much as
/// four of them: together about one scan of each frame as it is. A board too slow for that scans every second frame and
/// does nothing else to it; one slower still has one pass a frame. While a code is in view and not read, the rest of the
/// budget goes into it.
struct PassSchedule {
  /// For one frame.
  let budget: Duration
  private var frame = 0
  /// What a pass took lately.
  private var costs: [Pass: Duration] = [:]

  private static let locating: [Pass] = [.redrawn31, .redrawn21]
  private static let scanning: [Pass] = [.threshold31, .raw, .redrawnDouble, .halfTurned, .threshold15, .inverted]

  init(budget: Duration) {
    self.budget = budget
  }

  /// The passes for the next frame.
  mutating func next() -> [Pass] {
    defer { frame += 1 }
    let turn = frame / 2
    let locating = Self.locating[turn % Self.locating.count]
    let scanning = Self.scanning[turn % Self.scanning.count]
    let pair = cost(of: .redrawn15) + cost(of: locating)
    if pair + cost(of: scanning) <= budget {
      return frame % 2 == 0 ? [.redrawn15, locating, scanning] : [.redrawn15, locating]
    }
    if frame % 2 == 0 { return pair <= budget ? [.redrawn15, locating] : [.redrawn15] }
    let others = pair <= budget ? Self.scanning : Self.locating + Self.scanning
    return [others[turn % others.count]]
  }

  /// What else to try on a frame with a code that was not read, of what fits into the time that is left.
  func more(after done: [Pass], spent: Duration) -> Pass? {
    Pass.allCases.first { !done.contains($0) && costs[$0] != nil && spent + cost(of: $0) <= budget }
  }

  mutating func took(_ duration: Duration, for pass: Pass) {
    costs[pass] = costs[pass].map { ($0 * 7 + duration) / 8 } ?? duration
  }

  private func cost(of pass: Pass) -> Duration { costs[pass] ?? .zero }
}
