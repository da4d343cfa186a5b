import Hardware
import Testing

@testable import AlarmClock
@testable import Daemon

@Suite final class GuidanceTests {
  private var guidance = Guidance()

  static func sight(
    _ obstacle: ReadingObstacle? = nil, isCodeInView: Bool = false, isRead: Bool = false
  ) -> Sight {
    Sight(brightness: 100, payloads: isRead ? [[1]] : [], isCodeInView: isCodeInView, obstacle: obstacle)
  }

  private func at(_ milliseconds: Int) -> Duration { .seconds(50) + .milliseconds(milliseconds) }

  /// Shows frames of one kind, 15 per second, starting at `start` ms; returns the time after the last of them.
  @discardableResult
  private func look(_ guidance: inout Guidance, at sight: Sight, from start: Int, frames: Int) -> Int {
    for frame in 0..<frames { guidance.look(at: sight, at: at(start + frame * 66)) }
    return start + frames * 66
  }

  static let frames: [(Sight, ReadingHint?)] = [
    (sight(), nil), (sight(.tooDark), .tooDark), (sight(.glare), .glare), (sight(.tooFar), .tooFar),
    (sight(.tooNear), .tooNear), (sight(.blurred), .holdStill), (sight(isCodeInView: true), .holdStill),
    (sight(.glare, isCodeInView: true), .glare), (sight(.glare, isRead: true), nil), (sight(isRead: true), nil),
  ]

  @Test func eachObstacleHasItsWordOnceThreeFramesSaySo() {
    for (sight, hint) in Self.frames {
      var guidance = Guidance()
      look(&guidance, at: sight, from: 0, frames: 2)
      #expect(guidance.hint(at: at(66)) == nil)
      look(&guidance, at: sight, from: 132, frames: 1)
      #expect(guidance.hint(at: at(132)) == hint)
      #expect(guidance.shownHint(at: at(132)) == hint)
    }
  }

  @Test func aFrameNowAndThenIsNoWord() {
    for frame in 0..<150 {
      guidance.look(at: Self.sight(frame % 3 == 0 ? .blurred : nil), at: at(frame * 66))
      #expect(guidance.hint(at: at(frame * 66)) == nil)
    }
    // With slow frames, three seconds pass between three of them: too old to say anything about now.
    var slow = Guidance()
    for frame in 0..<9 { slow.look(at: Self.sight(.glare), at: at(frame * 1500)) }
    #expect(slow.hint(at: at(12_000)) == nil)
  }

  @Test func aWordStaysForASecondAndGoesWhenItNoLongerHolds() {
    var now = look(&guidance, at: Self.sight(.tooFar), from: 0, frames: 3)
    now = look(&guidance, at: Self.sight(), from: now, frames: 10)
    #expect(guidance.hint(at: at(1131)) == .tooFar, "it came at 132 ms")
    #expect(guidance.hint(at: at(1132)) == nil)
    // The next hint waits until this one has been shown for a second.
    var other = Guidance()
    now = look(&other, at: Self.sight(.tooFar), from: 0, frames: 3)
    for frame in 0..<30 {
      other.look(at: Self.sight(.tooNear), at: at(now + frame * 66))
      let moment = now + frame * 66
      #expect(other.hint(at: at(moment)) == (moment < 1132 ? .tooFar : .tooNear), "at \(moment) ms")
    }
  }

  @Test func aWordThatHoldsTakesTurnsWithTheTime() {
    var shown: [Bool] = []
    for frame in 0..<150 {
      guidance.look(at: Self.sight(.tooDark), at: at(frame * 66))
      shown.append(guidance.shownHint(at: at(frame * 66)) == .tooDark)
    }
    // The hint comes with the third frame; after two seconds (31 frames) the time is shown again.
    #expect(shown[..<2] == [false, false])
    #expect(shown[2..<33].allSatisfy { $0 })
    #expect(shown[33..<63].allSatisfy { !$0 })
    #expect(shown[63..<93].allSatisfy { $0 })
    #expect(guidance.hint(at: at(149 * 66)) == .tooDark)
  }

  /// When a hint comes, in milliseconds after a flash, and for how many frames it holds.
  /// Samples a ring's faces each millisecond for 16 s. Only the one cut short by the hint lasts less than half a flash.
  @Test(arguments: [
    (0, 8), (2, 8), (2, 15), (250, 22), (366, 9), (498, 31), (499, 61), (500, 100), (502, 120), (634, 75), (998, 95),
  ])
  func theFaceAfterAWordIsThereAsLongAsAnyOther(offset: Int, frames: Int) {
    let face = ClockFace()
    let ring = RingState(Settings().plan(for: Alarm(id: "aaaaaa", recurrence: .instant(morning))), start: at(0))
    var runs: [(text: String, length: Int)] = []
    for moment in 0..<16_000 {
      let now = at(moment)
      let (frame, rest) = (moment - 2000 - offset).quotientAndRemainder(dividingBy: 66)
      if rest == 0 { guidance.look(at: Self.sight((0..<frames).contains(frame) ? .tooFar : nil), at: now) }
      let shown = face.ringing(
        [ring], at: morning, monotonic: now, isLit: ring.demand(at: now, devices: RingDevices()).isLit,
        hint: guidance.shownHint(at: ring.flash(at: now)))
      if runs.last?.text != shown.text { runs.append((shown.text, 0)) }
      runs[runs.count - 1].length += 1
    }
    #expect(runs.contains { $0.text == "FAr" })
    for (index, run) in runs.enumerated().dropLast() where run.text == "FAr" || runs[index + 1].text != "FAr" {
      #expect(run.length >= 500, "\(runs)")
    }
  }

