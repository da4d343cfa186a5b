import AlarmClock
import Machine

/// An event of a ring, or of the clock that rings follow.
enum RingNews: Sendable {
  /// Occurrences that came due. Those that are not skipped ring next.
  case passed([ArmedOccurrence])
  /// A ring has begun or resumed.
  case began
  /// The progress that a restart needs to know.
  case progressed(RingID, RingProgress)
  case ended(EndedRing)
  /// A card has silenced a ring with this plan, for good or for now.
  case cardTaken(RingPlan)
  case clock(ClockChange)
  case allEnded
  /// An alarm was set, removed or skipped, so that another one rings next.
  case nextRingChanged
  /// Why the scheduler's thread got no real-time priority.
  case degraded(String)
}

enum ClockChange: Sendable {
  case stepped
  /// The zone has changed, can no longer be read, or can be read again.
  case zone(ZoneInForce, before: ZoneInForce)
  case trust(ClockTrust)
}

/// An observer of all ring events, in the order in which they happen.
protocol RingObserver: Sendable {
  /// Called on the event's thread; for `progressed` and `ended` under the ringer's lock. Must not block or call it.
  func note(_ news: RingNews)
}

/// A follower of what the camera sees while an alarm rings.
protocol LookFollower: Sendable {
  /// Called with the cards in a picture. Returns whether one of them was left in view, so that it ends nothing.
  @discardableResult
  func look(at look: CardPresence.Look, _ cards: [Card]) -> Bool
}
