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

  private func line(_ length: Int) -> ClientMemory.Share.BegunLine { .init(since: Self.start, length: length) }

  @Test func whoSendsNothingIsHungUpOn() { #expect(ends { _ in Wait(since: Self.start) } == 6) }

  @Test func whoReadsNothingIsHungUpOnWhateverHasCome() {
    #expect(ends { Wait(since: Self.start, isForReading: true, linesWaiting: 2, line: line($0 << 20)) } == 6)
  }

  @Test func whoseTurnItIsNotIsWaitedForWithoutEnd() { #expect(ends { _ in Wait(since: nil) } == nil) }

  @Test func whatHasComeAndWaitsForTheDaemonIsNoDelayOfTheClient() {
    #expect(ends { _ in Wait(since: Self.start, linesWaiting: 1) } == nil)
  }

  @Test func aLineThatIsNotEndedIsHungUpOnAlsoWhileSomethingIsUnderWay() {
    #expect(ends { _ in Wait(since: nil, line: line(100)) } == 6)
    // A trickle is no better than silence.
    #expect(ends { Wait(since: Self.start, line: line($0 * 1000)) } == 6)
  }

  /// A picture on a busy machine, for example: the daemon reads a piece now and then.
  @Test func aLongLineThatKeepsComingIsReadToItsEnd() {
    #expect(ends { Wait(since: Self.start, line: line($0 << 14)) } == nil)
    #expect(ends { Wait(since: Self.start, line: line(min($0, 20) << 14)) } == 21)
  }
}
