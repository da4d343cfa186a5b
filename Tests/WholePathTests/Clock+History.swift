import Glibc
import Storage

@testable import AlarmClock

extension Clock {
  /// Writes a month with one ring a day into the store of a clock that has not started: dismissals, misses, a skip,
  /// interruptions and an untrusted clock.
  func keepMonth() throws {
    mkdir(statePath, 0o700)
    let store = try Store(path: statePath + "/rouse.sqlite")
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = Instant(seconds: Int64(time.tv_sec))
    func keep(_ kind: Happening.Kind, _ began: Instant, _ length: Int64) throws(StorageError) {
      let happening = Happening(kind, began: began, ended: began + .seconds(length), label: "rain")
      try store.append(Event(time: began, kind: .noiseStarted, happening: happening))
    }
    try store.transaction { () throws(StorageError) in
      for index in 0..<30 {
        // Another minute each day, so that weekdays and hours differ.
        let due = now - .seconds(86_400 * Int64(30 - index)) + .seconds(Int64(index * 37 % 200 * 60))
        try keepRing(index, due, in: store)
        if index % 2 == 0 { try keep(.bedtimePassed, due - .seconds(Int64(25_000 + index * 37 % 7000)), 20) }
        if index % 3 == 0 { try keep(.noise, due - .seconds(Int64(20_000 + index * 41 % 9000)), 1800) }
        let quits = Happening.interruptions
        if index % 11 == 5 { try keep(quits[index / 11 % quits.count], due + .seconds(2), 20) }
      }
    }
  }

  private func keepRing(_ index: Int, _ due: Instant, in store: Store) throws(StorageError) {
    let took: Duration = .milliseconds((index == 7 ? 1_500_000 : 30_000) + index * 7919 % 90_000)
    var alarm = Alarm(id: "seed00", recurrence: .instant(due))
    alarm.label = "Work"
    let ring = ArmedOccurrence(
      occurrence: Occurrence(key: .instant(due), due: due, adjustment: .none), plan: Settings().plan(for: alarm),
      recurrence: alarm.recurrence, isSkipped: false)
    let outcome: RingOutcome =
      switch index {
      case 3: .missed(rang: true)
      case 23: .missed(rang: false)
      case 13: .skipped
      default: .dismissed(cardID: "bath")
      }
    try store.record(outcome, of: ring, at: due + took, isTrusted: index != 19)
    guard outcome != .skipped, outcome != .missed(rang: false) else { return try store.keepHistory(of: ring.id, nil) }
    let tally = RingTally(
      began: due, wrongCodes: index % 10 / 9 * 2, unread: .seconds(index % 9), checks: 1, failedChecks: index % 20 / 19)
    try store.keepHistory(
      of: ring.id, RingProgress(began: due, isTrusted: index != 19, snoozes: index % 4 / 3, tally: tally))
  }
}
