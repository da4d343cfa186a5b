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
    var rig: LedgerRig? = try await LedgerRig(folder, enrolling: "bath", time: time)
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
    let sums = Self.sums.withLock { sums in
      sums &+= SIMD4(1, accepted, refused, restarts)
      return sums
    }
    if sums[0] == Self.sequences {
      print("\(sums[1] + sums[2]) commands, \(sums[2]) of them refused, \(sums[3]) restarts")
    }
  }

  /// The numbers of sequences, of accepted and refused commands, and of restarts so far.
  private static let sums = Mutex(SIMD4<Int>.zero)
}
