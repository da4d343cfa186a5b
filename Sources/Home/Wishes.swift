import Control

/// What others want of the clock, one at a time: not more than can wait, and not for long.
package struct Wishes: Sendable {
  private struct Wish: Sendable {
    var command: HomeCommand
    var topic: String
    var at: Duration
  }

  private var waiting: [Wish] = []
  /// The topic of the one that the daemon has been asked for.
  private var asked: String?
  /// When the last were taken.
  private var taken: [Duration] = []

  private static let mostWaiting = 16
  /// So many in so long: nobody presses faster, and the daemon is spared what only floods it.
  package static let most = 20
  package static let within: Duration = .seconds(10)
  /// An older one is no longer meant: whoever pressed a button has gone on.
  private static let longestWait: Duration = .seconds(10)

  package init() {}

  /// False: there are too many.
  package mutating func add(_ command: HomeCommand, _ topic: String, at now: Duration) -> Bool {
    taken.removeAll { now - $0 >= Self.within }
    guard waiting.count < Self.mostWaiting, taken.count < Self.most else { return false }
    taken.append(now)
    waiting.append(Wish(command: command, topic: topic, at: now))
    return true
  }

  /// The next to ask the daemon for; without a command: one that has waited too long.
  package mutating func next(at now: Duration) -> (topic: String, command: HomeCommand?)? {
    guard asked == nil, !waiting.isEmpty else { return nil }
    let wish = waiting.removeFirst()
    guard now - wish.at <= Self.longestWait else { return (wish.topic, nil) }
    asked = wish.topic
    return (wish.topic, wish.command)
  }

  /// The daemon has answered.
  package mutating func done() { asked = nil }

  /// Forgets all, as the daemon is gone; returns the topics of those that wanted something.
  package mutating func all() -> [String] {
    defer { (waiting, asked) = ([], nil) }
    return [asked].compactMap(\.self) + waiting.map(\.topic)
  }
}
