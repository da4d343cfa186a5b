import AlarmClock
import Testing

@testable import CardReader

@Suite struct PassScheduleTests {
  /// Returns the passes of each frame if a pass takes as long as `cost` says.
  private func frames(_ count: Int, budget: Duration, cost: (Pass) -> Duration) -> [[Pass]] {
    var schedule = PassSchedule(budget: budget)
    return (0..<count).map { _ in
      let passes = schedule.next()
      for pass in passes { schedule.took(cost(pass), for: pass) }
      return passes
    }
  }

  @Test(arguments: [1, 10, 12, 100, 1000])
  func everyPassGetsItsTurnHoweverSlowTheBoardIs(milliseconds: Int) {
    let passes = frames(60, budget: .milliseconds(33)) { _ in .milliseconds(milliseconds) }
    #expect(Set(passes.flatMap { $0 }) == Set(Pass.allCases))
  }

  /// A card that only one pass reads is seen before a ring has looked at enough frames to conclude that no card is
  /// there.
  @Test(arguments: [1, 10, 12, 16, 40, 1000])
  func everyPassComesRoundWithinTheCycleThatARingWaitsFor(milliseconds: Int) {
    let passes = frames(200, budget: .milliseconds(33)) { _ in .milliseconds(milliseconds) }
    for start in 24..<(200 - CardPresence.cycle) {
      let seen = Set(passes[start..<start + CardPresence.cycle].flatMap { $0 })
      #expect(seen == Set(Pass.allCases), "\(milliseconds) ms, from picture \(start)")
    }
  }

  @Test func aFastBoardLocatesCodesInEveryFrame() {
    for passes in frames(20, budget: .milliseconds(33), cost: { _ in .milliseconds(3) }) {
      #expect(passes.contains(.redrawn15))
      #expect((2...3).contains(passes.count))
    }
  }

  @Test func aSlowerBoardScansBetweenFramesInWhichItLocates() {
    let passes = frames(60, budget: .milliseconds(33)) { _ in .milliseconds(12) }
    for (index, passes) in passes.enumerated().dropFirst(24) {
      #expect(index % 2 == 0 ? passes.first == .redrawn15 && passes.count == 2 : passes.count == 1)
    }
  }

  @Test func aSlowBoardHasOnePassAFrameOnceItKnowsWhatTheyCost() {
    let passes = frames(60, budget: .milliseconds(33)) { _ in .milliseconds(40) }
    #expect(passes[0].count == 3)
    #expect(passes[6...].allSatisfy { $0.count == 1 })
  }

  @Test func aScanIsCoarseWhereItTakesLongerThanThereIsBetweenTwoFrames() {
    var schedule = PassSchedule(budget: .milliseconds(33))
    #expect(!schedule.isCoarse(.raw), "what it costs is not known yet")
    for pass in Pass.allCases { schedule.took(.milliseconds(70), for: pass) }
    #expect(Set(Pass.allCases.filter(schedule.isCoarse)) == [.raw, .threshold31, .threshold15, .inverted])
    for _ in 0..<60 { schedule.took(.milliseconds(36), for: .raw, coarsely: true) }
    #expect(schedule.isCoarse(.raw), "a whole one would still take too long")
    for _ in 0..<60 { schedule.took(.milliseconds(10), for: .raw, coarsely: true) }
    #expect(!schedule.isCoarse(.raw))
  }

  @Test func aMeanWaitsUntilTheLooksHaveMadeUpForADearPass() {
    var schedule = PassSchedule(budget: .milliseconds(33))
    schedule.tookForMean(.milliseconds(80))
    #expect(schedule.isTimeForMean(spent: .milliseconds(20)))
    #expect(!schedule.isTimeForMean(spent: .milliseconds(60)), "a picture would be missed")
    schedule.looked(for: .milliseconds(100))
    #expect(!schedule.isTimeForMean(spent: .milliseconds(20)))
    schedule.looked(for: .milliseconds(20))
    #expect(schedule.isTimeForMean(spent: .milliseconds(20)))
  }

  @Test func whileACodeIsInViewTheRestOfTheBudgetGoesIntoIt() {
    var schedule = PassSchedule(budget: .milliseconds(33))
    #expect(schedule.more(after: [.redrawn15], spent: .zero) == nil, "what it costs is not known yet")
    for pass in Pass.allCases { schedule.took(.milliseconds(10), for: pass) }
    #expect(schedule.more(after: [.redrawn15], spent: .milliseconds(10)) == .redrawn31)
    #expect(schedule.more(after: [.redrawn15], spent: .milliseconds(24)) == nil)
    #expect(schedule.more(after: Pass.allCases, spent: .zero) == nil)
  }
}
