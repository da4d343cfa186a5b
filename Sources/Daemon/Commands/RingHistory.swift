import AlarmClock
import Control
import Insight
import Storage

enum RingHistory {
  /// Returns the latest matching rings, stored or not. Makes the views outside the ledger, which they would block.
  static func rings(_ ledger: Ledger, _ wanted: RingQuery) async -> [HistoryView] {
    let (rings, happenings, zone, now) = await found(ledger, wanted)
    let interruptions = Interruptions(happenings.sorted { $0.began < $1.began })
    return rings.map { ring in
      let met = ring.outcome == .skipped ? [] : interruptions.met(from: ring.due, to: ring.ended ?? now)
      return HistoryView(ring, met, in: zone)
    }
  }

  private static func found(
    _ ledger: isolated Ledger, _ wanted: RingQuery
  ) -> (rings: [RingRecord], interruptions: [Happening], zone: ZoneRules, now: Instant) {
    let now = ledger.time.now
    let rings = records(ledger, wanted)
    var interruptions = ledger.events.pending.compactMap(\.happening)
    if let first = rings.first {
      let kinds = Happening.interruptions
      interruptions += ledger.stored(try ledger.folder.store.happenings(kinds, from: first.due, to: now)) ?? []
    }
    return (rings, interruptions, ledger.zone, now)
  }

  static func records(_ ledger: isolated Ledger, _ wanted: RingQuery) -> [RingRecord] {
    if !ledger.health.isRefusing { ledger.flushOutcomes() }
    guard let rings = ledger.stored(try ledger.folder.store.ringRecords(wanted)) else { return [] }
    let untold = unstored(ledger).filter(wanted.wants)
    let ended = Set(untold.map { [$0.alarmID, $0.key] })
    return (rings.filter { !ended.contains([$0.alarmID, $0.key]) } + untold).sorted { $0.due < $1.due }
      .suffix(wanted.limit)
  }

  /// Returns what happened besides rings, by beginning: the latest `most` stored happenings, or all if it is `nil`.
  static func happenings(
    _ ledger: isolated Ledger, of kinds: [Happening.Kind] = Happening.Kind.allCases, since: Instant, most: Int? = nil
  ) -> [Happening] {
    let pending = ledger.events.pending.compactMap(\.happening).filter {
      $0.ended >= since && kinds.contains($0.kind)
    }
    let found = ledger.stored(try ledger.folder.store.happenings(kinds, from: since, to: .max, most: most)) ?? []
    return (found + pending).sorted { $0.began < $1.began }
  }

  /// Returns when the last miss was due, and the at most `most` latest rings dismissed since then.
  static func unmissed(_ ledger: isolated Ledger, most: Int) -> Unmissed {
    guard var found = ledger.stored(try ledger.folder.store.unmissed(most: most)) else { return Unmissed() }
    for ring in unstored(ledger).sorted(by: { $0.due < $1.due }) where ring.isTrusted && ring.outcome != .skipped {
      if ring.outcome != .dismissed {
        found = Unmissed(lastMiss: max(found.lastMiss ?? .min, ring.due), dues: found.dues.filter { $0 > ring.due })
      } else if ring.due > found.lastMiss ?? .min {
        found.dues.append(ring.due)
      }
    }
    return found
  }

  private static func unstored(_ ledger: isolated Ledger) -> [RingRecord] {
    ledger.rings.unrecorded.all.map { ring in
      var card: String?
      if case .dismissed(let id) = ring.outcome { card = ledger.book.cards.first { $0.id == id }?.name ?? id }
      return RingRecord(
        ring.armed, ring.outcome, ended: ring.ended, card: card, ring.progress, isTrusted: ring.isTrusted)
    }
  }
}

extension Ledger {
  /// Returns what was read from the store, or `nil` if that failed, which is noted.
  func stored<Value>(_ value: @autoclosure () throws(StorageError) -> Value) -> Value? {
    do throws(StorageError) { return try value() } catch {
      storageFailed(error)
      return nil
    }
  }
}

extension AlarmFilter {
  /// The shortest beginning of an ID that is accepted.
  private static let leastOfID = 4

  /// Matches the alarms that have the name now, or that had it when something happened.
  init(_ name: String, in book: AlarmBook) {
    let word = name.lowercased()
    let called = book.alarms.filter { alarm in
      alarm.id == word || alarm.label.lowercased() == word || (word.count >= Self.leastOfID && alarm.id.hasPrefix(word))
    }
    self.init(ids: called.map(\.id), label: name)
  }
}

enum EventHistory {
  /// Returns the latest events, including those not stored yet.
  static func events(
    _ ledger: isolated Ledger, since: Instant?, _ wanted: EventFilter = EventFilter(), limit: Int
  ) -> [Event] {
    if !ledger.health.isRefusing { ledger.storeEvents() }
    var found = ledger.stored(try ledger.folder.store.events(since: since, wanted, limit: limit)) ?? []
    found += ledger.events.pending.filter { $0.time >= since ?? .min && wanted.wants($0) }
    return found.suffix(limit)
  }

  static func acknowledgeMisses(_ ledger: isolated Ledger) throws(ControlError) -> Int {
    var count = 0
    try ledger.commit("the acknowledgement") { store throws(StorageError) in count = try store.acknowledgeMisses() }
    if count > 0 {
      ledger.noteForGood("the missed alarms")
      ledger.events.append(.missesAcknowledged, detail: "\(count)")
    }
    ledger.folder.recovery = nil
    ledger.effects.note(.misses(false))
    return count
  }
}
