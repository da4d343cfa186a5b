import AlarmClock
import Glibc
import Storage

extension Subject {
  static let ringsOfAYear = 400

  private static let labels = ["Work", "Gym", "Pill", "Bus 🚌", "Long lie-in, 2"]

  /// Writes rings and the happenings beside them into the store of a daemon that does not run: some days have two
  /// rings, and all kinds of trouble occur.
  func seedHistory(years: Int, rings: Int = ringsOfAYear) throws {
    let store = try Store(path: storePath)
    let now = Instant(nanoseconds: nanosecondsNow())
    let days = years * 365
    try store.transaction { () throws(StorageError) in
      for index in 0..<rings {
        // The second ring of a day comes two hours after the first.
        let day = days - index * days / rings
        let isSecond = index > 0 && (index - 1) * days / rings == index * days / rings
        let due = now - .seconds(Int64(day) * 86_400) + .seconds(isSecond ? 7200 : index % 7 * 300)
        try seed(index, due: due, in: store)
      }
    }
  }

  private func seed(_ index: Int, due: Instant, in store: Store) throws(StorageError) {
    var alarm = Alarm(id: "seed0\(index % Self.labels.count)", recurrence: .instant(due))
    alarm.label = Self.labels[index % Self.labels.count]
    let ring = ArmedOccurrence(
      occurrence: Occurrence(key: .instant(due), due: due, adjustment: .none), plan: Settings().plan(for: alarm),
      recurrence: alarm.recurrence, isSkipped: false)
    let outcome: RingOutcome =
      index % 50 == 3
      ? .missed(rang: true)
      : index % 97 == 11
        ? .missed(rang: false) : index % 29 == 5 ? .skipped : .dismissed(cardID: index % 3 == 0 ? "spare" : "bath")
    let took: Duration = .seconds(30 + index * 7 % 150 * (index % 40 == 7 ? 9 : 1))
    let isTrusted = index % 61 != 17
    try store.record(outcome, of: ring, at: due + took, isTrusted: isTrusted)
    let tally = RingTally(
      began: outcome == .missed(rang: false) ? nil : due + .milliseconds(index % 30), wrongCodes: index % 10 / 9,
      unread: .seconds(index % 9 * (index % 20 == 3 ? 8 : 1)), checks: index % 3 / 2, failedChecks: index % 45 / 44)
    var progress = RingProgress(began: due, isTrusted: isTrusted)
    progress.snoozes = index % 4 / 3
    progress.tally = tally
    try store.keepHistory(of: ring.id, progress)
    for (kind, offset, length, label) in Self.happenings(beside: index, took: took) {
      let began = due + offset
      try store.append(
        Event(
          time: began, kind: .noiseStarted,
          happening: Happening(kind, began: began, ended: began + length, label: label)))
    }
  }

  /// Returns kinds, starts relative to the due time, lengths and labels.
  private static func happenings(
    beside index: Int, took: Duration
  ) -> [(Happening.Kind, Duration, Duration, String?)] {
    let evening: Duration = .seconds(-25_000 - index * 37 % 7000)
    var all: [(Happening.Kind, Duration, Duration, String?)] = [
      (index % 9 == 4 ? .bedtimeFailed : .bedtimePassed, evening, .zero, "bath")
    ]
    if index % 2 == 1 { all[0] = (.noise, evening, .seconds(1200), "rain") }
    if index % 5 == 2 { all.append((.timer, .seconds(-40_000), .seconds(600), "tea")) }
    let trouble: [(every: Int, kind: Happening.Kind, label: String?)] = [
      (33, .noCamera, nil), (57, .serviceStopped, nil), (83, .serviceDied, nil), (101, .powerGone, nil),
      (19, .wrongCard, "door"), (41, .buzzerStoodIn, labels[index % labels.count]), (71, .cardTested, "spare"),
    ]
    for (every, kind, label) in trouble where index % every == every / 2 {
      let length: Duration = Happening.interruptions.contains(kind) ? took / 2 : .zero
      all.append((kind, kind == .cardTested ? evening : .seconds(5), length, label))
    }
    return all
  }
}
