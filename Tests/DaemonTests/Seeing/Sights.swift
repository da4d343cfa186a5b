import AlarmClock
import Hardware
import ScanLine

@testable import Daemon

extension CodeReport {
  /// A code centered at `place`, in thousandths of the frame's width and height.
  init(_ payload: [UInt8], at place: CardPresence.Place = .middle, glows: Bool = false) {
    func corner(_ x: Int, _ y: Int) -> FramePoint { FramePoint(x: place.x + x, y: place.y + y) }
    self.init(
      payload: payload,
      outline: Outline(corners: [corner(-50, -60), corner(50, -60), corner(50, 60), corner(-50, 60)]),
      glows: glows)
  }
}

extension CardPresence.Place {
  static let middle = CardPresence.Place(x: 500, y: 500)
}

extension Sight {
  init(
    number: Int = 0, brightness: Int, payloads: [[UInt8]], isCodeInView: Bool = false,
    obstacle: ReadingObstacle? = nil
  ) {
    self.init(
      number: number, brightness: brightness, codes: payloads.map { CodeReport($0) },
      isCodeInView: isCodeInView, obstacle: obstacle)
  }
}

extension Ringer {
  func bring(_ card: Card) -> CardEffect {
    let now = time.monotonic
    for number in 1...CardPresence.cycle {
      look(
        at: CardPresence.Look(number: number, view: .clear),
        at: now - .milliseconds(100) * (CardPresence.cycle - number))
    }
    look(
      at: CardPresence.Look(
        number: CardPresence.cycle + 1, view: .clear, cards: [card.id: CardPresence.Sighting(place: .middle)]), at: now)
    return see(card)
  }
}

extension TimerRunner {
  /// Shows a frame with a card. Its number follows no other frame's.
  @discardableResult
  func show(_ card: Card, at place: CardPresence.Place = .middle) -> Bool {
    look(
      at: CardPresence.Look(number: 0, view: .clear, cards: [card.id: CardPresence.Sighting(place: place)]), [card])
  }
}

extension LedgerRig {
  /// Shows empty frames for `duration`, 15 per second.
  func seeNothing(for duration: Duration) {
    var number = 1
    while .milliseconds(66) * number <= duration {
      time.advance(by: .milliseconds(66))
      timers.look(at: CardPresence.Look(number: number, view: .clear), [])
      number += 1
    }
    timers.step()
  }
}

extension CardPresence.Sighting {
  /// A card centered at `place`, in thousandths of the frame's width and height.
  init(place: CardPresence.Place, glows: Bool = false) {
    let corners = [(-50, -60), (50, -60), (50, 60), (-50, 60)]
    self.init(
      outline: CardPresence.Outline(
        corners.map { CardPresence.Place(x: place.x &+ $0.0, y: place.y &+ $0.1) }), glows: glows)
  }
}
