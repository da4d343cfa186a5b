import AlarmClock
import Machine
import Storage

/// What the service does about a clock, and a zone, that may be wrong.
extension RouseDaemon {
  /// How long what came due without power waits for a clock that tells how late it is.
  private static let longestWaitForTrust: Duration = .seconds(60)

  /// Rings what came due while nobody ran, or says that it was missed, once the clock is trusted or was waited for.
  func decideLate() async {
    await trust.waitForTrust(atMost: Self.longestWaitForTrust)
    // A service that stops leaves it to its next start.
    guard !Task.isCancelled else { return }
    ringer.begin(await ledger.decideLate())
  }
}

extension ZoneInForce {
  /// Says what became of the zone.
  func tell(_ events: EventLog, after before: ZoneInForce) {
    if rules != before.rules { events.append(.zoneChanged, detail: rules.name) }
    if let trouble, failure != before.failure { events.append(.zoneFailed, detail: trouble.text) }
    if failure == nil, before.failure != nil { events.append(.zoneRecovered, detail: rules.name) }
  }

  /// The same at a start, at which the zone can be another one than before it.
  func tell(_ events: EventLog, after kept: KeptZone.Found) {
    if case .kept(let kept) = kept, kept.rules != rules { events.append(.zoneChanged, detail: rules.name) }
    if let trouble { events.append(.zoneFailed, detail: trouble.text) }
  }
}