  @Test func withoutFramesNoWordHolds() {
    look(&guidance, at: Self.sight(.glare), from: 0, frames: 10)
    #expect(guidance.hint(at: at(594 + 1999)) == .glare)
    #expect(guidance.hint(at: at(594 + 2000)) == nil)
    // The next frame does not bring it back, even at a moment when the hint would have been showing.
    guidance.look(at: Self.sight(), at: at(132 + 8100))
    #expect(guidance.hint(at: at(132 + 8150)) == nil)
  }

  @Test func aWrongCodeIsToldAtOnceForTwoSeconds() {
    look(&guidance, at: Self.sight(.glare), from: 0, frames: 10)
    guidance.sawWrongCode(at: at(700))
    #expect(guidance.shownHint(at: at(700)) == .wrongCode)
    #expect(guidance.shownHint(at: at(2699)) == .wrongCode)
    #expect(guidance.shownHint(at: at(2700)) != .wrongCode)
  }

  /// Returns the lengths in ms of the pulses and pauses during two seconds, sampled every 5 ms.
  private func pulses(_ guidance: Guidance, from start: Int) -> [Int] {
    var lengths: [Int] = []
    var isOn = false
    for moment in stride(from: start, to: start + 2000, by: 5) {
      let now = guidance.isPulsing(at: at(moment))
      if now != isOn { lengths.append(0) }
      isOn = now
      if !lengths.isEmpty { lengths[lengths.count - 1] += 5 }
    }
    return lengths.dropLast()
  }

  @Test func aCodeInViewIsOnePulseAndAWrongOneIsThree() {
    var held = Guidance()
    look(&held, at: Self.sight(isCodeInView: true), from: 0, frames: 3)
    #expect(!held.isPulsing(at: at(500)), "nobody has begun it")
    held.beginCue(at: at(500))
    #expect(pulses(held, from: 500) == [60])
    var wrong = Guidance()
    wrong.sawWrongCode(at: at(0))
    wrong.beginCue(at: at(500))
    #expect(pulses(wrong, from: 500) == [60, 100, 60, 100, 60])
    // The cue repeats only after a pause, and each wrong code gives at most one.
    for moment in stride(from: 66, to: 4990, by: 66) { wrong.sawWrongCode(at: at(moment)) }
    wrong.beginCue(at: at(4990))
    #expect(pulses(wrong, from: 4990) == [])
    wrong.sawWrongCode(at: at(5000))
    wrong.beginCue(at: at(5010))
    #expect(pulses(wrong, from: 5010).count == 5)
  }

  static let patterns: [(obstacle: ReadingObstacle, pulses: [Int])] = [
    (.tooDark, [240]), (.glare, [240, 100, 240]), (.tooFar, [60, 100, 240]), (.tooNear, [240, 100, 60]),
    (.blurred, [60]),
  ]

  @Test(arguments: patterns)
  func eachObstacleHasAPatternOfItsOwn(obstacle: ReadingObstacle, pulses: [Int]) {
    look(&guidance, at: Self.sight(obstacle), from: 0, frames: 3)
    guidance.beginCue(at: at(300))
    #expect(self.pulses(guidance, from: 300) == pulses)
  }

  @Test func aCardThatLiesThereIsThreeLongPulsesAndNotAgainWhileItLies() {
    for moment in stride(from: 0, to: 20_000, by: 500) {
      guidance.sawLyingCard(at: at(moment))
      guidance.beginCue(at: at(moment))
      #expect(pulses(guidance, from: moment).isEmpty == (moment > 800), "at \(moment) ms")
    }
    #expect(ReadingHint.allCases.count == Self.patterns.count + 2)
  }

  @Test func whatItSaysChangesWhenItSaidThatItWould() {
    look(&guidance, at: Self.sight(isCodeInView: true), from: 0, frames: 4)
    guidance.sawWrongCode(at: at(1500))
    guidance.beginCue(at: at(1500))
    func said(_ moment: Int) -> (ReadingHint?, Bool) {
      (guidance.shownHint(at: at(moment)), guidance.isPulsing(at: at(moment)))
    }
    var moment = 1500
    var changes = 0
    while let wait = guidance.nextChange(after: at(moment)) {
      let end = moment + Int(wait / .milliseconds(1))
      for between in moment..<end where said(between) != said(moment) {
        Issue.record("it says another thing at \(between) ms, before \(end) ms")
      }
      moment = end
      changes += 1
      guard changes < 50 else { break }
    }
    #expect(changes >= 7 && said(moment) == (nil, false))
  }

