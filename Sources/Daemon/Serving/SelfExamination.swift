import AlarmClock
import Control

extension RouseDaemon {
  /// Examines everything, trying the devices.
  ///
  /// - Parameter looksForCards: whether a card in view counts as one that was left there.
  func findings(looksForCards: Bool = true) async -> [FindingView] {
    let known = await look()
    var symptoms = await examination.symptoms(
      isDaemon: true, schedulerWhy: scheduler.degradation, storage: await StorageView(ledger), folderPath: folderPath,
      cardCount: inForce.book.dismissCards.count, ending: looksForCards ? known.next.cards : [])
    symptoms.store = Symptoms.Store(await ledger.flaw())
    if case .sound = symptoms.store, let text = await ledger.replacement { symptoms.store = .replaced(text) }
    await add(known, to: &symptoms)
    return Diagnosis.findings(symptoms)
  }

  /// Returns what is known now, without disturbing or waiting for any device.
  func knownFindings(storage: StorageView) async -> [FindingView] {
    let system = probe.last
    outputs.checkForHangs()
    sensors.checkForHangs()
    var symptoms = examination.known(
      system, isDaemon: true, schedulerWhy: scheduler.degradation, cardCount: inForce.book.dismissCards.count)
    symptoms.folder = Symptoms.Folder(path: folderPath, storage, system)
    await add(await look(), to: &symptoms)
    return Diagnosis.findings(symptoms)
  }

  private typealias Known = (
    next: (ring: AlarmBook.NextRing?, cards: [Card]), missing: [MissingSoundView], low: [(name: String, low: LowVolume)]
  )

  private func look() async -> Known {
    await ledger.show { (views.nextToAnswer, commands.sounds.missing, commands.volumes.lowAlarms) }
  }

  private func add(_ known: Known, to symptoms: inout Symptoms) async {
    symptoms.home = await homeView(at: time.now, in: scheduler.zone)
    symptoms.timeFormat = inForce.settings.timeFormat
    symptoms.keepsEvidence = evidence.isOn
    symptoms.missingSounds = known.missing
    symptoms.lowAlarms = known.low
    (symptoms.endingCalendars, symptoms.today) = (views.endingCalendars, views.today.description)
    guard let next = known.next.ring else { return symptoms.next = .nothing }
    let (local, format) = (scheduler.zone.local(next.occurrence.due), inForce.settings.timeFormat)
    symptoms.next = .ring(
      Symptoms.Next.Ring(
        name: next.alarm.name, alarmID: next.alarm.id, due: "\(local.date) \(local.time.text(format))",
        cards: known.next.cards.map(\.name)))
  }

  private var examination: Examination {
    Examination(
      board: board, outputs: outputs, sensors: sensors, health: health, desk: desk, time: time, manager: manager,
      trust: trust.current,
      zone: scheduler.zoneInForce, isSteady: !inForce.settings.flashes,
      noted: { [probe] in probe.note($0) }, ifIdle: { [ringer] in ringer.ifIdle($0) })
  }
}
