import AlarmClock
import Machine

/// Something that happened to a ring, or to the clock that rings go by.
enum RingNews: Sendable {
  /// These came due: those that are not to be skipped ring next.
  case passed([ArmedOccurrence])
  /// Something begins to ring, or goes on.
  case began
  /// What a restart has to find of a ring.
  case progressed(RingID, RingProgress)
  case ended(EndedRing)
  /// A card has silenced a ring of this plan, for good or for now.
  case cardTaken(RingPlan)
  case clock(ClockChange)
  case allEnded
  /// An alarm was set, taken away or skipped: another one rings next.
  case nextRingChanged
  /// The thread that makes alarms ring got no real-time priority, and why.
  case degraded(String)
}

enum ClockChange: Sendable {
  case stepped
  /// The zone is another one, or cannot be read any more, or can again.
  case zone(ZoneInForce, before: ZoneInForce)
  case trust(ClockTrust)
}

/// Who is told of all that happens to rings, in the order in which it happens.
protocol RingObserver: Sendable {
  /// Called on the thread of what happened; of how far a ring has got and how it ended under the ringer's lock. It must not
  /// block, nor ask the ringer for anything.
  func note(_ news: RingNews)
}

/// Who goes by what the camera sees while an alarm rings.
protocol LookFollower: Sendable {
  /// A picture was looked at; `cards` are those in it. True where one of them lies there, so that it ends nothing.
  @discardableResult
  func look(at look: CardPresence.Look, _ cards: [Card]) -> Bool
}
