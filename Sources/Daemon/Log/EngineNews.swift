import AlarmClock
import Machine

/// An event of a ring, of the clock, or of a device that people use.
enum EngineNews: Sendable {
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
  case timersChanged
  /// Every alarm that came due while the service was away now rings or is recorded as missed.
  case startIsOver(isTrusted: Bool)
  /// Whether missed alarms wait to be acknowledged.
  case misses(Bool)
  /// A sensor has a new reading. `isLight`: only the light changed.
  case readingsChanged(isLight: Bool)
  case buttonPressed
  /// Why the scheduler's thread got no real-time priority.
  case degraded(String)
}

enum ClockChange: Sendable {
  case stepped
  /// The zone has changed, can no longer be read, or can be read again.
  case zone(ZoneInForce, before: ZoneInForce)
  case trust(ClockTrust)
}

/// A part that follows the engine. News comes in the order in which it happens, after its effects in the engine.
protocol Hook: Sendable {
  /// Called on the event's thread; for `progressed` and `ended` under the ringer's lock. Must not block or call it.
  func note(_ news: EngineNews)
  /// The settings are already in force. Called on the ledger's thread, which may wait for a disk but for nothing else.
  func settingsChanged()
}

extension Hook {
  func note(_ news: EngineNews) {}
  func settingsChanged() {}
}
