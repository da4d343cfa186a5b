import AlarmClock
import Control
import TestSupport
import Testing

@testable import Daemon
@testable import Machine
@testable import Storage

@Suite struct SpentAlarmTests {
  enum Step: Sendable {
    /// In hours.
    case pass(Int)
    case step(Int)
    case trust(Bool)
    case restart(isTrusted: Bool)
    case zone(String)
    case acknowledge
    case edit(AlarmInput)
    case change(ChangeAlarm.Change)
    case undo
    /// Makes a copy of the store, and restores it.
    case copy, restore
  }

  struct Case: Sendable, CustomStringConvertible {
    var description: String
    var steps: [Step]
    var isThere: Bool
    var outcome: RingOutcome
    var isTrusted: Bool
    /// The zone shortly before the ring.
    var zone: String?

    init(
      _ description: String, _ steps: [Step], isThere: Bool, _ outcome: RingOutcome = .dismissed(cardID: "x"),
      isTrusted: Bool = true, zone: String? = nil
    ) {
      (self.description, self.outcome, self.isTrusted) = (description, outcome, isTrusted)
      (self.zone, self.steps, self.isThere) = (zone, steps, isThere)
    }
  }

  private static let doubt: [Step] = [.pass(10), .trust(false), .pass(1), .trust(true)]
  private static let leap: [Step] = [.pass(1), .step(240), .pass(1)]
  private static let zone: [Step] = [.pass(10), .zone("Asia/Kolkata"), .pass(20)]
  private static let start: [Step] = [.pass(10), .restart(isTrusted: false), .trust(true), .pass(14)]
  private static let renamed: [Step] = [.pass(20), .edit(AlarmInput(label: "Bus"))]
  private static let removed: [Step] = [.pass(20), .change(.remove), .undo]
  private static let restored: [Step] = [.copy, .pass(24), .restore, .pass(0), .restart(isTrusted: true), .pass(23)]

  static let cases = [
    Case("a day later", [.pass(23), .pass(1)], isThere: false),
    Case("not before", [.pass(23)], isThere: true),
    Case("after a skip, too", [.pass(24)], isThere: false, .skipped),
    Case("not if its outcome is of an untrusted clock", [.pass(100)], isThere: true, isTrusted: false),
    Case("not under an untrusted clock", [.pass(10), .trust(false), .pass(20)], isThere: true),
    Case("not without a day of trust", doubt + [.pass(23)], isThere: true),
    Case("after a day of trust", doubt + [.pass(24)], isThere: false),
    Case("not within a day after the clock was set", [.pass(10), .step(20), .pass(23)], isThere: true),
    Case("a day after the clock was set", [.pass(10), .step(20), .pass(24)], isThere: false),
    Case("nor where it was set back", [.pass(23), .step(-20), .pass(23)], isThere: true),
    Case("but then", [.pass(23), .step(-20), .pass(24)], isThere: false),
    Case("not after a leap of the clock", leap + [.pass(30)], isThere: true),
    Case("a day later once that is set right", leap + [.step(-240), .pass(20), .pass(4)], isThere: false),
    Case("or has stood for a week", leap + [.pass(7 * 24 + 1)], isThere: false),
    Case("not a day after a change of the zone", zone, isThere: true),
    Case("once the zone has stood", zone + [.pass(5)], isThere: false),
    Case("not while a zone could take the outcome back", [.pass(47)], isThere: true, zone: "Asia/Kolkata"),
    Case("once none can", [.pass(48)], isThere: false, zone: "Asia/Kolkata"),
    Case("not until a miss is acknowledged", [.pass(48)], isThere: true, .missed(rang: true)),
    Case("then it goes", [.pass(48), .acknowledge, .pass(0)], isThere: false, .missed(rang: true)),
    Case("whatever starts meanwhile", [.pass(10), .restart(isTrusted: true), .pass(14)], isThere: false),
    Case("not if the clock was untrusted at a start", start, isThere: true),
    Case("until a day later", start + [.pass(10)], isThere: false),
    Case(
      "not if nobody trusted the clock between two starts",
      [.pass(10), .restart(isTrusted: false), .pass(1), .restart(isTrusted: true), .pass(20)], isThere: true),
    Case("not within a day after a change", renamed + [.pass(23)], isThere: true),
    Case("whatever starts then", renamed + [.restart(isTrusted: true), .pass(23)], isThere: true),
    Case("a day after a change", renamed + [.pass(24)], isThere: false),
    Case("not within a day after an undo", removed + [.restart(isTrusted: true), .pass(23)], isThere: true),
    Case("a day after an undo", removed + [.pass(24)], isThere: false),
    Case("not within a day after a restore", restored, isThere: true),
    Case("a day after a restore", restored + [.pass(1)], isThere: false),
    Case("not if it is to ring again", [.pass(10), .change(.enable), .pass(48)], isThere: true),
    Case("nor before it has rung at its new time", [.edit(AlarmInput(time: "09:00")), .pass(72)], isThere: true),
  ]

