import AlarmClock
import TestSupport

/// Who gets up, and when.
enum Human: Hashable, Sendable {
  /// By chance, but always the same for one occurrence: two times in three, after so many seconds.
  case moody(seed: UInt64, after: [Int] = [10, 45, 200, 1500])
  case answers(after: Int)
  case neverAnswers

  /// How long after its beginning, or after a restart, a ring is answered; nil: nobody does.
  func delay(_ number: Int, _ key: Occurrence.Key) -> Duration? {
    switch self {
    case .neverAnswers: return nil
    case .answers(let seconds): return .seconds(seconds)
    case .moody(let seed, let delays):
      let hash = key.description.utf8.reduce(seed &+ UInt64(number)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      var dice = SeededGenerator(state: hash)
      return dice.isLucky(oneIn: 3) ? nil : .seconds(dice.one(of: delays))
    }
  }

  static let cardCount = 8

  /// The card that answers an alarm.
  static func card(of number: Int) -> Int { number % cardCount }

  /// The card that a ring asks for.
  static func card(named cards: [String]) -> Int { cards.first.flatMap { Int($0.dropFirst(4)) } ?? 0 }
}
