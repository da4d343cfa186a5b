import AlarmClock
import TestSupport
import Testing

/// A person who shows a card by hand is never locked out, however little the camera saw before.
@Suite struct HeldCardTests {
  private typealias Eye = CardPresenceTests.Watcher
  private typealias Sighting = CardPresence.Sighting
  private typealias Place = CardPresence.Place

  enum Trouble: String, CaseIterable, Sendable {
    case darkRoomWithoutLamp, posterInView, cameraCameBack, restartedWhileItWasHeld, blankWall, glare
  }

  /// How the card returns after it was first read in the middle, with a side of 300.
  static let returns: [(way: String, x: Int, y: Int, side: Double, turned: Double)] = [
    ("left", 449, 500, 300, 0), ("right", 551, 500, 300, 0), ("higher", 500, 449, 300, 0), ("lower", 500, 551, 300, 0),
    ("closer", 500, 500, 402, 0), ("farther", 500, 500, 198, 0), ("turned", 500, 500, 300, 20),
  ]

  @Test(arguments: Trouble.allCases, returns.indices)
  func aCardThatIsHeldElsewhereCounts(trouble: Trouble, index: Int) {
    let first = Sighting(place: Place(x: 500, y: 500), side: 300)
    var eye = Eye()
    switch trouble {
    case .cameraCameBack:
      eye.look(for: .milliseconds(500), backdrop: Scene.room(pushed: 0).backdrop)
      eye.watch(.blind(.seconds(20)))
    case .restartedWhileItWasHeld, .blankWall: break
    case .darkRoomWithoutLamp, .posterInView, .glare: eye.look(at: trouble, for: .seconds(5))
    }
    eye.look(at: trouble, for: .seconds(1), card: first)
    #expect(!eye.counts && eye.presence.lying == ["card"])
    eye.look(at: trouble, for: .milliseconds(1300))
    let back = Self.returns[index]
    eye.look(
      at: trouble, for: .milliseconds(66),
      card: Sighting(place: Place(x: back.x, y: back.y), side: back.side, turned: back.turned))
    #expect(eye.counts, "\(back.way)")
  }

  /// A camera at arm's length sees 40 cm. A hand returns to within 3 cm, a tenth of the distance and 8 degrees.
  @Test func aHandDoesNotFindTheSamePlaceTwice() {
    var random = SeededGenerator(state: 7)
    func hand() -> Sighting {
      func about(_ middle: Double, _ spread: Double) -> Double {
        middle + spread * ((0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) })
      }
      let place = Place(x: Int(about(500, 75)), y: Int(about(500, 100)))
      return Sighting(place: place, side: about(200, 20), turned: about(0, 8))
    }
    var tries: [Int: Int] = [:]
    for _ in 0..<1000 {
      var eye = Eye()
      eye.look(at: .darkRoomWithoutLamp, for: .milliseconds(200), card: hand())
      var count = 0
      while !eye.counts, count < 10 {
        eye.look(at: .darkRoomWithoutLamp, for: .milliseconds(1300))
        eye.look(at: .darkRoomWithoutLamp, for: .milliseconds(200), card: hand())
        count += 1
      }
      tries[count, default: 0] += 1
    }
    #expect(tries[1, default: 0] >= 900, "\(tries)")
    #expect(tries.keys.max() ?? 10 <= 5, "\(tries)")
  }

  static let arms: [[Scene.Direction]] = [
    [.init(x: 0, y: 1)], [.init(x: 0.8, y: 0.6)], [.init(x: -0.8, y: 0.6)], [.init(x: 1, y: 0)], [.init(x: -1, y: 0)],
    [.init(x: 0, y: -1)], [.init(x: -0.8, y: 0.6), .init(x: 0.8, y: 0.6)],
  ]

  /// Before a plain wall, or in the light of a lamp at night, everything in view may move with the card.
  @Test(arguments: [3.0, 150], [-250, -120, -60, 60, 120, 250])
  func aHandBeforeNothingIsNoPushedCamera(wall: Double, move: Int) {
    func counts(_ first: Scene, _ then: Scene) -> Bool {
      var eye = Eye()
      func card(_ x: Int) -> [String: Sighting] { ["card": Sighting(place: Place(x: x, y: 500), side: 150)] }
      eye.look(for: .seconds(1), cards: card(500), backdrop: first.backdrop)
      eye.look(for: .milliseconds(1300), backdrop: Scene.blank(wall).backdrop)
      eye.look(for: .milliseconds(66), cards: card(500 + move), backdrop: then.backdrop)
      return eye.counts
    }
    for ways in Self.arms {
      #expect(counts(.arms(0, towards: ways, wall: wall), .arms(move, towards: ways, wall: wall)), "\(ways)")
    }
    #expect(counts(.person(0, wall: wall), .person(move, wall: wall)))
  }

  /// If the room moves with the card, the camera was pushed, unless the card is also turned or held closer.
  @Test(arguments: [-120, 60, 250])
  func aCardThatIsTurnedOrCloserCountsThoughTheRoomMovesWithIt(push: Int) {
    func counts(side: Double, turned: Double) -> Bool {
      var eye = Eye()
      let first = Sighting(place: Place(x: 500, y: 500), side: 200)
      eye.look(for: .seconds(1), cards: ["card": first], backdrop: Scene.room(pushed: 0).backdrop)
      eye.look(for: .seconds(2), .dark)
      let back = Sighting(place: Place(x: 500 + push, y: 500), side: side, turned: turned)
      eye.look(for: .milliseconds(66), cards: ["card": back], backdrop: Scene.room(pushed: push).backdrop)
      return eye.counts
    }
    #expect(!counts(side: 200, turned: 0) && !counts(side: 220, turned: 5))
    #expect(counts(side: 310, turned: 0))
    #expect(counts(side: 200, turned: 45))
  }
}

extension CardPresenceTests.Watcher {
  fileprivate mutating func look(
    at trouble: HeldCardTests.Trouble, for time: Duration, card: CardPresence.Sighting? = nil
  ) {
    let cards = card.map { ["card": $0] } ?? [:]
    switch trouble {
    case .darkRoomWithoutLamp: look(for: time, card == nil ? .dark : .clear, cards: cards)
    case .posterInView, .glare: look(for: time, .blocked, cards: cards)
    case .cameraCameBack, .restartedWhileItWasHeld:
      look(for: time, cards: cards, backdrop: Scene.room(pushed: 0).backdrop)
    case .blankWall: look(for: time, cards: cards, backdrop: Scene.blank(150).backdrop)
    }
  }
}
