import AlarmClock
import Testing

@testable import CardReader

/// Whether looks at live video keep up with a camera of 15 pictures a second on a Zero 2 W, by what passes cost its processor:
/// board/emulated-pi/README.md says how that is counted, and what is estimated.
@Suite struct LookTimingTests {
  /// What is before the camera, and what looking at it costs, in millions of instructions.
  enum Scene: CaseIterable, Sendable {
    case empty, dark, card

    func cost(of pass: Pass, coarsely: Bool) -> Double {
      let (fine, coarse) = Self.costs(pass)
      let column = self == .empty ? 0 : self == .dark ? 1 : 2
      return coarsely ? coarse?[column] ?? fine[column] : fine[column]
    }

    /// The camera's picture, its brightness and the report.
    static let around = 3.0
    /// Making a mean of dark pictures, and reading it.
    static let mean = 60.0

    /// Of a scene each; the second where every second row and column is looked at.
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

  /// What became of the pictures of a camera.
  private struct Course {
    var looks: [[Pass]] = []
    /// The looks that made a mean.
    var means: [Int] = []
    var skipped = 0
  }

  /// Looks at the newest picture there is, as `rouse-scan` does, at so many instructions a cycle of a thousand million a second.
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
      // As `DarkMemory` has it.
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

  /// Before the schedule knows what passes cost, a few are missed.
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
