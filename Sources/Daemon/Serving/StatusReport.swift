import AlarmClock
import Control

extension RouseDaemon {
  func status() async -> StatusView {
    let now = time.now
    let zoneInForce = scheduler.zoneInForce
    let zone = zoneInForce.rules
    let rings = ringer.current
    let book = inForce.book
    let settings = book.settings
    let misses = await ledger.misses()
    let trust = trust.current
    // The queue is read first: an outcome that the ledger takes meanwhile is counted twice rather than not at all.
    let untold = engine.queue.outcomes
    var storage = await StorageView(ledger)
    storage.unstored += untold
    await probe.look()
    let (next, skips, missing) = await ledger.show { [views] in (views.next, views.skips, views.sounds.missing) }
    let verdict = Verdict(
      known: await knownFacts(storage), lastTest: bedtime.verdict, cardSeen: bedtime.cardSeen, proof: health.proof,
      hasNext: next != nil, hasCards: !book.dismissCards.isEmpty)
    var view = StatusView()
    view.verdict = verdict.view(at: now, in: zone)
    view.state = state(rings)
    view.minimal = minimal
    view.misses = misses.map {
      MissView(alarmId: $0.alarmID, label: $0.label, due: RFC3339.format($0.due, in: zone), rang: $0.rang)
    }
    view.rings = rings.map {
      RingView($0.state, of: $0.armed, cards: book.cards, now: now, monotonic: time.monotonic, in: zone)
    }
    view.timers = commands.timers.all
    view.next = next
    view.skips = skips
    view.quiet.hours = settings.quiet.description
    view.quiet.now = settings.quiet.isQuiet(at: zone.local(now).time)
    view.pausedUntil = views.pause?.description
    view.endingCalendars = views.endingCalendars
    view.bedtime = bedtime.verdict.map { BedtimeView($0, in: zone) }
    view.evidence = evidence.isOn
    view.erasure = await erasures.view()
    view.noise = noises.view(in: zone)
    view.home = await homeView(at: now, in: zone)
    view.devices = deviceViews(in: zone)
    view.readings = ReadingsView(sensors.readings.latest)
    let machine = probe.last?.machine ?? MachineLook()
    let isMonitorLost = health.failure(of: .power) != nil
    view.power = machine.supply(sensors.readings.power, isMonitorLost: isMonitorLost).map { power in
      PowerView(
        low: power.isLow, since: power.since.map { RFC3339.format($0, in: zone) },
        fix: power.isLow ? machine.powerRemedy : nil)
    }
    view.processor = machine.processor(sensors.readings.processor).map { ProcessorView($0, in: zone) }
    view.missingSounds = missing
    view.clock.now = RFC3339.format(now, in: zone)
    view.clock.zone = zone.name
    (view.clock.trusted, view.clock.why) = (trust.isTrusted, trust.why)
    view.clock.zoneProblem = zoneInForce.trouble?.text
    view.board.name = board.name
    view.board.mock = board.isMock
    view.board.file = board.file
    view.board.warnings = board.warnings
    view.scheduler.why = scheduler.degradation
    view.scheduler.realTimePriority = view.scheduler.why == nil
    view.storage = storage
    return view
  }

  private func state(_ rings: [Ringer.Ring]) -> StatusView.State {
    if rings.contains(where: { $0.state.phase == .ringing }) { return .ringing }
    if !rings.isEmpty { return .snoozed }
    return outputs.isSilent ? .idle : .ringing
  }
}
