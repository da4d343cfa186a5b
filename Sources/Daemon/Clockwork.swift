import Machine

/// The consequences, in order, of what happens to rings and to the clock. Nothing here waits: the queue takes what must
/// be stored.
struct Clockwork: RingObserver {
  let queue: LedgerQueue
  let events: EventLog
  let trust: TrustWatch
  let timers: TimerRunner
  let face: ClockFace
  let faceRunner: FaceRunner
  let bedtime: BedtimeRunner
  let reminders: ReminderDesk
  let announcer: Announcer
  let foundTone: FoundTone?
  let evidence: EvidenceRecorder?

  func note(_ news: RingNews) {
    switch news {
    case .passed(let occurrences):
      for armed in occurrences where armed.isSkipped {
        queue.put(
          .ended(EndedRing(outcome: .skipped, armed: armed, ended: armed.due, isTrusted: trust.isTrusted)))
      }
      queue.put(.passed(occurrences))
    case .began: announcer.ringBegan()
    case .progressed(let id, let progress):
      queue.put(.progressed(id, progress))
      evidence?.ringWent(on: id, progress)
    case .ended(let ring):
      queue.put(.ended(ring))
      if case .dismissed = ring.outcome {
        bedtime.cardWasSeen()
        reminders.personWoke(at: ring.ended)
      }
      evidence?.ringEnded(ring.outcome, ring.armed)
    case .cardTaken(let plan): foundTone?.play(for: plan)
    case .clock(let change): follow(change)
    case .nextRingChanged:
      faceRunner.refresh()
      reminders.refresh()
    case .allEnded:
      faceRunner.refresh()
      reminders.wake()
    case .degraded(let why): events.append(.schedulerDegraded, detail: why)
    }
  }

  private func follow(_ change: ClockChange) {
    switch change {
    case .stepped:
      events.append(.clockStepped)
      timers.clockStepped()
      trust.lookAgain()
    case .zone(let zone, let before):
      face.use(zone)
      zone.tell(events, after: before)
    case .trust(let trust):
      face.use(isTrusted: trust.isTrusted)
      events.append(trust.isTrusted ? .clockTrusted : .clockUntrusted, detail: trust.why)
    }
    faceRunner.refresh()
    bedtime.refresh()
    reminders.refresh()
    queue.put(.clockChanged)
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
