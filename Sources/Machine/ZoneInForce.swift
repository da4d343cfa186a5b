import AlarmClock

/// The zone that alarms ring by, and how sure that is.
///
/// A zone can be wrong for a while, as between two commands of somebody who sets it. So a new one settles for a day: until
/// then, what it passes over waits, and what ends can still be taken back (`Ledger+Zone`).
package struct ZoneInForce: Hashable, Sendable {
  package private(set) var rules: ZoneRules
  /// What they were read from; empty: they are a guess, because none was ever read.
  package private(set) var data: [UInt8]
  /// Why it is not the zone that the machine asks for; nil: it is.
  package private(set) var failure: ZoneFailure?
  /// nil: it has settled.
  package private(set) var settling: Settling?

  /// When a new zone has stood for a day.
  package struct Settling: Hashable, Sendable {
    package var end: Deadline
    /// The time of day was trusted when `end` was put in its terms.
    package var isTrusted: Bool
  }

  package static let settlingTime: Duration = .seconds(86_400)

  /// The zone at a start.
  ///
  /// - Parameter kept: the zone of before. Where there was none, the machine's is no new one.
  package init(of system: SystemZone, kept: KeptZone.Found, at reading: ClockReading) {
    switch kept {
    case .none: (rules, data, settling) = (.utc, [], nil)
    case .damaged: (rules, data, settling) = (.utc, [], Self.settling(from: reading))
    case .kept(let kept): (rules, data, settling) = (kept.rules, kept.data, kept.settling)
    }
    let read = system.read(after: knownName)
    if case .none = kept, case .success(let zone) = read {
      (rules, data) = (zone.rules, zone.data)
    } else {
      use(read, at: reading)
    }
  }

  /// They are UTC, because nothing else is known.
  package var isGuess: Bool { data.isEmpty }

  /// The name of the last zone that could be read.
  package var knownName: String? { isGuess ? nil : rules.name }

  /// Follows what the machine asks for. What cannot be read leaves the rules of before.
  package mutating func use(_ read: Result<ZoneData, ZoneFailure>, at reading: ClockReading) {
    switch read {
    case .failure(let failure): self.failure = failure
    case .success(let zone):
      failure = nil
      guard isGuess || zone.rules != rules else { return }
      (rules, data) = (zone.rules, zone.data)
      settling = Self.settling(from: reading)
    }
  }

  /// Until it has settled: by the clock that never steps; after another start of the machine by the time of day, once
  /// that is trusted, or at the latest when it has stood for another day.
  package func left(at reading: ClockReading, isTrusted: Bool) -> Duration {
    guard let settling else { return isGuess ? Self.settlingTime : .zero }
    if settling.end.boot == reading.boot { return max(.zero, settling.end.left(at: reading)) }
    let atTheLatest = max(.zero, Self.settlingTime - reading.sinceBoot)
    guard isTrusted, settling.isTrusted else { return atTheLatest }
    return min(atTheLatest, max(.zero, settling.end.left(at: reading)))
  }

  /// The clock was set, or is trusted now.
  package mutating func clockChanged(at reading: ClockReading, isTrusted: Bool) {
    guard isTrusted, let end = settling?.end, end.boot == reading.boot else { return }
    settling = Settling(end: end.renewed(at: reading), isTrusted: true)
  }

  package mutating func settle() { settling = nil }

  private static func settling(from reading: ClockReading) -> Settling {
    Settling(end: Deadline(after: settlingTime, at: reading), isTrusted: false)
  }

  /// What is wrong, for people; nil: nothing.
  package var trouble: Trouble? {
    failure.map { failure in
      Trouble(
        what: failure.what,
        why: isGuess
          ? "alarms ring by UTC, as no zone was ever read: they may be hours off"
          : "alarms ring by the rules of \(rules.name), the last that could be read", fix: failure.fix)
    }
  }

  package struct Trouble: Hashable, Sendable {
    package var what: String
    package var why: String
    package var fix: String
    package var stillWorks: String { "every alarm still rings by these rules; the display marks its time as doubtful" }

    package var text: String { "\(what); \(why). To mend it: \(fix). \(stillWorks)" }
  }
}
