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

  /// A card that only one pass reads is seen before a ring has looked at enough frames to conclude that no card is
  /// there.
  @Test(arguments: [1, 10, 12, 16, 40, 100, 1000])
  func everyPassComesRoundWithinTheCycleThatARingWaitsFor(milliseconds: Int) {
    let passes = frames(200, budget: .milliseconds(33)) { _ in .milliseconds(milliseconds) }
    for start in 24..<(200 - CardPresence.cycle) {
      let seen = Set(passes[start..<start + CardPresence.cycle].flatMap { $0 })
      #expect(seen == Set(Pass.allCases), "\(milliseconds) ms, from picture \(start)")
    }
  }

  @Test func aFastBoardLocatesInEveryFrameASlowerOneInEveryOtherAndASlowOneHasOnePassAFrame() {
    for passes in frames(20, budget: .milliseconds(33), cost: { _ in .milliseconds(3) }) {
      #expect(passes.contains(.redrawn15))
      #expect((2...3).contains(passes.count))
    }
    let slower = frames(60, budget: .milliseconds(33)) { _ in .milliseconds(12) }
    for (index, passes) in slower.enumerated().dropFirst(24) {
      #expect(index % 2 == 0 ? passes.first == .redrawn15 && passes.count == 2 : passes.count == 1)
    }
    let slow = frames(60, budget: .milliseconds(33)) { _ in .milliseconds(40) }
    #expect(slow[0].count == 3)
    #expect(slow[6...].allSatisfy { $0.count == 1 })
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

/// Whether the reader keeps up with 15 frames per second on a Zero 2 W, by the cost of its passes;
/// board/emulated-pi/README.md says how that is counted and what is estimated.
@Suite struct LookTimingTests {
  /// A scene and the cost of looking at it, in millions of instructions.
  enum Scene: CaseIterable, Sendable {
    case empty, dark, card

    func cost(of pass: Pass, coarsely: Bool) -> Double {
      let (fine, coarse) = Self.costs(pass)
      let column = self == .empty ? 0 : self == .dark ? 1 : 2
      return coarsely ? coarse?[column] ?? fine[column] : fine[column]
    }

    /// The frame, its brightness and the report.
    static let around = 3.0
    /// Averaging dark frames and reading the mean.
    static let mean = 60.0

    /// The costs by scene; the second array is for every second row and column.
    private static func costs(_ pass: Pass) -> (fine: [Double], coarse: [Double]?) {
      switch pass {
      case .redrawn15: ([10, 11, 26], nil)
      case .redrawn31: ([10, 11, 23], nil)
      case .redrawn21: ([11, 12, 23], nil)
      case .halfTurned: ([28, 28, 34], nil)
      case .redrawnDouble: ([38, 65, 57], nil)
      case .raw: ([46, 60, 57], [23, 30, 34])
      case .inverted: ([46, 60, 47], [23, 30, 24])
      case .threshold31: ([59, 65, 66], [32, 35, 40])
      case .threshold15: ([74, 83, 69], [39, 43, 39])
      }
    }
  }

  /// The looks at a camera's frames, and the frames that were skipped.
  private struct Course {
    var looks: [[Pass]] = []
    /// The looks that averaged dark frames.
    var means: [Int] = []
    var skipped = 0
  }

  /// Simulates `rouse-scan`, which looks at the newest frame; `speed` is the instructions per cycle at 1 GHz.
  private func course(_ scene: Scene, speed: Double, pictures: Int) -> Course {
    func time(_ cost: Double) -> Duration { .nanoseconds(Int64(cost * 1e6 / speed)) }
    let interval = Duration.seconds(1) / 15
    var schedule = PassSchedule(budget: .milliseconds(33))
    var course = Course()
    var now = Duration.zero
    var picture = 0
    var sinceMean = 0
    while picture < pictures {
      let start = max(now, interval * picture)
      let passes = schedule.next()
      var spent = time(Scene.around)
      for pass in passes {
        let coarsely = schedule.isCoarse(pass)
        let cost = time(scene.cost(of: pass, coarsely: coarsely))
        schedule.took(cost, for: pass, coarsely: coarsely)
        spent += cost
      }
      sinceMean += 1
      // As in `DarkMemory`.
      if scene == .dark, sinceMean >= (schedule.isTimeForMean(spent: spent) ? 5 : DarkMemory.longest) {
        schedule.tookForMean(time(Scene.mean))
        spent += time(Scene.mean)
        sinceMean = 0
        course.means.append(course.looks.count)
      }
      schedule.looked(for: spent)
      course.looks.append(passes)
      now = start + spent
      let next = max(picture + 1, Int(now / interval))
      course.skipped += next - picture - 1
      picture = next
    }
    return course
  }

  /// A few frames are missed at first, before the schedule knows the costs.
  @Test(arguments: Scene.allCases, [1, 0.9, 0.8, 0.7, 0.6])
  func aZero2WLooksAtFifteenPicturesASecond(_ scene: Scene, speed: Double) {
    let pictures = 40 * CardPresence.cycle
    let course = course(scene, speed: speed, pictures: pictures)
    #expect(course.skipped * 100 <= pictures)
    #expect(scene != .dark || course.means.count * 7 >= pictures, "the means are not what makes up for it")
  }

  @Test(arguments: Scene.allCases, [1, 0.9, 0.8, 0.7, 0.6, 0.3])
  func everyPassAndTheMeanComeRoundWithinTheCycleThatARingWaitsFor(_ scene: Scene, speed: Double) {
    let course = course(scene, speed: speed, pictures: 20 * CardPresence.cycle)
    for start in CardPresence.cycle..<(course.looks.count - CardPresence.cycle) {
      let looks = start..<start + CardPresence.cycle
      #expect(Set(course.looks[looks].flatMap { $0 }) == Set(Pass.allCases), "from look \(start)")
      #expect(scene != .dark || course.means.contains(where: looks.contains), "from look \(start)")
    }
  }
}
