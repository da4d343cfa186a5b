import Glibc
import Storage

@testable import AlarmClock

extension Clock {
  /// Writes one ring a day into the store of a clock that has not started: dismissals, misses, skips, interruptions, an
  /// untrusted clock and some very slow ones. Returns the happenings that it wrote beside the rings.
  @discardableResult
  func keepHistory(days: Int) throws -> [Happening] {
    mkdir(statePath, 0o700)
    let store = try Store(path: statePath + "/rouse.sqlite")
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = Instant(seconds: Int64(time.tv_sec))
    var happenings: [Happening] = []
    func keep(_ kind: Happening.Kind, _ began: Instant, _ length: Duration) {
      happenings.append(Happening(kind, began: began, ended: began + length, label: "rain"))
    }
    try store.transaction { () throws(StorageError) in
      for index in 0..<days {
        // Another minute each day, so that weekdays and hours differ.
        let due = now - .seconds(86_400 * Int64(days - index)) + .seconds(Int64(index * 37 % 200 * 60))
        let took: Duration = .milliseconds((index % 40 == 7 ? 1_500_000 : 30_000) + index * 7919 % 90_000)
        try keepRing(index, due, took, in: store)
        if index % 2 == 0 { keep(.bedtimePassed, due - .seconds(Int64(25_000 + index * 37 % 7000)), .seconds(20)) }
        if index % 9 == 4 { keep(.bedtimeFailed, due - .seconds(Int64(22_000 + index)), .seconds(20)) }
        if index % 3 == 0 { keep(.noise, due - .seconds(Int64(20_000 + index * 41 % 9000)), .seconds(1800)) }
        let quits = Happening.interruptions
        if index % 11 == 5 { keep(quits[index / 11 % quits.count], due + .seconds(2), .seconds(20)) }
        // Ends before the ring is due.
        if index % 17 == 2 { keep(.noCamera, due - .seconds(60), .seconds(50)) }
      }
      for happening in happenings {
        try store.append(Event(time: happening.began, kind: .noiseStarted, happening: happening))
      }
    }
    return happenings.sorted { $0.began < $1.began }
  }

  private func keepRing(_ index: Int, _ due: Instant, _ took: Duration, in store: Store) throws(StorageError) {
    var alarm = Alarm(id: "seed00", recurrence: .instant(due))
    alarm.label = "Work"
    let ring = ArmedOccurrence(
      occurrence: Occurrence(key: .instant(due), due: due, adjustment: .none), plan: Settings().plan(for: alarm),
      recurrence: alarm.recurrence, isSkipped: false)
    let outcome: RingOutcome =
      switch index % 50 {
      case 3: .missed(rang: true)
      case 23: .missed(rang: false)
      case 13, 33: .skipped
      default: .dismissed(cardID: "bath")
      }
    let isTrusted = index % 30 != 19
    try store.record(outcome, of: ring, at: due + took, isTrusted: isTrusted)
    let hasRung = outcome != .skipped && outcome != .missed(rang: false)
    let late: Duration = .milliseconds(index % 45 == 9 ? 9000 : index % 30)
    let tally = RingTally(
      began: due + late, wrongCodes: index % 10 / 9 * 2, unread: .seconds(index % 9), checks: 1,
      failedChecks: index % 20 / 19)
    let progress = RingProgress(began: due + late, isTrusted: isTrusted, snoozes: index % 4 / 3, tally: tally)
    try store.keepHistory(of: ring.id, hasRung ? progress : nil)
  }
}
