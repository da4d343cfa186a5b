import Control

/// Commands from the house, handled one at a time. Their number, rate and age are limited.
package struct Wishes: Sendable {
  private var waiting: [(command: HomeCommand, topic: String, at: Duration)] = []
  /// Topic of the command that the daemon is handling.
  private var asked: String?
  /// Times of the latest commands.
  private var taken: [Duration] = []

  private static let mostWaiting = 16
  /// The daemon gets at most `most` commands `within` this time, which is faster than people press buttons.
  package static let most = 20
  package static let within: Duration = .seconds(10)
  /// Older commands are dropped: the user no longer expects them.
  private static let longestWait: Duration = .seconds(10)

  package init() {}

  /// Returns `false` if there are too many.
  package mutating func add(_ command: HomeCommand, _ topic: String, at now: Duration) -> Bool {
    taken.removeAll { now - $0 >= Self.within }
    guard waiting.count < Self.mostWaiting, taken.count < Self.most else { return false }
    taken.append(now)
    waiting.append((command, topic, now))
    return true
  }

  /// Returns the next command for the daemon; only its topic if it has waited too long.
  package mutating func next(at now: Duration) -> (topic: String, command: HomeCommand?)? {
    guard asked == nil, !waiting.isEmpty else { return nil }
    let wish = waiting.removeFirst()
    guard now - wish.at <= Self.longestWait else { return (wish.topic, nil) }
    asked = wish.topic
    return (wish.topic, wish.command)
  }

  package mutating func done() { asked = nil }

  /// Drops all commands because the daemon is gone, and returns their topics.
  package mutating func all() -> [String] {
    defer { (waiting, asked) = ([], nil) }
    return [asked].compactMap(\.self) + waiting.map(\.topic)
  }
}