  /// It alternates with the time for as long as the card is seen, and takes priority over all other hints.
  @Test func aCardThatLiesThereTakesTurnsWithTheTime() {
    for frame in 0...150 {
      let now = at(frame * 66)
      guidance.look(at: Self.sight(), at: now)
      if frame.isMultiple(of: 3) { guidance.sawWrongCode(at: now) }
      guidance.sawLyingCard(at: now)
      #expect(guidance.hint(at: now) == .takeAway)
      #expect(guidance.shownHint(at: now) == (frame * 66 % 4000 < 2000 ? .takeAway : nil), "\(frame * 66) ms")
    }
    #expect(guidance.nextChange(after: at(9900)) == .milliseconds(100))
    #expect(guidance.hint(at: at(9900 + 2000)) == nil)
  }
}

@Suite struct LightTests {
  struct Step: Sendable {
    var at: Int
    var brightness: Int
    var obstacle: ReadingObstacle?
    var lamp: Bool
    var display: Bool

    init(_ at: Int, _ brightness: Int, _ obstacle: ReadingObstacle? = nil, lamp: Bool, display: Bool = false) {
      (self.at, self.brightness, self.obstacle, self.lamp, self.display) = (at, brightness, obstacle, lamp, display)
    }
  }

  /// Times in milliseconds, and what the frame shows then.
  static let stories: [String: [Step]] = [
    "by day there is none": [
      Step(0, 120, lamp: false), Step(66, 50, lamp: false), Step(5000, 230, .glare, lamp: false),
    ],
    "in the dark the lamp comes at once, and stays in its own light": [
      Step(0, 49, lamp: true), Step(66, 120, lamp: true), Step(10_000, 189, lamp: true), Step(60_000, 60, lamp: true),
    ],
    "a camera that finds its exposure is not dazzled": [
      Step(0, 10, lamp: true), Step(66, 250, .glare, lamp: true), Step(900, 240, .glare, lamp: true),
      Step(1000, 150, lamp: true), Step(3000, 150, lamp: true),
    ],
    "when the room is bright it goes off, and stays so": [
      Step(0, 10, lamp: true), Step(5000, 200, lamp: true), Step(5900, 200, lamp: true), Step(6000, 200, lamp: false),
      Step(9000, 180, lamp: false),
    ],
    "a glossy card in the dark is seen with the lamp and without, slowly": [
      Step(0, 10, lamp: true), Step(500, 90, .glare, lamp: true), Step(1500, 90, .glare, lamp: true),
      Step(2000, 90, .glare, lamp: false), Step(2066, 10, lamp: false), Step(3900, 10, lamp: false),
      Step(4000, 10, lamp: true), Step(4500, 90, .glare, lamp: true), Step(5900, 90, .glare, lamp: true),
      Step(6000, 90, .glare, lamp: false),
    ],
    "a screen that dazzles in the dark by itself is tried both ways": [
      Step(0, 20, .glare, lamp: true), Step(66, 20, .glare, lamp: true), Step(1066, 20, .glare, lamp: true),
      Step(2000, 20, .glare, lamp: false), Step(3000, 20, .glare, lamp: false), Step(4000, 20, .glare, lamp: true),
    ],
    "where the lamp does not help, the display does, and is not switched off by its own light": [
      Step(0, 10, .tooDark, lamp: true), Step(1900, 10, .tooDark, lamp: true),
      Step(2000, 10, .tooDark, lamp: true, display: true), Step(2066, 60, lamp: true, display: true),
      Step(4000, 89, lamp: true, display: true), Step(4066, 90, lamp: true), Step(6000, 10, lamp: true),
      Step(6066, 10, lamp: true, display: true),
    ],
  ]

  @Test(arguments: stories.keys.sorted())
  func thereIsLightInTheDarkAndNoneThatDazzles(story: String) throws {
    var light = LightControl()
    for step in try #require(Self.stories[story]) {
      light.look(brightness: step.brightness, obstacle: step.obstacle, at: .seconds(50) + .milliseconds(step.at))
      #expect(light.isLampOn == step.lamp, "the lamp at \(step.at) ms")
      #expect(light.isDisplayOn == step.display, "the display at \(step.at) ms")
    }
  }

  /// A white card, bright in the lamp's light and black without it, for a minute. A steady lamp stays on.
  @Test(arguments: [(isSteady: false, times: 10...31), (true, 1...1)])
  func itsOwnLightMakesNothingFlicker(isSteady: Bool, times: ClosedRange<Int>) {
    var light = LightControl(isSteady: isSteady)
    var switches = 0
    for frame in 0..<900 {
      let wasOn = light.isLampOn
      light.look(brightness: wasOn ? 240 : 5, obstacle: wasOn ? .glare : .tooDark, at: .milliseconds(frame * 66))
      if light.isLampOn != wasOn { switches += 1 }
    }
    #expect(times.contains(switches))
  }
}
