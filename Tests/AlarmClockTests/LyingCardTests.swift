import Testing

@testable import AlarmClock

/// A card ends or snoozes a ring only if it was shown, not if it was in view, in each state of a ring.
@Suite struct LyingCardTests {
  static let bath = SnoozeTests.bath
  static let bed = SnoozeTests.bed
  static let spare = Card.made("spare", digest: 3)

  enum State: String, CaseIterable, Sendable {
    case ring, resumedRing, resumedAfterSnooze, snoozed, ringAfterSnooze, wakeCheck, resumedWakeCheck, ringAfterCheck
    /// A ring that its snooze card may snooze.
    case toSnooze
  }

  enum Before: String, CaseIterable, Sendable {
    case nothing, theCard, another, aCodeThatIsNoCard, anUnreadCode, dark, noPicture
  }

  enum Act: String, CaseIterable, Sendable {
    case stays, comes, moves, comesBackElsewhere, comesBackAfterTenSeconds, anotherComes
  }

  /// Whether the card, or in `anotherComes` the other card, has an effect.
  static func counts(_ state: State, _ before: Before, _ act: Act) -> Bool {
    switch (before, act) {
    // The ring before the snooze has seen the place empty.
    case _ where state == .snoozed: true
    case (_, .comesBackElsewhere): true
    // In the dark or beside a poster, the card may have been there all the time.
    case (.anUnreadCode, .comesBackAfterTenSeconds), (.dark, .comesBackAfterTenSeconds): false
    case (_, .comesBackAfterTenSeconds): true
    case (.nothing, _), (.another, _), (.aCodeThatIsNoCard, _): true
    case (.theCard, .anotherComes): true
    case (.theCard, _), (.anUnreadCode, _), (.dark, _), (.noPicture, _): false
    }
  }

  private static let plan = RingStateTests.plan(snoozes: 3, wakeCheck: .seconds(600))
  private static let zero = Instant(seconds: 1_000_000)
  private static let now = RingStateTests.start + .seconds(2000)

  /// Returns a ring in this state at `now`. The card that it waits for has caused what came before.
  private static func ring(_ state: State) -> RingState {
    func resumed(_ snoozes: Int, _ rest: RingProgress.Rest?) -> RingState {
      let progress = RingProgress(began: zero, isTrusted: true, snoozes: snoozes, rest: rest)
      return RingState(plan, progress: progress, now: zero + .seconds(5), monotonic: now)
    }
    var ring = RingState(plan, start: now - .seconds(700))
    switch state {
    case .ring, .toSnooze: return RingState(plan, start: now)
    case .resumedRing: return resumed(0, nil)
    case .resumedAfterSnooze: return resumed(1, nil)
    case .resumedWakeCheck: return resumed(0, .wakeCheck(until: zero + .seconds(205)))
    case .snoozed:
      #expect(ring.bring(bed, at: now) == .snoozed)
    case .ringAfterSnooze:
      #expect(ring.bring(bed, at: now - plan.snoozeTime) == .snoozed)
      #expect(ring.advance(to: now, devices: RingDevices()) == [.snoozeEnded])
    case .wakeCheck:
      #expect(ring.bring(bath, at: now - .seconds(300)) == .checkBegan)
    case .ringAfterCheck:
      #expect(ring.bring(bath, at: now - .seconds(600)) == .checkBegan)
      #expect(ring.advance(to: now, devices: RingDevices()) == [.checkFailed])
    }
    return ring
  }

  @Test(arguments: State.allCases)
  func aCardCountsOnlyWhenItWasBrought(state: State) {
    let card = state == .toSnooze ? Self.bed : Self.bath
    for before in Before.allCases {
      for act in Act.allCases {
        var ring = Self.ring(state)
        var eye = Eye(now: Self.now)
        let answers = [eye.look(at: &ring, before, card), eye.answer(of: &ring, to: act, before, card)]
        let counts = answers.contains(where: \.counts)
        #expect(counts == Self.counts(state, before, act), "\(state), \(before) before, \(act): \(answers)")
      }
    }
  }

