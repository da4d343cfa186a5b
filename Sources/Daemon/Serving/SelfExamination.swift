import AlarmClock
import Control
import Glibc
import Machine

extension RouseDaemon {
  /// Checks everything, trying the devices. `looksForCards`: a card in view counts as one that was left there.
  func examine(looksForCards: Bool = true) async -> [Fact] {
    let known = await look()
    let storage = await StorageView(ledger)
    let checkup = await examination.checkup(folderPath, lookingFor: looksForCards ? known.next.cards : [])
    if let system = checkup.system { probe.note(system) }
    let store = storeFact(await ledger.flaw(), replacement: await ledger.replacement)
    return
      (await facts(checkup, known) + folderFacts(folderPath, storage, checkup.system, isSeen: true)
      + [store].compactMap(\.self)).inOrder
  }

  /// Returns what is known now, without disturbing or waiting for any device.
  func knownFacts(_ storage: StorageView) async -> [Fact] {
    let checkup = Checkup(moment: time.now, system: probe.last)
    outputs.checkForHangs()
    sensors.checkForHangs()
    return (await facts(checkup, await look()) + folderFacts(folderPath, storage, checkup.system, isSeen: false))
      .inOrder
  }

  private typealias Known = (
    next: (ring: AlarmBook.NextRing?, cards: [Card]), missing: [MissingSoundView], low: [(name: String, low: LowVolume)]
  )

  private func look() async -> Known {
    await ledger.show { (views.nextToAnswer, commands.sounds.missing, commands.volumes.lowAlarms) }
  }

  private func facts(_ checkup: Checkup, _ known: Known) async -> [Fact] {
    let (ring, ending) = known.next
    let (zone, format, today) = (scheduler.zoneInForce, inForce.settings.timeFormat, views.today.description)
    let (cardCount, seen) = (inForce.book.dismissCards.count, checkup.trial?.seen?.cardIDs ?? [])
    var facts = examination.facts(checkup, trust.current, zone)
    facts += serviceFacts(
      isUnderSystemd: getenv("INVOCATION_ID") != nil, watchdogInterval: manager.watchdogInterval,
      late: scheduler.degradation, tooFewFiles: DescriptorShare.current.problem)
    facts.append(cardsFact(count: cardCount))
    facts += [
      lyingCardsFact(
        ending.filter { seen.contains($0.id) }.map(\.name), others: ending.filter { !seen.contains($0.id) }.map(\.name)),
      evidence.isOn ? evidenceFact : nil,
    ].compactMap(\.self)
    facts += known.missing.map(missingSoundFact) + views.endingCalendars.map { endingCalendarFact($0, today: today) }
    facts += volumeFacts(known.low, next: ring?.alarm, hasBuzzer: board.has(.buzzer))
    if let home = await homeView(at: checkup.moment, in: zone.rules) { facts += homeFacts(home, format) }
    facts.append(nextFact(ring, cards: ending.map(\.name), hasCards: cardCount > 0, in: zone.rules, format))
    return facts
  }

  private var examination: Examination {
    Examination(
      board: board, outputs: outputs, sensors: sensors, desk: desk, time: time, isSteady: !inForce.settings.flashes,
      ifIdle: { [ringer] in ringer.ifIdle($0) })
  }
}
