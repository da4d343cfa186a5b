import AlarmClock
import Control
import Testing

@testable import Daemon
@testable import Storage

/// Counts SQL statements, because the count does not depend on the machine's load.
@Suite struct ChangeCostTests {
  @Test func aChangeTakesTheSameFewStatementsHoweverManyAlarmsThereAre() async throws {
    var found: [[String: Int]] = []
    for alarms in [1, 300] {
      let rig = try await LedgerRig(enrolling: "bath")
      var ids: [String] = []
      for number in 0..<alarms { ids.append(try await rig.add("07:\(10 + number % 50)", days: "daily").id) }
      let id = ids[0]
      found.append([
        "add": try await statements(rig) { try await rig.add("09:00") },
        "edit": try await statements(rig) { try await rig.edit(id, AlarmInput(time: "10:00")) },
        "skip": try await statements(rig) { try await rig.change(id, .skip) },
        "remove": try await statements(rig) { try await rig.change(id, .remove) },
        "setting": try await statements(rig) { try await rig.set("brightness", to: "3") },
        "preset": try await statements(rig) { try await rig.addPreset("tea", TimerInput(length: "4m")) },
      ])
    }
    #expect(found[0] == found[1])
    print("figure: statements of a change: \(found[1].sorted { $0.key < $1.key }.map { "\($0) \($1)" })")
    for (change, count) in found[1] { #expect(count <= 9, "\(change)") }
  }

  private func statements(_ rig: LedgerRig, _ change: () async throws -> some Any) async throws -> Int {
    let before = await rig.ledger.statements
    _ = try await change()
    return await rig.ledger.statements - before
  }
}

extension Ledger {
  fileprivate var statements: Int { folder.store.database.runs }
}