  /// Fifteen frames per second.
  private struct Eye {
    var now: Duration
    private var number = 0

    init(now: Duration) { self.now = now }

    @discardableResult
    mutating func look(
      at ring: inout RingState, for time: Duration = .seconds(2), _ cards: [(Card, x: Int)],
      _ view: CardPresence.View = .clear, provesAbsence: Bool = true, about asked: Card? = nil
    ) -> RingState.Answer {
      let end = now + time
      var answer = RingState.Answer.nothing("nothing was seen")
      while now < end {
        now += .milliseconds(66)
        number += 1
        var sightings: [String: CardPresence.Sighting] = [:]
        for (card, x) in cards { sightings[card.id] = CardPresence.Sighting(place: .init(x: x, y: 300)) }
        let look = CardPresence.Look(number: number, view: view, cards: sightings, provesAbsence: provesAbsence)
        ring.look(at: look, at: now)
        for (card, _) in cards {
          let new = ring.see(card, at: now)
          guard card.id == asked?.id else { continue }
          answer = new
          // The card has had its effect; later answers concern the next phase.
          if new.counts { return new }
        }
      }
      return answer
    }

    @discardableResult
    mutating func look(at ring: inout RingState, _ before: Before, _ card: Card) -> RingState.Answer {
      switch before {
      case .nothing, .aCodeThatIsNoCard: return look(at: &ring, [])
      case .theCard: return look(at: &ring, [(card, x: 500)], about: card)
      case .another: return look(at: &ring, [(Self.useless, x: 200)])
      case .anUnreadCode: return look(at: &ring, [], .blocked)
      case .dark: return look(at: &ring, [], .dark)
      case .noPicture:
        now += .seconds(2)
        return .nothing("nothing was seen")
      }
    }

    private static let useless = Card.made("useless", digest: 9, isEnrolled: false)

    mutating func answer(of ring: inout RingState, to act: Act, _ before: Before, _ card: Card) -> RingState.Answer {
      let view: CardPresence.View = [.anUnreadCode, .dark].contains(before) ? .blocked : .clear
      switch act {
      case .stays, .comes: return look(at: &ring, [(card, x: 500)], about: card)
      case .moves:
        let answer = look(at: &ring, [(card, x: 500)], about: card)
        return answer.counts ? answer : look(at: &ring, [(card, x: 900)], about: card)
      case .comesBackElsewhere, .comesBackAfterTenSeconds:
        let first = look(at: &ring, for: .milliseconds(200), [(card, x: 500)], about: card)
        if first.counts { return first }
        look(at: &ring, for: act == .comesBackElsewhere ? .milliseconds(1300) : .milliseconds(10_300), [], view)
        return look(
          at: &ring, for: .milliseconds(66), [(card, x: act == .comesBackElsewhere ? 560 : 500)], about: card)
      case .anotherComes:
        let other = card.kind == .snooze ? Card.made("bed2", kind: .snooze, digest: 4) : LyingCardTests.spare
        let lying = before == .theCard ? [(card, x: 500)] : []
        return look(at: &ring, lying + [(other, x: 100)], about: other)
      }
    }
  }

