import Faces
import Testing

@testable import AlarmClock
@testable import Daemon

@Suite struct RingNameTests {
  private static func state(_ label: String, cards: [String] = [], flashes: Bool = true) -> RingState {
    var alarm = Alarm(id: "aaaaaa", label: label, recurrence: .instant(morning), cards: cards)
    alarm.overrides.flashes = flashes
    return RingState(Settings().plan(for: alarm), start: .seconds(100))
  }

  private static func shown(
    _ rings: [RingState], cards: [String] = ["door", "bath"], for time: Duration = .seconds(10), isSteady: Bool = false,
    namesCards: Bool = false, isTurnedDown: Bool = false
  ) -> [String] {
    let book = AlarmBook(cards: cards.map { card($0) })
    let face = ClockFace(zone: .utc, inForce: BookInForce(book))
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
  func theTimeAlternatesWithTheLabel(isSteady: Bool) {
    let ring = Self.state("Up at ten", flashes: !isSteady)
    #expect(Self.shown([ring], isSteady: isSteady) == ["07:00", "Up", "at", "ten", "07:00"])
    #expect(Self.shown([Self.state("")], isSteady: isSteady) == ["07:00"])
    #expect(Self.shown([Self.state("6:15")], isSteady: isSteady) == ["07:00"])
  }

  @Test func ofSeveralRingsEachIsNamed() {
    let rings = [Self.state("Bus"), Self.state("Bus"), Self.state("Cat")]
    #expect(Self.shown(rings, for: .seconds(7)) == ["07:00", "Bus", "Cat", "07:00"])
  }

  @Test func afterAWrongCardTheCardsThatEndTheRingAreNamedUnlessTheSpeakerIsTurnedDown() {
    let one = Self.state("Bus", cards: ["id-bath"])
    #expect(Self.shown([one], for: .seconds(4), namesCards: true) == ["07:00", "bath"])
    let any = Self.state("Bus")
    #expect(Self.shown([any], for: .seconds(6), namesCards: true) == ["07:00", "door", "bath"])
    #expect(Self.shown([Self.state("Bus")], namesCards: true, isTurnedDown: true) == ["Snd0"])
  }

  @Test func aWrongCardHasTheRightOnesNamedForHalfAMinute() {
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
    var settings = Settings()
    settings.flashes = flashes
    let face = ClockFace(zone: .utc, inForce: BookInForce(AlarmBook(settings: settings)))
    face.use(countdown: { .ended(label: "tea") })
    let shown = [0, 1, 2, 3, 4].map { face.shown(at: morning, monotonic: .seconds($0)) }
    let end = flashes ? " 0:00" : "End"
    #expect(shown.map(\.face.text) == [end, end, "tea", "tea", end])
    #expect(shown.map(\.face.isBlinking) == [flashes, flashes, false, false, flashes])
    #expect(shown.map(\.holds) == [2, 1, 2, 1, 2].map { Duration.seconds($0) })
    face.use(countdown: { .ended(label: "") })
    #expect(face.shown(at: morning, monotonic: .seconds(2)).face.text == end)
  }
}
