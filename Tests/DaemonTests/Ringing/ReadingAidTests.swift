import AlarmClock
import Hardware
import Testing

@testable import Daemon

@Suite struct ReadingAidTests {
  private let rig: RingRig

  init() throws { rig = try RingRig() }

  /// Shows the camera one thing, 15 frames a second, until `condition` holds; returns whether it did.
  @discardableResult
  private func keepSeeing(
    _ names: String..., brightness: Int = 100, isCodeInView: Bool = false, obstacle: ReadingObstacle? = nil,
    until condition: () -> Bool
  ) async -> Bool {
    await eventually {
      for name in names { rig.cards.see(name, brightness: brightness) }
      if names.isEmpty {
        rig.cards.see(brightness: brightness, isCodeInView: isCodeInView, obstacle: obstacle)
      }
      rig.time.advance(by: .milliseconds(66))
      return condition()
    }
  }

  @Test func theLampHelpsInTheDarkAndGoesOffWithTheRing() async throws {
    try await rig.ringing {
      rig.cards.see(brightness: 10)
      #expect(await eventually { rig.isLit })
      await rig.bring("bath", brightness: 10)
      #expect(await eventually { !rig.isLit })
    }
  }

  @Test func whereItStaysDarkTheDisplayShinesBetweenTheFlashesAndTheTimeIsStillShown() async throws {
    try await rig.ringing {
      var shown: Set<String> = []
      #expect(
        await keepSeeing(brightness: 10) {
          shown.insert(rig.shown.text)
          return shown.isSuperset(of: ["88:88", "07:00"])
        }, "\(shown)")
      #expect(rig.shown.brightness == 15)
      #expect(await keepSeeing(brightness: 150) { rig.shown.text == "" })
    }
  }

  @Test(
    arguments: [
      (.tooDark, "dArK"), (.glare, "GLAr"), (.tooFar, "FAr"), (.tooNear, "nEAr"), (.blurred, "HoLd"),
    ] as [(ReadingObstacle, String)])
  func whatIsInTheWayIsOnTheDisplayAndTheRingGoesOn(obstacle: ReadingObstacle, word: String) async throws {
    try await rig.ringing {
      #expect(await keepSeeing(obstacle: obstacle) { rig.shown.text == word })
      #expect(rig.outputs.demand.sound?.volume == 80)
      #expect(rig.outputs.demand.sound?.isSoft == false)
      #expect(await keepSeeing() { rig.shown.text.hasPrefix("07:") })
    }
  }

  @Test func withoutGuidanceOnlyAWrongCodeIsToldAndNothingIsHeardOfIt() async throws {
    rig.set { $0.guides = false }
    try await rig.ringing([rig.ring { $0.softens = false }]) {
      var texts: Set<String> = []
      var frames = 0
      await keepSeeing(isCodeInView: true) {
        texts.insert(rig.shown.text)
        frames += 1
        return frames == 100
      }
      #expect(rig.outputs.buzzes == 0 && texts.isSubset(of: ["07:00", ""]))
      #expect(await keepSeeing("cereal") { rig.shown.text == "Err" })
    }
  }

  @Test func aCodeInViewIsHeardAsAPulseThatEnds() async throws {
    try await rig.run {
      // Hours, because the simulated time races ahead while the ring's task waits for a processor.
      let ring = rig.ring { values in
        (values.softens, values.buzzerAfter, values.silenceAfter) = (false, .seconds(10_000), .seconds(40_000))
      }
      rig.ringer.begin([OpenRing(ring)])
      #expect(await eventually { rig.cards.openings == 1 })
      #expect(await keepSeeing(isCodeInView: true) { rig.outputs.buzzes > 0 })
      #expect(await rig.time.eventually(every: .milliseconds(20)) { !rig.outputs.demand.isBuzzing })
      #expect(rig.count(.buzzerStarted) == 0)
      #expect(rig.outputs.demand.sound?.volume == 80)
    }
  }

  @Test func whileACodeIsInViewTheRingIsSofterAndAWrongOneMakesItLoud() async throws {
    try await rig.run {
      rig.ringer.begin([OpenRing(rig.ring { $0.buzzerAfter = .zero })])
      #expect(rig.outputs.demand.isBuzzing)
      #expect(await eventually { rig.cards.openings == 1 })
      #expect(await keepSeeing(isCodeInView: true) { rig.outputs.demand.sound?.isSoft == true })
      #expect(await keepSeeing(isCodeInView: true) { !rig.outputs.demand.isBuzzing })
      #expect(await keepSeeing("cereal") { rig.outputs.demand.isBuzzing })
      #expect(rig.outputs.demand.sound?.isSoft == false)
      #expect(rig.ringer.isRinging)
      await rig.bring("bath")
      #expect(await eventually { !rig.ringer.isRinging })
    }
  }

  /// During a snooze, neither light nor sound may wake the sleeper.
  @Test func aSnoozeIsDarkAndSilentWhateverTheCameraSees() async throws {
    var bed = card("bed")
    bed.kind = .snooze
    let rig = try RingRig([card("bath"), bed])
    try await rig.ringing([rig.ring { $0.snoozes = 1 }]) {
      await rig.bring("bed", brightness: 10)
      #expect(await eventually { rig.outputs.demand == .silence })
      var frames = 0
      await keepSeeing(brightness: 10, isCodeInView: true) {
        frames += 1
        return frames > 60 || rig.outputs.demand != .silence || rig.shown.text == "88:88" || rig.shown.text == "HoLd"
      }
      #expect(frames > 60)
      #expect(await eventually { !rig.isLit })
    }
  }

  /// A card already in view when the light comes on counts as left there.
  @Test func aCardThatLiesInViewIsAskedForAfterTheLight() {
    let words = SpokenHint.words(for: .takeAway, cards: ["bath"])
    #expect(words.hasSuffix("In the dark, turn on the light first, then show the card."))
  }
}
