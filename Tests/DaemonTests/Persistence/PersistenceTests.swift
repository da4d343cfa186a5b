import AlarmClock
import Synchronization
import TestSupport
import Testing

@testable import Daemon

/// Random commands in any order, with restarts in between: acknowledged changes stay, and refused ones change nothing.
@Suite struct PersistenceTests {
  private static let sequences = TestSize.number("ROUSE_COMMAND_SEQUENCES", usual: 30)
  private static let commands = 80

  @Test func everySettingIsTyped() { #expect(Set(Typist.values.keys) == Set(SettingKey.allCases)) }

  @Test(.takesLong, arguments: 0..<sequences)
  func whatWasAcknowledgedIsThereAfterEveryRestart(seed: Int) async throws {
    var typist = Typist(seed: UInt64(seed))
    let folder = try TemporaryFolder()
    let time = ManualTime(morning)
    var rig: LedgerRig? = try await LedgerRig(folder, time: time)
    try await rig?.enroll("bath")
    var (accepted, refused, restarts) = (0, 0, 0)
    for _ in 0..<Self.commands {
      let seconds = typist.dice.number(0...40)
      time.advance(by: .seconds(seconds))
      typist.known.pass(seconds)
      if let rig {
        rig.timers.step()
        let before = typist.known
        let (command, isGood) = try await typist.type(on: rig)
        if isGood { accepted += 1 } else { refused += 1 }
        if !isGood { #expect(typist.known == before, "the model is wrong: \(command)") }
        let found = await Known(rig)
        try #require(found == typist.known, "\(command)")
      }
      guard typist.dice.isLucky(oneIn: 6) else { continue }
      restarts += 1
      rig = nil
      typist.undoable = nil
      let again = try await LedgerRig.reopened(folder, time: time)
      again.timers.step()
      let found = await Known(again)
      try #require(found == typist.known, "after restart \(restarts)")
      rig = again
    }
    #expect(accepted > 20 && refused > 10 && restarts > 3)
    if let text = Self.count.add(accepted, refused, restarts, of: Self.sequences) { print(text) }
  }

  private static let count = Count()

  /// Sums over all sequences.
  private final class Count: Sendable {
    private struct Sums {
      var sequences = 0
      var accepted = 0
      var refused = 0
      var restarts = 0
    }
    private let sums = Mutex(Sums())

    /// Returns the sums once the last sequence has been added, otherwise `nil`.
    func add(_ accepted: Int, _ refused: Int, _ restarts: Int, of all: Int) -> String? {
      sums.withLock { sums in
        sums.sequences += 1
        sums.accepted += accepted
        sums.refused += refused
        sums.restarts += restarts
        guard sums.sequences == all else { return nil }
        return "\(sums.accepted + sums.refused) commands, \(sums.refused) of them refused, \(sums.restarts) restarts"
      }
    }
  }
}
