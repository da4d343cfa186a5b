import Testing

@testable import ControlService

/// Which clients are disconnected, and which ones the daemon merely reads late.
@Suite struct ClientPatienceTests {
  typealias Wait = ClientPatience.Wait
  static let start: Duration = .seconds(100)

  /// Returns the second at which a limit of five seconds ends, given the state at each second; `nil` if it never does.
  private func ends(_ wait: (_ second: Int) -> Wait) -> Int? {
    var patience = ClientPatience(limit: .seconds(5))
    return (0..<60).first { patience.isOver(wait($0), at: Self.start + .seconds($0)) }
  }

  private static func line(_ length: Int) -> ClientMemory.Share.BegunLine { .init(since: start, length: length) }

  static let waits: [(what: String, end: Int?, wait: @Sendable (Int) -> Wait)] = [
    ("a client that sends nothing is hung up on", 6, { _ in Wait(since: start) }),
    (
      "so is one that reads nothing, whatever has come", 6,
      { Wait(since: start, isForReading: true, linesWaiting: 2, line: line($0 << 20)) }
    ),
    ("a client whose turn it is not is waited for without end", nil, { _ in Wait(since: nil) }),
    ("what waits for the daemon is no delay of the client", nil, { _ in Wait(since: start, linesWaiting: 1) }),
    ("a line without an end is hung up on while something is under way", 6, { _ in Wait(since: nil, line: line(100)) }),
    ("a trickle is no better than silence", 6, { Wait(since: start, line: line($0 * 1000)) }),
    // A picture on a busy machine, for example: the daemon reads a piece now and then.
    ("a long line that keeps coming is read", nil, { Wait(since: start, line: line($0 << 14)) }),
    ("until it stops", 21, { Wait(since: start, line: line(min($0, 20) << 14)) }),
  ]

  @Test(arguments: waits)
  func clientsAreHungUpOnForTheirOwnDelays(what: String, end: Int?, wait: @Sendable (Int) -> Wait) {
    #expect(ends(wait) == end)
  }
}
