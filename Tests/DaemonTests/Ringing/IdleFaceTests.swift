import Hardware
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Faces
@testable import Machine

@Suite struct IdleFaceTests {
  private struct Tea: MessageSource {
    let others: ShownMessages
    func sight(at moment: Duration) -> MessageSight? { MessageSight(id: "a", text: "tea", holds: .seconds(3)) }
    func course(at moment: Duration) -> MessageCourse { others.course(at: moment) }
  }

  private let rig: RingRig
  private let runner: FaceRunner

  init() throws {
    rig = try RingRig()
    runner = FaceRunner(face: rig.face, screen: rig.outputs, time: rig.time)
  }

  @Test func aFaceFadesByStepsOfOneLevelWithinHalfASecond() {
    var fading = FadingFace()
    var (now, levels) = (Duration.zero, [Int?]())
    let old = DisplayFace(text: "07:00", brightness: 6)
    #expect(fading.step(to: old, at: now, moves: true) == (old, nil))
    let dark = DisplayFace(text: "", brightness: nil)
    while true {
      let step = fading.step(to: dark, at: now, moves: true)
      levels.append(step.face.brightness)
      #expect(step.face.text == (step.face.brightness == nil ? "" : "07:00"))
      guard let hold = step.hold else { break }
      let between = fading.step(to: dark, at: now + hold / 2, moves: true)
      #expect(between.face == step.face && between.hold == hold - hold / 2)
      now += hold
    }
    #expect(levels == [5, 4, 3, 2, 1, 0, nil] && now < .milliseconds(500) && now > .milliseconds(400))
    let bright = DisplayFace(text: "07:01", brightness: 2)
    #expect(fading.step(to: bright, at: now, moves: true).face == DisplayFace(text: "07:01", brightness: 0))
    #expect(fading.step(to: dark, at: now + .milliseconds(1), moves: true).face.brightness == nil)
  }

  @Test func withoutMotionOrAfterARingItDoesNotFade() {
    var fading = FadingFace()
    let (old, new) = (DisplayFace(text: "07:00", brightness: 15), DisplayFace(text: "07:00", brightness: 3))
    _ = fading.step(to: old, at: .zero, moves: true)
    #expect(fading.step(to: new, at: .zero, moves: false) == (new, nil))
    fading.forget()
    #expect(fading.step(to: old, at: .zero, moves: true) == (old, nil))
  }

  @Test func theServiceFadesAndNeverWhileItRings() throws {
    _ = runner.step(rig.ringer)
    #expect(rig.shown.brightness == 8)
    rig.set { $0.dimming = .fixed(5) }
    var levels: [Int?] = []
    while levels.last != 5, levels.count < 10 {
      rig.time.advance(by: runner.step(rig.ringer))
      levels.append(rig.shown.brightness)
    }
    #expect(levels == [7, 6, 5])
    rig.set { $0.dimming = .fixed(15) }
    rig.ringer.begin([OpenRing(rig.ring())])
    let ringing = rig.shown
    #expect(runner.step(rig.ringer) == .seconds(60))
    #expect(rig.shown == ringing && ringing.brightness == ClockFace.ringBrightness)
  }

  @Test(
    arguments: [
      (.normal, 8, DisplayFace(text: "07:00", brightness: 8)), (.clock, 8, DisplayFace(text: "07:00", brightness: 8)),
      (.message, 8, DisplayFace(text: "", brightness: nil)), (.off, 8, DisplayFace(text: "", brightness: nil)),
      (.normal, nil, DisplayFace(text: "", brightness: nil)),
    ] as [(mode: FaceSettings.Mode, brightness: Int?, face: DisplayFace)])
  func theModeSaysWhatIsShownAtAll(mode: FaceSettings.Mode, brightness: Int?, face: DisplayFace) throws {
    rig.set { ($0.face.mode, $0.dimming) = (mode, .fixed(brightness)) }
    let (now, monotonic) = (rig.time.now, rig.time.monotonic)
    #expect(rig.face.idle(at: now, monotonic: monotonic) == face)
    rig.face.set { $0.countdown = { .running(left: .seconds(90)) } }
    #expect((rig.face.idle(at: now, monotonic: monotonic).brightness == nil) == (face.brightness == nil))
    #expect(rig.face.nextChange(after: now, monotonic: monotonic) >= .seconds(face.brightness == nil ? 60 : 1))
  }

