import AlarmClock
import Glibc

extension RingState {
  /// Looks at an empty room, fifteen frames per second.
  mutating func look(for duration: Duration, from start: Duration, view: CardPresence.View = .clear) {
    for number in 1..<1 + Int(duration / .milliseconds(66)) {
      look(at: CardPresence.Look(number: number, view: view), at: start + .milliseconds(66) * number)
    }
  }

  mutating func show(_ card: Card, at now: Duration, x: Int = 500) -> Answer {
    let sighting = CardPresence.Sighting(place: CardPresence.Place(x: x, y: 500))
    look(at: CardPresence.Look(number: 0, view: .clear, cards: [card.id: sighting]), at: now)
    return see(card, at: now)
  }

  mutating func bring(_ card: Card, at now: Duration) -> Answer {
    look(for: .milliseconds(1200), from: now - .milliseconds(1200))
    return show(card, at: now)
  }
}

extension CardPresence.Sighting {
  /// Creates the sighting of a card with this center, in thousandths of the frame's width and height.
  ///
  /// - Parameter side: The side of the code, in thousandths of the frame's width.
  init(place: CardPresence.Place, side: Double = 100, turned degrees: Double = 0, glows: Bool = false) {
    let angle = degrees * .pi / 180
    let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { corner in
      CardPresence.Place(
        x: place.x &+ Int(side / 2 * (corner.0 * cos(angle) - corner.1 * sin(angle))),
        y: place.y &+ Int(side / 2 * (corner.0 * sin(angle) + corner.1 * cos(angle)) * 4 / 3))
    }
    self.init(outline: CardPresence.Outline(corners), glows: glows)
  }
}
