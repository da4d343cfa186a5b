import AlarmClock

@testable import Daemon

/// What is promised whatever the rules in between are, checked on what the ringer really did.
final class Promises {
  /// Rings that began under a trusted clock, by alarm and key.
  private var trusted: [RingID: Int] = [:]
  private(set) var broken: [String] = []
  private(set) var rings = 0

  func began(_ ring: Ringer.Ring, at now: Instant) {
    rings += 1
    let late = now - ring.armed.due
    if late >= max(ring.plan.catchUp, .seconds(30)) || late < .zero {
      broken.append("\(ring.armed.occurrence.key) begins to ring \(late.components.seconds) s late")
    }
    guard ring.isTrusted else { return }
    trusted[ring.armed.id, default: 0] += 1
    if trusted[ring.armed.id] == 2 {
      broken.append("\(ring.armed.occurrence.key) rings twice, the clock being trusted")
    }
  }
}
