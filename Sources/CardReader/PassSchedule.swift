/// Chooses the passes for each frame of live video, so that every pass gets its turn and no frame is missed.
///
/// Each frame gets two passes that locate codes; every second frame also gets a scan of the whole frame, which costs as
/// much as four of them. The total is about one plain scan per frame. A slower board scans every second frame and does
/// nothing else to it; an even slower one runs one pass per frame. While an unread code is in view, it gets the rest of
/// the budget.
///
/// A scan that takes longer than the time between two frames is done coarsely. If even that takes longer, the camera
/// keeps the newest frame meanwhile, and the cheap look at that frame makes up for the delay. Means of dark frames cost
/// the most, and are made when that does not cause a missed frame.
struct PassSchedule {
  /// The time for one frame: half of the time between frames.
  let budget: Duration
  private var frame = 0
  /// The recent cost of each pass; for a coarse scan, twice its cost.
  private var costs: [Pass: Duration] = [:]
  private var costOfMean: Duration?
  /// How long the last frame had to wait for its look.
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

  /// Whether to skip every second row and column, which halves the time. This misses the smallest codes, but the passes
  /// that locate codes read those better than any scan does.
  func isCoarse(_ pass: Pass) -> Bool { pass.scansEveryPixel && cost(of: pass) > interval }

  /// Returns another pass that fits into the remaining time, for a frame with an unread code.
  func more(after done: [Pass], spent: Duration) -> Pass? {
    Pass.allCases.first { !done.contains($0) && costs[$0] != nil && spent + cost(of: $0) <= budget }
  }

  /// Whether a mean fits in after `spent` without missing a frame. True before the first, whose cost is unknown.
  func isTimeForMean(spent: Duration) -> Bool {
    costOfMean.map { delay == .zero && spent + $0 <= interval * 2 } ?? true
  }

  mutating func took(_ duration: Duration, for pass: Pass, coarsely: Bool = false) {
    costs[pass] = Self.lately(coarsely ? duration * 2 : duration, costs[pass])
  }

  mutating func tookForMean(_ duration: Duration) {
    costOfMean = Self.lately(duration, costOfMean)
  }

  mutating func looked(for duration: Duration) {
    delay = max(.zero, delay + duration - interval)
  }

  private var interval: Duration { budget * 2 }

  private func cost(of pass: Pass) -> Duration { costs[pass] ?? .zero }

  private static func lately(_ duration: Duration, _ before: Duration?) -> Duration {
    before.map { ($0 * 7 + duration) / 8 } ?? duration
  }
}
