import AlarmClock

@testable import Daemon

/// Checks on what the ringer really did that hold whatever the model's rules say.
final class Promises {
  /// Rings that began under a trusted clock, in a zone that had been the same for a day.
  private var certain: Set<RingID> = []
  private(set) var broken: [String] = []
  private(set) var rings = 0

  /// Forgets rings that end in another zone than they began in, because they may have to ring again.
  func zoneChanged(during rings: [RingID]) { certain.subtract(rings) }

  /// Records a broken promise: importing the same file twice must be the same as importing it once.
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
