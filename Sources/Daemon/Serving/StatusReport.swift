import AlarmClock
import Control
import Machine

/// How the clock is.
struct StatusReport: Sendable {
  let board: Board
  let devices: DeviceReport
  let outputs: Outputs
  let ledger: Ledger
  let queue: LedgerQueue
  let ringer: Ringer
  let scheduler: Scheduler
  let views: AlarmViews
  let timers: TimerCommands
  let trust: TrustWatch
  let examination: SelfExamination
  let bedtime: BedtimeRunner
  let evidence: EvidenceRecorder
  let noises: NoisePlayer
  let home: HomeLook
  let erasures: Erasures
  /// Why the daemon does only what ringing needs; nil: it does everything.
  let minimal: String?
  let time: any TimeSource

  func view() async -> StatusView {
    let now = time.now
    let zoneInForce = scheduler.zoneInForce
    let zone = zoneInForce.rules
    let rings = ringer.current
    let book = views.inForce.book
    let settings = book.settings
    let misses = await ledger.misses()
    let trust = trust.current
    let degradation = scheduler.degradation
    // In this order: what the ledger takes over meanwhile is counted twice rather than not at all.
    let untold = queue.outcomes
    var storage = await StorageView(ledger)
    storage.unstored += untold
    await examination.probe.look()
    let (next, skips, missing) = await ledger.show { [views] in (views.next, views.skips, views.sounds.missing) }
    let verdict = Verdict(
      known: await examination.known(storage: storage), lastTest: bedtime.verdict, cardSeen: bedtime.cardSeen,
      proofs: devices.proofs, hasNext: next != nil,
      hasCards: !book.dismissCards.isEmpty)
    return StatusView(
      verdict: verdict.view(at: now, in: zone), state: state(rings), minimal: minimal,
      misses: misses.map {
        MissView(alarmId: $0.alarmID, label: $0.label, due: RFC3339.format($0.due, in: zone), rang: $0.rang)
      },
      rings: rings.map { RingView($0, cards: book.cards, now: now, monotonic: time.monotonic, zone: zone) },
      timers: timers.all, next: next, skips: skips,
      quiet: QuietView(hours: settings.quiet.description, now: settings.quiet.isQuiet(at: zone.local(now).time)),
      pausedUntil: views.pause?.description, endingCalendars: views.endingCalendars,
      bedtime: bedtime.verdict.map { BedtimeView($0, in: zone) },
      evidence: evidence.isOn, erasure: await erasures.view(), noise: noises.view(in: zone),
      home: await home.view(at: now, in: zone),
      devices: devices.views(in: zone), readings: ReadingsView(devices.sensors.readings.latest),
      power: power(in: zone), processor: processor(in: zone), missingSounds: missing,
      clock: ClockView(
        now: RFC3339.format(now, in: zone), zone: zone.name, trusted: trust.isTrusted, why: trust.why,
        zoneProblem: zoneInForce.trouble?.text),
      board: BoardView(name: board.name, mock: board.isMock, file: board.file, warnings: board.warnings),
      scheduler: SchedulerView(realTimePriority: degradation == nil, why: degradation),
      storage: storage, version: Release.version)
  }

  private func power(in zone: ZoneRules) -> PowerView? {
    let machine = examination.probe.last?.machine
    let isLost = devices.health.failure(of: .power) != nil
    return Symptoms.supply(devices.sensors.readings.power, machine, isMonitorLost: isLost).map { power in
      PowerView(
        low: power.isLow, since: power.since.map { RFC3339.format($0, in: zone) },
        fix: power.isLow ? Diagnosis.powerRemedy(machine) : nil)
    }
  }

  private func processor(in zone: ZoneRules) -> ProcessorView? {
    Symptoms.processor(devices.sensors.readings.processor, examination.probe.last?.machine).map {
      ProcessorView($0, in: zone)
    }
  }

  private func state(_ rings: [Ringer.Ring]) -> StatusView.State {
    if rings.contains(where: { $0.state.phase == .ringing }) { return .ringing }
    if !rings.isEmpty { return .snoozed }
    return outputs.isSilent ? .idle : .ringing
  }
}
