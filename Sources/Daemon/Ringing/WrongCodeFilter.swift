/// A wrong code held before the camera is seen 15 times a second: news is one after a second without, or every 10 s.
struct WrongCodeFilter {
  private var lastSeen: Duration?
  private var lastTold: Duration?

  mutating func isNews(at now: Duration) -> Bool {
    defer { lastSeen = now }
    if let lastSeen, let lastTold, now - lastSeen < .seconds(1), now - lastTold < .seconds(10) { return false }
    // However often it comes and goes, the log takes one a second.
    if let lastTold, now - lastTold < .seconds(1) { return false }
    lastTold = now
    return true
  }
}