  /// During a snooze in the dark, nothing proves that the place is empty. A card that was not there before ends the
  /// ring; one that was seen before must be taken away first.
  @Test(arguments: [Before.dark, .noPicture, .anUnreadCode])
  func aSnoozedRingKnowsWhatTheRingHasSeen(before: Before) {
    for lay in [false, true] {
      var ring = RingState(Self.plan, start: Self.now - .seconds(10))
      if lay { #expect(ring.show(Self.bath, at: Self.now - .seconds(8)) == .lies(isNew: true)) }
      #expect(ring.bring(Self.bed, at: Self.now) == .snoozed)
      var eye = Eye(now: Self.now)
      // Long enough for a card that is not seen to count as away.
      for _ in 0..<8 { eye.look(at: &ring, before, Self.bath) }
      let first = eye.look(at: &ring, for: .milliseconds(200), [(Self.bath, x: 500)], about: Self.bath)
      guard lay else {
        #expect(first == .checkBegan, "\(before)")
        continue
      }
      #expect(first == .lies(isNew: false), "\(before)")
      #expect(ring.lyingCards.contains(Self.bath.id))
      eye.look(at: &ring, for: .milliseconds(1300), [])
      #expect(eye.look(at: &ring, [(Self.bath, x: 700)], about: Self.bath) == .checkBegan, "\(before)")
    }
  }

  /// A glossy card in view cannot be read in the light of the lamp, however bright the frame is.
  @Test func theLampOfASnoozeProvesNoAbsence() {
    for provesAbsence in [false, true] {
      var ring = RingState(Self.plan, start: Self.now - .seconds(10))
      #expect(ring.show(Self.bath, at: Self.now - .seconds(8)) == .lies(isNew: true))
      #expect(ring.bring(Self.bed, at: Self.now) == .snoozed)
      var eye = Eye(now: Self.now)
      eye.look(at: &ring, for: .seconds(11), [], provesAbsence: provesAbsence)
      let answer = eye.look(at: &ring, for: .milliseconds(66), [(Self.bath, x: 500)], about: Self.bath)
      #expect(answer == (provesAbsence ? .checkBegan : .lies(isNew: true)))
    }
  }

  /// The reader's passes place one corner of a small code differently.
  @Test(arguments: 0..<4, [-90, 90])
  func oneCornerAloneMovesNoCard(corner: Int, by jitter: Int) {
    var presence = CardPresence()
    var sighting = CardPresence.Sighting(place: .init(x: 500, y: 500), side: 300)
    func look(_ number: Int, _ cards: [String: CardPresence.Sighting]) {
      presence.look(at: CardPresence.Look(number: number, view: .clear, cards: cards), at: .milliseconds(66) * number)
    }
    look(1, ["card": sighting])
    for number in 2...22 { look(number, [:]) }
    sighting.outline.corners[corner].x += jitter
    sighting.outline.corners[corner].y += jitter
    look(23, ["card": sighting])
    #expect(presence.lying == ["card"])
  }

  @Test func aCardThatIsLaidDownInASnoozeEndsNotTheNextRound() {
    var ring = Self.ring(.snoozed)
    var eye = Eye(now: Self.now)
    // It cannot be read in the dark.
    eye.look(at: &ring, for: .seconds(5), [], .blocked)
    let end = Self.now + Self.plan.snoozeTime
    #expect(ring.advance(to: end, devices: RingDevices()) == [.snoozeEnded])
    eye.now = end
    #expect(eye.look(at: &ring, [(Self.bath, x: 500)], about: Self.bath) == .lies(isNew: false))
  }

  @Test func whatLiesThereIsToldOnceInARound() {
    var ring = RingState(Self.plan, start: Self.now)
    #expect(ring.show(Self.bath, at: Self.now) == .lies(isNew: true))
    #expect(ring.show(Self.bath, at: Self.now + .seconds(1)) == .lies(isNew: false))
    #expect(ring.show(Self.spare, at: Self.now + .seconds(1)) == .lies(isNew: true))
    #expect(ring.lyingCards == ["bath", "spare"])
    #expect(ring.bring(Self.bed, at: Self.now + .seconds(5)) == .snoozed)
    #expect(ring.lyingCards == [])
    #expect(ring.show(Self.bath, at: Self.now + .seconds(6)) == .lies(isNew: true))
    #expect(ring.lyingCards == ["bath"])
    _ = ring.advance(to: Self.now + .seconds(5) + Self.plan.snoozeTime, devices: RingDevices())
    #expect(ring.show(Self.bath, at: Self.now + .seconds(6) + Self.plan.snoozeTime) == .lies(isNew: true))
  }
}

extension RingState.Answer {
  /// Whether the card had an effect.
  fileprivate var counts: Bool { [.ended, .snoozed, .checkBegan].contains(self) }
}
