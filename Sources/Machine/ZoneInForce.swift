import AlarmClock

/// The zone that alarms follow, and how certain it is.
///
/// A zone can be wrong for a short time, for example between two commands of a user who sets it. So a new zone takes a
/// day to settle; until then, occurrences that it skips wait, and outcomes can still be undone (`Ledger+Zone`).
package struct ZoneInForce: Hashable, Sendable {
  package private(set) var kept: KeptZone
  /// Why this is not the machine's configured zone, or `nil` if it is.
  package private(set) var failure: ZoneFailure?

  /// The end of the day that a new zone takes to settle.
  package struct Settling: Hashable, Sendable {
    package var end: Deadline
    /// Whether the time of day was trusted when `end` was expressed in it.
    package var isTrusted: Bool
  }

  package static let settlingTime: Duration = .seconds(86_400)

  /// Determines the zone at startup. Without a stored zone (`kept`), the machine's zone does not count as new.
  package init(of system: SystemZone, kept: KeptZone.Found, at reading: ClockReading) {
    switch kept {
    case .none: self.kept = KeptZone()
    case .damaged: self.kept = KeptZone(settling: Self.settling(from: reading))
    case .kept(let kept): self.kept = kept
    }
    let read = system.read(after: knownName)
    if case .none = kept, case .success(let zone) = read { self.kept = zone } else { use(read, at: reading) }
  }

  package var rules: ZoneRules { kept.rules }

  /// `nil` once the zone has settled.
  package var settling: Settling? { kept.settling }

  /// Whether the rules are UTC because no zone is known.
  package var isGuess: Bool { kept.data.isEmpty }

  package var knownName: String? { isGuess ? nil : rules.name }

  /// Follows the machine's setting; keeps the old rules if it cannot be read.
  package mutating func use(_ read: Result<KeptZone, ZoneFailure>, at reading: ClockReading) {
    switch read {
    case .failure(let failure): self.failure = failure
    case .success(let zone):
      failure = nil
      guard isGuess || zone.rules != rules else { return }
      kept = zone
      kept.settling = Self.settling(from: reading)
    }
  }

  /// Returns the time until the zone has settled. Within one boot, a clock that never steps decides. After a reboot,
  /// the time of day decides once it is trusted, but the zone settles after another full day at the latest.
  package func left(at reading: ClockReading, isTrusted: Bool) -> Duration {
    guard let settling else { return isGuess ? Self.settlingTime : .zero }
    if settling.end.boot == reading.boot { return max(.zero, settling.end.left(at: reading)) }
    let atTheLatest = max(.zero, Self.settlingTime - reading.sinceBoot)
    guard isTrusted, settling.isTrusted else { return atTheLatest }
    return min(atTheLatest, max(.zero, settling.end.left(at: reading)))
  }

  /// Updates the settling time after the clock was set or became trusted.
  package mutating func clockChanged(at reading: ClockReading, isTrusted: Bool) {
    guard isTrusted, let end = settling?.end, end.boot == reading.boot else { return }
    kept.settling = Settling(end: end.renewed(at: reading), isTrusted: true)
  }

  package mutating func settle() { kept.settling = nil }

  private static func settling(from reading: ClockReading) -> Settling {
    Settling(end: Deadline(after: settlingTime, at: reading), isTrusted: false)
  }

  package var trouble: Trouble? {
    failure.map { failure in
      Trouble(
        what: failure.what,
        why: isGuess
          ? "alarms ring by UTC, because no zone was ever read: they may be hours off"
          : "alarms ring by \(rules.name), the last zone that could be read", fix: failure.fix)
    }
  }

  package struct Trouble: Hashable, Sendable {
    package var what: String
    package var why: String
    package var fix: String
    package var stillWorks: String { "every alarm still rings by these rules; the display marks its time as doubtful" }

    package var text: String { "\(what); \(why). To fix it: \(fix). \(stillWorks)" }
  }
}
