import Machine

/// The effects of news, which then goes on to the hooks. Nothing here waits: the queue takes what must be stored.
final class Effects: Hook {
  let queue: LedgerQueue
  private let events: EventLog
  private let trust: TrustWatch
  private let hooks = Box<[any Hook]>([])

  init(queue: LedgerQueue, events: EventLog, trust: TrustWatch) {
    self.queue = queue
    self.events = events
    self.trust = trust
  }

  /// Call it once, before any thread of the engine runs.
  func start(_ hooks: [any Hook]) { self.hooks.value = hooks }

  func note(_ news: EngineNews) {
    switch news {
    case .passed(let occurrences):
      for armed in occurrences where armed.isSkipped {
        queue.put(
          .ended(EndedRing(outcome: .skipped, armed: armed, ended: armed.due, isTrusted: trust.isTrusted)))
      }
      queue.put(.passed(occurrences))
    case .progressed(let id, let progress): queue.put(.progressed(id, progress))
    case .ended(let ring): queue.put(.ended(ring))
    case .clock(let change):
      follow(change)
      queue.put(.clockChanged)
    case .timersChanged: queue.put(.timersChanged)
    case .degraded(let why): events.append(.schedulerDegraded, detail: why)
    default: break
    }
    for hook in hooks.value { hook.note(news) }
  }

  func settingsChanged() {
    trust.lookAgain()
    for hook in hooks.value { hook.settingsChanged() }
  }

  private func follow(_ change: ClockChange) {
    switch change {
    case .stepped:
      events.append(.clockStepped)
      trust.lookAgain()
    case .zone(let zone, let before): zone.tell(events, after: before)
    case .trust(let trust): events.append(trust.isTrusted ? .clockTrusted : .clockUntrusted, detail: trust.why)
    }
  }
}

extension ZoneInForce {
  func tell(_ events: EventLog, after before: ZoneInForce) {
    if rules != before.rules { events.append(.zoneChanged, detail: rules.name) }
    if let trouble, failure != before.failure { events.append(.zoneFailed, detail: trouble.text) }
    if failure == nil, before.failure != nil { events.append(.zoneRecovered, detail: rules.name) }
  }

  /// Reports the zone at a start, which may differ from the one before.
  func tell(_ events: EventLog, after kept: KeptZone.Found) {
    if case .kept(let kept) = kept, kept.rules != rules { events.append(.zoneChanged, detail: rules.name) }
    if let trouble { events.append(.zoneFailed, detail: trouble.text) }
  }
}
