/// Chooses what is tried on a frame of live video, so that every pass gets its turn and none costs frames.
///
/// On each frame two passes that locate codes; on every second one also a scan of the whole frame, which costs as much as
/// four of them: together about one scan of each frame as it is. A board too slow for that scans every second frame and
/// does nothing else to it; one slower still has one pass a frame. While a code is in view and not read, the rest of the
/// budget goes into it.
///
/// A scan that takes longer than there is from one frame to the next is done coarsely. If that takes longer too, the camera
/// keeps the newest frame meanwhile, and the cheap look at it makes up for the delay. Means of dark frames, which cost most,
/// are made where no frame is missed by it.
struct PassSchedule {
  /// For one frame: half of the time from one to the next.
  let budget: Duration
  private var frame = 0
  /// What a pass took lately; of a coarse scan, twice that.
  private var costs: [Pass: Duration] = [:]
  private var costOfMean: Duration?
  /// How long the last frame had to wait for its look to begin.
  private var delay: Duration = .zero

  private static let locating: [Pass] = [.redrawn31, .redrawn21]
  private static let scanning: [Pass] = [.threshold31, .raw, .redrawnDouble, .halfTurned, .threshold15, .inverted]

  init(budget: Duration) {
    self.budget = budget
  }

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

  /// Whether a pass is done coarsely: every second row and column, in half the time. That misses the smallest codes, which the
  /// passes that locate codes read better than any scan.
  func isCoarse(_ pass: Pass) -> Bool { pass.scansEveryPixel && cost(of: pass) > interval }

  /// What else to try on a frame with a code that was not read, of what fits into the time that is left.
  func more(after done: [Pass], spent: Duration) -> Pass? {
    Pass.allCases.first { !done.contains($0) && costs[$0] != nil && spent + cost(of: $0) <= budget }
  }

  /// Whether a mean can be made and read in a look that has taken so long, and the camera keeps a frame for each look. What
  /// the first one takes, nobody knows.
  func isTimeForMean(spent: Duration) -> Bool {
    costOfMean.map { delay == .zero && spent + $0 <= interval * 2 } ?? true
  }

  mutating func took(_ duration: Duration, for pass: Pass, coarsely: Bool = false) {
    costs[pass] = Self.lately(coarsely ? duration * 2 : duration, costs[pass])
  }

  mutating func tookForMean(_ duration: Duration) {
    costOfMean = Self.lately(duration, costOfMean)
  }

  /// - Parameter duration: what all of the look at a frame took.
  mutating func looked(for duration: Duration) {
    delay = max(.zero, delay + duration - interval)
  }

  /// From one frame to the next.
  private var interval: Duration { budget * 2 }

  private func cost(of pass: Pass) -> Duration { costs[pass] ?? .zero }

  private static func lately(_ duration: Duration, _ before: Duration?) -> Duration {
    before.map { ($0 * 7 + duration) / 8 } ?? duration
  }
}
