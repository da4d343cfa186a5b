import AlarmClock
import Hardware
import Testing

@testable import Daemon

/// What a ring does for whoever holds a card, and that it rings on meanwhile.
@Suite struct ReadingAidTests {
  /// Lets the camera see one thing, 15 frames a second, until something has come of it; false if nothing does.
  private func keepSeeing(
    _ stage: Stage, _ names: String..., brightness: Int = 100, isUnreadCodeInView: Bool = false,
    obstacle: ReadingObstacle? = nil, until condition: () -> Bool
  ) async -> Bool {
    await eventually {
      for name in names { stage.cards.see(name, brightness: brightness) }
      if names.isEmpty {
        stage.cards.see(brightness: brightness, isUnreadCodeInView: isUnreadCodeInView, obstacle: obstacle)
      }
      stage.time.advance(by: .milliseconds(66))
      return condition()
    }
  }

  private func text(_ stage: Stage) -> String { stage.outputs.state.withLock { $0.face.text } }

  @Test func theLampHelpsInTheDarkAndGoesOffWithTheRing() async throws {
    let stage = try Stage()
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring())])
      #expect(await eventually { stage.cards.openings == 1 })
      stage.cards.see(brightness: 10)
      #expect(await eventually { stage.outputs.state.withLock { $0.isLit } })
      #expect(await stage.lookAtEmptyScene())
      stage.cards.see("bath", brightness: 10)
      #expect(await eventually { !stage.outputs.state.withLock { $0.isLit } })
    }
  }

  @Test func whereItStaysDarkTheDisplayShinesBetweenTheFlashesAndTheTimeIsStillShown() async throws {
    let stage = try Stage()
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring())])
      #expect(await eventually { stage.cards.openings == 1 })
      var shown: Set<String> = []
      #expect(
        await keepSeeing(stage, brightness: 10) {
          shown.insert(text(stage))
          return shown.isSuperset(of: ["88:88", "07:00"])
        }, "\(shown)")
      #expect(stage.outputs.state.withLock { $0.face.brightness } == 15)
      // In the light of the room it is dark between the flashes again.
      #expect(await keepSeeing(stage, brightness: 150) { text(stage) == "" })
    }
  }

  static let words: [(ReadingObstacle, String)] = [
    (.tooDark, "dArK"), (.glare, "GLAr"), (.tooFar, "FAr"), (.tooNear, "nEAr"), (.blurred, "HoLd"),
  ]

  @Test(arguments: words)
  func whatIsInTheWayIsOnTheDisplayAndTheRingGoesOn(obstacle: ReadingObstacle, word: String) async throws {
    let stage = try Stage()
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring())])
      #expect(await eventually { stage.cards.openings == 1 })
      #expect(await keepSeeing(stage, obstacle: obstacle) { text(stage) == word })
      #expect(stage.outputs.demand.sound?.volume == 80)
      #expect(stage.outputs.demand.sound?.isSoft == false)
      #expect(await keepSeeing(stage) { text(stage).hasPrefix("07:") })
    }
  }

  @Test func withoutGuidanceOnlyAWrongCodeIsToldAndNothingIsHeardOfIt() async throws {
    let stage = try Stage()
    var settings = Settings()
    settings.guides = false
    stage.inForce.use(AlarmBook(settings: settings))
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring { $0.softens = false })])
      #expect(await eventually { stage.cards.openings == 1 })
      var texts: Set<String> = []
      var frames = 0
      #expect(
        await keepSeeing(stage, isUnreadCodeInView: true) {
          texts.insert(text(stage))
          frames += 1
          return stage.outputs.demand.isBuzzing || frames == 100
        })
      #expect(frames == 100 && texts.isSubset(of: ["07:00", ""]))
      #expect(await keepSeeing(stage, "cereal") { text(stage) == "Err" })
    }
  }

  /// Before the buzzer joins, a code in view is a short pulse of it.
  @Test func aCodeInViewIsHeardAsAPulseThatEnds() async throws {
    let stage = try Stage()
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring { $0.softens = false })])
      #expect(await eventually { stage.cards.openings == 1 })
      #expect(await keepSeeing(stage, isUnreadCodeInView: true) { stage.outputs.demand.isBuzzing })
      #expect(
        await eventually {
          stage.time.advance(by: .milliseconds(20))
          return !stage.outputs.demand.isBuzzing
        })
      #expect(stage.count(.buzzerStarted) == 0)
      #expect(stage.outputs.demand.sound?.volume == 80)
    }
  }

  @Test func whileACodeIsInViewTheRingIsSofterAndAWrongOneMakesItLoud() async throws {
    let stage = try Stage()
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring { $0.buzzerAfter = .zero })])
      #expect(stage.outputs.demand.isBuzzing)
      #expect(await eventually { stage.cards.openings == 1 })
      #expect(await keepSeeing(stage, isUnreadCodeInView: true) { stage.outputs.demand.sound?.isSoft == true })
      #expect(await keepSeeing(stage, isUnreadCodeInView: true) { !stage.outputs.demand.isBuzzing })
      #expect(await keepSeeing(stage, "cereal") { stage.outputs.demand.isBuzzing })
      #expect(stage.outputs.demand.sound?.isSoft == false)
      #expect(stage.ringer.isRinging)
      #expect(await stage.lookAtEmptyScene())
      stage.cards.see("bath")
      #expect(await eventually { !stage.ringer.isRinging })
    }
  }

  @Test func aSpeakerThatFailsWhileTheRingIsSoftBringsTheBuzzer() async throws {
    let stage = try Stage()
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring())])
      #expect(await eventually { stage.cards.openings == 1 })
      #expect(await keepSeeing(stage, isUnreadCodeInView: true) { stage.outputs.demand.sound?.isSoft == true })
      stage.outputs.state.withLock { $0.devices.speaker = .failed }
      #expect(await keepSeeing(stage, isUnreadCodeInView: true) { stage.count(.buzzerStarted) == 1 })
      #expect(stage.outputs.demand.isBuzzing)
    }
  }

  /// Between the rings of a snooze nobody is to be woken by light or by what is in front of the camera.
  @Test func aSnoozeIsDarkAndSilentWhateverTheCameraSees() async throws {
    var bed = card("bed")
    bed.kind = .snooze
    let stage = try Stage([card("bath"), bed])
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring { $0.snoozes = 1 })])
      #expect(await eventually { stage.cards.openings == 1 })
      #expect(await stage.lookAtEmptyScene())
      stage.cards.see("bed", brightness: 10)
      #expect(await eventually { stage.outputs.demand == .silence })
      var frames = 0
      #expect(
        await keepSeeing(stage, brightness: 10, isUnreadCodeInView: true) {
          frames += 1
          return frames > 60 || stage.outputs.demand != .silence || text(stage) == "88:88" || text(stage) == "HoLd"
        })
      #expect(frames > 60)
      #expect(await eventually { !stage.outputs.state.withLock { $0.isLit } })
    }
  }
}
