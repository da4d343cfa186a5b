import Synchronization
import Testing

@testable import Daemon
@testable import Machine

/// A part that makes a round only when prodded.
private final class Part: Pulse {
  private let count = Atomic(0)
  private let prods = Atomic(0)
  let answers: Bool
  init(answers: Bool = true) { self.answers = answers }
  var beats: Int { count.load(ordering: .relaxed) }
  var prodCount: Int { prods.load(ordering: .relaxed) }
  func prod() {
    prods.add(1, ordering: .relaxed)
    if answers { count.add(1, ordering: .relaxed) }
  }
}

@Suite struct WatchdogTests {
  /// Whether the scheduler and the ringer answer, and how many keep-alives ten checks send.
  static let cases: [(scheduler: Bool, ringer: Bool, signs: Int)] = [
    (true, true, 10),
    // The first check has nothing to compare with; from the second on, a stuck part is noticed.
    (true, false, 1), (false, true, 1), (false, false, 1),
  ]

  @Test(arguments: cases)
  func aSignOfLifeNeedsEveryPart(scheduler: Bool, ringer: Bool, signs: Int) throws {
    let sent = Mutex<[String]>([])
    let parts = [Part(answers: scheduler), Part(answers: ringer)]
    let manager = ServiceManager(watchdogInterval: .seconds(10)) { message in sent.withLock { $0.append(message) } }
    let watchdog = try Watchdog(parts, manager: manager)
    for _ in 0..<10 { watchdog.look() }
    #expect(sent.withLock { $0 } == [String](repeating: "WATCHDOG=1", count: signs))
    #expect(parts.allSatisfy { $0.prodCount == 10 })
  }
}