  /// A timer that the mode hides does not displace a message.
  @Test func aMessageIsSeenInItsModeThoughATimerRuns() throws {
    let none = ShownMessages(on: .fourDigits, kept: [], inForce: rig.inForce, time: rig.time)
    let face = ClockFace(rig.inForce, messages: Tea(others: none))
    face.set { $0.countdown = { .running(left: .seconds(90)) } }
    rig.set { $0.face.mode = .message }
    #expect(face.idle(at: morning, monotonic: .zero).text == "tea")
    #expect(face.nextChange(after: morning, monotonic: .zero) == .seconds(3))
    rig.set { $0.face.mode = .normal }
    #expect(face.idle(at: morning, monotonic: .zero).text != "tea")
    rig.set { $0.face.mode = .clock }
    face.set { $0.countdown = { nil } }
    #expect(face.idle(at: morning, monotonic: .zero).text == "07:00")
  }

  @Test func theNextAlarmAndTheSensorsAreSeen() throws {
    rig.face.set { $0.idle.nextRing = NamedRing(due: morning + .seconds(3600)) }
    rig.set { $0.face.marks = [.alarm] }
    #expect(rig.face.idle(at: morning, monotonic: .zero).text == "07:0.0")
    rig.set { $0.face.marks = [.power] }
    #expect(rig.face.idle(at: morning, monotonic: .zero).text == "07:00")
    rig.face.set { $0.readings = { Readings(isPowerLow: true) } }
    #expect(rig.face.idle(at: morning, monotonic: .zero).text == "07.:00")
  }

  @Test func aPeekLightsTheFaceForTenSecondsAndGoesOnByTurns() throws {
    rig.set { ($0.face.mode, $0.face.turns) = (.off, [.date, .temperature, .humidity]) }
    rig.face.set { $0.readings = { Readings(humidity: 40) } }
    let start = rig.time.monotonic
    func face(_ seconds: Int) -> DisplayFace {
      rig.face.idle(at: morning, monotonic: start + .seconds(seconds))
    }
    func press(_ seconds: Int) { rig.face.peek(at: morning, monotonic: start + .seconds(seconds)) }
    #expect(face(0).brightness == nil)
    press(0)
    #expect(face(0) == DisplayFace(text: "07:00", brightness: 8))
    #expect(face(9).text == "07:00" && face(10).brightness == nil)
    #expect(rig.face.nextChange(after: morning, monotonic: start + .milliseconds(9500)) == .milliseconds(500))
    press(20)
    press(22)
    let local = ZoneRules.utc.local(morning).date
    #expect(face(22).text.hasPrefix(local.day < 10 ? "0\(local.day)." : "\(local.day)."))
    // The temperature is skipped because there is none. Each press lights the face for ten seconds.
    press(30)
    #expect(face(39).text == "H 40" && face(40).brightness == nil)
    for second in 50...53 { press(second) }
    #expect(face(53).text == "07:00")
    rig.set { $0.dimming = .fixed(nil) }
    #expect(face(53) == DisplayFace(text: "07:00", brightness: Peek.brightness))
  }

  @Test func whileItRingsAPeekDoesNothing() async throws {
    #expect(runner.peek(rig.ringer))
    #expect(rig.outputs.state.withLock { $0.asked } == 1)
    rig.ringer.begin([OpenRing(rig.ring())])
    let before = rig.shown
    #expect(!runner.peek(rig.ringer) && rig.shown == before)
    // A peek from before the ring does not light the face either.
    rig.set { $0.dimming = .fixed(nil) }
    #expect(rig.face.idle(at: rig.time.now, monotonic: rig.time.monotonic).brightness == nil)
  }

  @Test func zonesAreReadOnceWhenTheSettingsAskForThem() throws {
    rig.set { ($0.face.zones, $0.face.turns) = (["Asia/Tokyo", "Nowhere/AtAll"], [.zones]) }
    #expect(rig.face.zonesToRead == ["Asia/Tokyo", "Nowhere/AtAll"])
    runner.settingsChanged()
    #expect(rig.face.zonesToRead == nil)
    #expect(
      rig.face.basis(of: rig.face.inputs.idle, at: rig.time.now, monotonic: .zero).scene.otherZones.map(\.name) == [
        "Asia/Tokyo"
      ])
    rig.set { $0.face.zones = ["Europe/Lisbon"] }
    runner.settingsChanged()
    #expect(
      rig.face.basis(of: rig.face.inputs.idle, at: rig.time.now, monotonic: .zero).scene.otherZones.map(\.name) == [
        "Europe/Lisbon"
      ])
  }
}

