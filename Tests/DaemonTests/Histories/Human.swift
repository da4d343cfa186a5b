import AlarmClock
import TestSupport

/// The person who answers rings, and how soon.
enum Human: Hashable, Sendable {
  /// Answers two rings in three, after one of these delays in seconds; random, but always the same for one occurrence.
  case moody(seed: UInt64, after: [Int] = [10, 45, 200, 1500])
  case answers(after: Int)
  case neverAnswers

  /// Returns the delay from the beginning of a ring, or from a restart, to its answer, or `nil` if nobody answers.
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

  static func card(of number: Int) -> Int { number % cardCount }

  static func card(named cards: [String]) -> Int { cards.first.flatMap { Int($0.dropFirst(4)) } ?? 0 }
}