  private static func ring(_ rig: LedgerRig, _ outcome: RingOutcome, isTrusted: Bool = true) async {
    await rig.end(await rig.takeDue(after: .seconds(1800)), outcome, isTrusted: isTrusted)
  }

  private static func use(_ zone: String, _ rig: LedgerRig) async {
    _ = rig.scheduler.use(SystemZone(variable: zone).read(after: nil))
    await rig.ledger.clockChanged()
  }

  @Test(arguments: cases)
  func goADayAfterTheirRing(row: Case) async throws {
    let folder = try TemporaryFolder()
    var rig: LedgerRig! = try await LedgerRig(folder)
    await rig.ledger.noteStart("")
    try await rig.enroll("bath")
    if let zone = row.zone { await Self.use(zone, rig) }
    let id = try await rig.add(row.zone == nil ? "07:30" : "13:00").id
    await Self.ring(rig, row.outcome, isTrusted: row.isTrusted)
    var copy: [UInt8] = []
    for step in row.steps {
      switch step {
      case .pass(let hours): await rig.pass(.seconds(hours * 3600))
      case .step(let hours):
        rig.time.step(by: .seconds(hours * 3600))
        rig.events.append(.clockStepped)
      case .trust(let isTrusted):
        rig.time.trust(isTrusted)
        rig.events.append(isTrusted ? .clockTrusted : .clockUntrusted)
      case .restart(let isTrusted):
        await rig.ledger.storeEvents()
        let time = rig.time
        rig = nil
        rig = try await LedgerRig.reopened(folder, isTrusted: isTrusted, time: time)
        await rig.ledger.noteStart("")
      case .zone(let name): await Self.use(name, rig)
      case .acknowledge: _ = try await EventHistory.acknowledgeMisses(rig.ledger)
      case .edit(let input): _ = try await rig.edit(id, input)
      case .change(let change): _ = try await rig.change(id, change)
      case .undo: try await rig.undo()
      case .copy: copy = try await RestoreTests.bytes(rig)
      case .restore: try await RestoreTests.restore(copy, rig)
      }
    }
    #expect((rig.inForce.book.alarm(id) != nil) == row.isThere)
    #expect(try Store(path: folder.store).book() == rig.inForce.book)
  }

  @Test func leaveTheLogTheHistoryAndWhatNamesThem() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    let id = try await rig.add(AlarmInput(time: "07:30", label: "Train")).alarm.id
    // These stay: the first has not rung, and the second repeats.
    let off = try await rig.add("07:40").id
    _ = try await rig.change(off, .disable)
    let daily = try await rig.add("07:50", days: "daily").id
    _ = try await rig.change(daily, .disable)
    await Self.ring(rig, .dismissed(cardID: "x"))
    await rig.pass(.seconds(86_400))
    #expect(rig.inForce.book.alarms.map(\.id) == [off, daily])
    let ofAlarm = EventFilter(alarm: AlarmFilter(id, in: rig.inForce.book))
    let removed = try #require(await EventHistory.events(rig.ledger, since: nil, ofAlarm, limit: 100).last)
    #expect(removed.kind == .alarmRemoved && removed.alarmID == id && removed.label == "Train")
    #expect(removed.detail == "automatically, as it does not ring again")
    for name in [id, "train"] {
      var query = RingQuery(limit: 10)
      query.alarm = AlarmFilter(name, in: rig.inForce.book)
      #expect(await RingHistory.rings(rig.ledger, query).map(\.alarmId) == [id])
    }
    #expect(try await rig.add(AlarmInput(time: "07:30", label: "Train")).alarm.label == "Train")
  }

  @Test func stayWhileTheStoreTakesNothing() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    let id = try await rig.add("07:30").id
    await Self.ring(rig, .dismissed(cardID: "x"))
    await rig.ledger.storeEvents()
    rig.time.advance(by: .seconds(86_400))
    let other = try Database(path: rig.folder.store, readOnly: false)
    try other.execute("BEGIN IMMEDIATE")
    await rig.care.look()
    #expect(rig.inForce.book.alarms.map(\.id) == [id])
    try other.execute("ROLLBACK")
    await eventually {
      await rig.pass(.seconds(5))
      return rig.inForce.book.alarms.isEmpty
    }
    #expect(try Store(path: rig.folder.store).alarms().isEmpty)
    #expect(await rig.log.count { $0.kind == .alarmRemoved } == 1)
  }

  @Test func stayWhileAnAlarmRings() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    let id = try await rig.add("07:30").id
    let other = try await rig.add("07:40", days: "daily").id
    await Self.ring(rig, .dismissed(cardID: "x"))
    await rig.end(await rig.takeDue(after: .seconds(600)), .skipped)
    let rings = await rig.takeDue(after: .seconds(86_400))
    await rig.care.look()
    #expect(rig.inForce.book.alarms.map(\.id) == [id, other])
    await rig.end(rings, .skipped)
    await rig.care.look()
    #expect(rig.inForce.book.alarms.map(\.id) == [other])
  }
}