@Suite struct RingNameTests {
  private static func state(_ label: String, cards: [String] = [], flashes: Bool = true) -> RingState {
    let overrides = RingOverrides { $0.flashes = flashes }
    let alarm = Alarm(
      id: "aaaaaa", label: label, recurrence: .instant(morning), overrides: overrides, cards: cards)
    return RingState(Settings().plan(for: alarm), start: .seconds(100))
  }

  private static func shown(
    _ rings: [RingState], cards: [String] = ["door", "bath"], for time: Duration = .seconds(10), isSteady: Bool = false,
    namesCards: Bool = false, isTurnedDown: Bool = false
  ) -> [String] {
    let face = ClockFace(BookInForce(AlarmBook(cards: cards.map { card($0) })))
    var texts: [String] = []
    for second in 0..<Int(time / .seconds(1)) {
      let text = face.ringing(
        rings, at: morning, monotonic: .seconds(100 + second), isLit: true, isSteady: isSteady, namesCards: namesCards,
        isTurnedDown: isTurnedDown
      ).text
      if texts.last != text { texts.append(text) }
    }
    return texts
  }

  @Test(arguments: [false, true])
  func theTimeAlternatesWithTheLabelOfEachRing(isSteady: Bool) {
    let ring = Self.state("Up at ten", flashes: !isSteady)
    #expect(Self.shown([ring], isSteady: isSteady) == ["07:00", "Up", "at", "ten", "07:00"])
    #expect(Self.shown([Self.state("")], isSteady: isSteady) == ["07:00"])
    #expect(Self.shown([Self.state("6:15")], isSteady: isSteady) == ["07:00"])
    let rings = [Self.state("Bus"), Self.state("Bus"), Self.state("Cat")]
    #expect(Self.shown(rings, for: .seconds(7)) == ["07:00", "Bus", "Cat", "07:00"])
  }

  @Test func afterAWrongCardTheRightOnesAreNamedForHalfAMinuteUnlessTheSpeakerIsTurnedDown() {
    let one = Self.state("Bus", cards: ["id-bath"])
    #expect(Self.shown([one], for: .seconds(4), namesCards: true) == ["07:00", "bath"])
    #expect(Self.shown([Self.state("Bus")], for: .seconds(6), namesCards: true) == ["07:00", "door", "bath"])
    #expect(Self.shown([Self.state("Bus")], namesCards: true, isTurnedDown: true) == ["Snd0"])
    var guidance = Guidance()
    #expect(!guidance.namesCards(at: .seconds(5)))
    guidance.sawWrongCode(at: .seconds(10))
    #expect(guidance.namesCards(at: .seconds(10)) && guidance.namesCards(at: .milliseconds(39_999)))
    #expect(!guidance.namesCards(at: .seconds(40)))
  }

  @Test func aRingShowsItsLabelOnTheDisplay() throws {
    let rig = try RingRig()
    var ring = rig.ring()
    ring.plan.label = "Bus"
    rig.ringer.begin([OpenRing(ring)])
    rig.time.advance(by: .seconds(2))
    rig.ringer.drive()
    #expect(rig.shown.text == "Bus")
    rig.outputs.state.withLock { $0.devices.isTurnedDown = true }
    rig.ringer.drive()
    #expect(rig.shown.text == "Snd0")
  }

  /// With `flashes` the end blinks; the label never does.
  @Test(arguments: [true, false])
  func theEndOfATimerAlternatesWithItsLabel(flashes: Bool) {
    let face = ClockFace(Settings { $0.flashes = flashes })
    face.set { $0.countdown = { .ended(label: "tea") } }
    let shown = [0, 1, 2, 3, 4].map { face.shown(at: morning, monotonic: .seconds($0)) }
    let end = flashes ? " 0:00" : "End"
    #expect(shown.map(\.face.text) == [end, end, "tea", "tea", end])
    #expect(shown.map(\.face.isBlinking) == [flashes, flashes, false, false, flashes])
    #expect(shown.map(\.holds) == [2, 1, 2, 1, 2].map { Duration.seconds($0) })
    face.set { $0.countdown = { .ended(label: "") } }
    #expect(face.shown(at: morning, monotonic: .seconds(2)).face.text == end)
  }
}

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

  @Test(arguments: [
    (ReadingObstacle.tooDark, "dArK"), (.glare, "GLAr"), (.tooFar, "FAr"), (.tooNear, "nEAr"), (.blurred, "HoLd"),
  ])
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
}
