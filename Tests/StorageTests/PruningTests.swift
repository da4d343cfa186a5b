import TestSupport
import Testing

@testable import AlarmClock
@testable import Storage

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

@Suite struct ErasureTests {
  private static let planted = "Zimtstern"

  private func holds(_ folder: TemporaryFolder) throws -> Bool {
    String(decoding: Files.bytes(folder.file), as: UTF8.self).contains(Self.planted)
  }

  @Test func whatIsPrunedCannotBeReadInTheFile() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try Store(path: folder.file)
      for number in 0..<300 {
        try store.append(Event(time: Instant(seconds: Int64(number)), kind: .fired, label: Self.planted))
      }
      try store.append(Event(time: Instant(seconds: 1000), kind: .fired))
    }
    #expect(try holds(folder))
    do {
      let store = try Store(path: folder.file, isThere: true)
      while try store.pruneEvents(before: Instant(seconds: 999), keeping: 1000, batch: 50) > 0 {}
    }
    #expect(try !holds(folder))
  }

  @Test(arguments: [1, 2, 500])
  func whatIsOpenAndWhatNobodyKnowsOfStaysAndWhatEndedLatelyLosesItsName(batch: Int) throws {
    let folder = try TemporaryFolder()
    let store = try Store(path: folder.file)
    func arm(_ id: String, due: Int64) throws -> ArmedOccurrence {
      var armed = try RoundTripTests.armed(id, due: due)
      armed.plan.label = Self.planted
      try store.arm(armed)
      try store.keepHistory(of: armed.id, RingProgress(began: armed.due, isTrusted: true))
      return armed
    }
    for (id, outcome, due) in [
      ("old", RingOutcome.dismissed(cardID: "c"), 10), ("recent", .skipped, 100), ("missed", .missed(rang: true), 10),
    ] as [(String, RingOutcome, Int64)] {
      let armed = try arm(id, due: due)
      try store.record(outcome, of: armed, at: Instant(seconds: due + 1))
      try store.keepHistory(of: armed.id, nil)
    }
    let open = try arm("open", due: 10)
    let noise = Happening(.noise, began: Instant(seconds: 1), ended: Instant(seconds: 2), label: Self.planted)
    for _ in 0..<5 {
      try store.append(Event(time: Instant(seconds: 1), kind: .fired, label: Self.planted, happening: noise))
    }
    try store.append(Event(time: Instant(seconds: 1), kind: .missed, label: "after"))
    var most = batch
    while most >= batch {
      most = try store.eraseHistory(upTo: 5, before: Instant(seconds: 50), batch: batch)
      #expect(most <= batch)
    }
    try store.blankRings()
    #expect(try store.events(since: nil, limit: 10).map(\.label) == ["after"])
    #expect(try store.happenings([.noise], from: .min, to: .max).isEmpty)
    let query = RingQuery(limit: 10)
    #expect(try store.ringRecords(query).map(\.alarmID) == ["open"])
    #expect(try store.openRings().map(\.armed.id) == [open.id])
    #expect(try store.openRings().map(\.armed.plan.label) == [Self.planted])
    #expect(try store.misses().map(\.label) == [Self.planted])
    let labels = try store.database.run("SELECT alarm_id, label FROM rings ORDER BY alarm_id") {
      "\($0.text(0)): \($0.text(1))"
    }
    #expect(labels == ["missed: \(Self.planted)", "open: \(Self.planted)", "recent: "])
    try store.pruneErasedRings(before: Instant(seconds: 100))
    #expect(try store.endedKeys(of: "recent", dueAfter: .min).count == 1)
    try store.pruneErasedRings(before: Instant(seconds: 101))
    #expect(try store.endedKeys(of: "recent", dueAfter: .min).isEmpty)
    #expect(try store.openRings().count == 1 && store.misses().count == 1)
  }

  @Test func whatIsPlannedIsReadBack() throws {
    let folder = try TemporaryFolder()
    let store = try Store(path: folder.file)
    #expect(try store.erasure() == nil && store.leap() == nil)
    let planned = Erasure(
      scope: .all, alarms: true, cards: false, asked: Instant(seconds: 1), due: Instant(seconds: 2))
    try store.set(planned)
    #expect(try Store(path: folder.file, isThere: true).erasure() == planned)
    var begun = planned
    begun.hasBegun = true
    for step in 0...7 {
      begun.stepsDone = step
      try store.set(begun)
      #expect(try store.erasure() == begun)
    }
    #expect(try store.forgetErasure())
    #expect(try store.erasure() == nil)
    #expect(try !store.forgetErasure())
    try store.setLeap(Instant(seconds: 3))
    #expect(try store.leap() == Instant(seconds: 3))
    try store.setLeap(nil)
    #expect(try store.leap() == nil)
  }
}
