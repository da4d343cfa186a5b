import AlarmClock

@testable import Daemon

/// What is promised whatever the rules in between are, checked on what the ringer really did.
final class Promises {
  /// Rings that began under a trusted clock and in a zone that had stood for a day.
  private var certain: Set<RingID> = []
  private(set) var broken: [String] = []
  private(set) var rings = 0

  /// What rings ends in another zone than it began in, and may have to ring again.
  func zoneChanged(during rings: [RingID]) { certain.subtract(rings) }

  /// The same file twice is the same as once.
  func importedAgain(changing found: String) { broken.append("the second import of a file changes \(found)") }

  func began(_ ring: Ringer.Ring, at now: Instant, isZoneInDoubt: Bool) {
    rings += 1
    let late = now - ring.armed.due
    if late >= max(ring.plan.catchUp, .seconds(30)) || late < .zero {
      broken.append("\(ring.armed.occurrence.key) begins to ring \(late.components.seconds) s late")
    }
    guard ring.isTrusted, !isZoneInDoubt else { return }
    if !certain.insert(ring.armed.id).inserted {
      broken.append("\(ring.armed.occurrence.key) rings twice, the clock being trusted and the zone known")
    }
  }
}
