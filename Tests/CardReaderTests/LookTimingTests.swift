import AlarmClock
import Testing

@testable import CardReader

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
