import Hardware
import TestSupport
import Testing

@testable import LinuxCamera

@Suite struct ExposureControlTests {
  private static let webcam = ExposureRange(time: 3...2047, gain: 0...255, hasAutomatic: true)

  private func at(_ milliseconds: Int) -> Duration { .seconds(7) + .milliseconds(milliseconds) }

  /// Returns the settings, with their times, while frames of one kind arrive 15 times a second.
  private func run(
    _ control: inout ExposureControl, from start: Int, for span: Int,
    look: (ExposureSetting) -> (brightness: Int, obstacle: ReadingObstacle?)
  ) -> [(at: Int, setting: ExposureSetting)] {
    var settings: [(at: Int, setting: ExposureSetting)] = []
    var current = ExposureSetting.automatic
    for moment in stride(from: start, to: start + span, by: 66) {
      let seen = look(current)
      if let setting = control.look(brightness: seen.brightness, obstacle: seen.obstacle, at: at(moment)) {
        settings.append((moment, setting))
        current = setting
      }
    }
    return settings
  }

  /// Returns the brightness of a scene; 100 µs and a gain of 64 count as one.
  private static func seen(_ light: Int, _ setting: ExposureSetting, automatic: Int) -> Int {
    guard case .manual(let time, let gain) = setting else { return automatic }
    return min(255, light * time * (64 + (gain ?? 0)) / 6400)
  }

  @Test func aCameraThatNothingSpeaksAgainstIsLetAlone() {
    for obstacle in [nil, ReadingObstacle.tooDark, .tooFar, .tooNear] {
      for brightness in [0, 20, 120, 255] {
        var control = ExposureControl(Self.webcam, at: at(0))
        #expect(run(&control, from: 0, for: 30_000) { _ in (brightness, obstacle) }.isEmpty)
      }
    }
    var control = ExposureControl(Self.webcam, at: at(0))
    #expect(run(&control, from: 0, for: 990) { _ in (100, .blurred) }.isEmpty, "a hand that moves for a moment")
  }

  @Test(arguments: [ReadingObstacle.blurred, .glare])
  func itIsOverruledInSmallSlowStepsAndGetsItsTurnBack(obstacle: ReadingObstacle) {
    var control = ExposureControl(Self.webcam, at: at(0))
    // A lamp in the picture stays bright whatever the setting.
    let (light, least) = obstacle == .glare ? (40, 30) : (2, 0)
    let settings = run(&control, from: 0, for: 60_000) {
      (max(least, Self.seen(light, $0, automatic: 100)), obstacle)
    }
    #expect(settings.count > 5)
    for (first, second) in zip(settings, settings.dropFirst()) { #expect(second.at - first.at >= 300) }
    for setting in settings.map(\.setting) {
      guard case .manual(let time, let gain) = setting else { continue }
      #expect((3...330).contains(time) && (0...255).contains(gain ?? -1))
    }
    // Once begun, the steps are small.
    for (first, second) in zip(settings, settings.dropFirst()) {
      guard case .manual(let time, let gain) = first.setting, case .manual(let next, let nextGain) = second.setting
      else { continue }
      #expect(abs((nextGain ?? 0) - (gain ?? 0)) <= 31)
      #expect(next * 10 >= time * 7 - 10 && next * 10 <= time * 14 + 10)
    }
    // At most ten seconds, then five of the camera's own exposure.
    var overruledAt: Int?
    var turns = 0
    for (moment, setting) in settings {
      if setting == .automatic {
        #expect(moment - (overruledAt ?? moment) <= 10_100)
        overruledAt = nil
        turns += 1
      } else {
        overruledAt = overruledAt ?? moment
      }
    }
    #expect((3...5).contains(turns))
  }

  @Test func whatIsBlurredIsExposedShorterWithMoreGain() throws {
    var control = ExposureControl(Self.webcam, at: at(0))
    let settings = run(&control, from: 0, for: 9000) { (Self.seen(5, $0, automatic: 100), .blurred) }
    guard case .manual(let time, let gain)? = settings.last?.setting else { throw Failure("kept: \(settings)") }
    // As bright as possible within a third of a frame; the camera itself would use a whole one.
    #expect(gain == 255 && time <= 330)
  }

  @Test func aScreenThatDazzlesInTheDarkIsMadeDarker() {
    var control = ExposureControl(Self.webcam, at: at(0))
    // A tenth of the picture is lit, which dazzles although the mean is low.
    let settings = run(&control, from: 0, for: 8000) {
      let screen = Self.seen(30, $0, automatic: 255)
      return (screen / 10, screen >= 250 ? .glare : nil)
    }.map(\.setting)
    #expect(settings.first != .automatic && !settings.isEmpty)
    guard case .manual = settings.first else { return }
    let last = settings.last { $0 != .automatic }.map { Self.seen(30, $0, automatic: 255) } ?? 255
    #expect((100..<250).contains(last), "\(settings)")
  }

  @Test func itIsNeverLeftBlack() {
    var control = ExposureControl(Self.webcam, at: at(0))
    // The short exposure against blur makes this picture black.
    let settings = run(&control, from: 0, for: 6000) { ($0 == .automatic ? 80 : 0, .blurred) }
    #expect(settings.first?.setting != .automatic)
    #expect(settings.last?.setting == .automatic)
    let black = (settings.last?.at ?? 0) - (settings.first?.at ?? 0)
    #expect(black <= 4000)
    #expect(settings.count { $0.setting == .automatic } == 1)
  }

  @Test func withoutAReasonItHasItsTurn() {
    var control = ExposureControl(Self.webcam, at: at(0))
    let first = run(&control, from: 0, for: 1200) { _ in (100, .blurred) }
    #expect(first.count == 1)
    let after = run(&control, from: 1200, for: 8000) { _ in (100, nil) }
    #expect(after.map(\.setting) == [.automatic])
  }

  @Test func aCameraThatRefusesIsLetAlone() {
    var control = ExposureControl(Self.webcam, at: at(0))
    #expect(!run(&control, from: 0, for: 1200) { _ in (250, .glare) }.isEmpty)
    control.fail()
    #expect(run(&control, from: 1200, for: 60_000) { _ in (250, .glare) }.isEmpty)
  }

  @Test(arguments: [10, 40, 300])
  func aCameraWithoutAControlOfItsOwnIsLedToAPictureThatIsNeitherDarkNorDazzled(light: Int) {
    var control = ExposureControl(ExposureRange(time: 1...10_000, gain: 0...100, hasAutomatic: false), at: at(0))
    let settings = run(&control, from: 0, for: 20_000) { (Self.seen(light, $0, automatic: 0), nil) }
    #expect(!settings.contains { $0.setting == .automatic })
    let brightness = settings.last.map { Self.seen(light, $0.setting, automatic: 0) } ?? 0
    #expect((70...180).contains(brightness), "\(settings.map(\.setting))")
  }
}
