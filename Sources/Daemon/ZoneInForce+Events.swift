import AlarmClock
import Machine
import Storage

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
