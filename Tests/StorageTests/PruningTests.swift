import AlarmClock
import Storage
import TestSupport
import Testing

@Suite struct PruningTests {
  /// The events' times in seconds in log order, the oldest time and the number to keep, and the times that are left.
  static let cases: [(times: [Int64], oldest: Int64?, most: Int, left: [Int64])] = [
    ([1, 2, 3, 4], 3, 100, [3, 4]), ([1, 2, 3, 4], nil, 100, [1, 2, 3, 4]), ([1, 2, 3, 4], nil, 3, [2, 3, 4]),
    ([1, 2, 3, 4], 4, 2, [4]), ([1, 2, 3, 4], 2, 2, [3, 4]), ([1, 2, 3, 4], 1, 4, [1, 2, 3, 4]),
    // A clock that started in 1970 until it was set.
    ([50, 0, 1, 51, 52], 40, 100, [50, 0, 1, 51, 52]), ([5, 0, 1, 51, 52], 40, 100, [51, 52]),
    // No recent event shows that the clock is right.
    ([1, 2, 3], 1000, 100, [1, 2, 3]), ([], 10, 100, []),
  ]

  @Test(arguments: cases.indices, [1, 2, 500])
  func oldEventsAndThoseThatAreTooManyGo(index: Int, batch: Int) throws {
    let rule = Self.cases[index]
    let folder = try TemporaryFolder()
    let store = try Store(path: folder.file)
    for time in rule.times { try store.append(Event(time: Instant(seconds: time), kind: .fired)) }
    let oldest = rule.oldest.map { Instant(seconds: $0) }
    var gone = 0
    while case let count = try store.pruneEvents(before: oldest, keeping: rule.most, batch: batch), count > 0 {
      #expect(count <= batch)
      gone += count
    }
    #expect(try store.events(since: nil, limit: 100).map(\.time.seconds) == rule.left)
    #expect(gone == rule.times.count - rule.left.count)
    try store.append(Event(time: Instant(seconds: 9), kind: .fired))
    #expect(try store.lastEventSequence() == Int64(rule.times.count + 1))
  }

  @Test(arguments: [1, 500])
  func oldRingsGoUnlessTheyAreOpenOrAMissThatNobodyKnowsOf(batch: Int) throws {
    let folder = try TemporaryFolder()
    let store = try Store(path: folder.file)
    func record(_ id: String, _ outcome: RingOutcome, due: Int64, ended: Int64) throws {
      #expect(try store.record(outcome, of: try RoundTripTests.armed(id, due: due), at: Instant(seconds: ended)))
    }
    try record("known", .missed(rang: true), due: 10, ended: 20)
    #expect(try store.acknowledgeMisses() == 1)
    try record("unknown", .missed(rang: false), due: 10, ended: 20)
    try record("dismissed", .dismissed(cardID: "c"), due: 10, ended: 20)
    try record("skipped", .skipped, due: 10, ended: 20)
    try record("young", .skipped, due: 200, ended: 210)
    try record("late", .dismissed(cardID: "c"), due: 10, ended: 210)
    try record("early", .skipped, due: 200, ended: 10)
    try store.arm(try RoundTripTests.armed("open", due: 10))
    var gone = 0
    while case let count = try store.pruneRings(before: Instant(seconds: 100), batch: batch), count > 0 {
      gone += count
    }
    #expect(gone == 3)
    #expect(try store.misses().map(\.alarmID) == ["unknown"])
    #expect(try store.openRings().map(\.armed.id.alarmID) == ["open"])
    for (id, isLeft) in [
      ("known", false), ("dismissed", false), ("skipped", false), ("young", true), ("late", true), ("early", true),
    ] {
      #expect(try store.endedKeys(of: id, dueAfter: .min).isEmpty != isLeft, "\(id)")
    }
  }
}
