import Control
import Glibc
import TestSupport
import Testing

/// A signal ends a ring only if it requests the end of the daemon or reports a crash (signal(7), "Standard signals").
struct SignalTests {
  /// SIGTERM, SIGINT and SIGHUP stop the daemon; SIGQUIT and crash signals end it with a core dump; nothing can ignore
  /// SIGKILL and SIGSTOP; the other stop signals only pause it. The C library reserves 32 and 33 for itself.
  private static let others: Set<Int32> = [
    SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU,
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, 32, 33,
  ]

  @Test func aRingGoesOnAfterEverySignalThatAsksForNothing() async throws {
    try await Clock.run { clock in
      _ = try await clock.ring()
      let id = try #require(clock.daemonID)
      for number in Int32(1)...64 where !Self.others.contains(number) {
        #expect(kill(id, number) == 0)
        _ = try await clock.succeed("status")
        try #require(clock.daemonID == id && kill(id, 0) == 0, "signal \(number) ended the daemon")
      }
      #expect(try await clock.status.state == .ringing)
      try await clock.bring("right")
      try await clock.untilIdle()
      #expect(clock.daemonID == id)
    }
  }

  /// The limit of `ulimit -f` and `LimitFSIZE=`: a write beyond it raises SIGXFSZ and fails with EFBIG (setrlimit(2)).
  @Test func aRingGoesOnWhereNoFileMayGrow() async throws {
    try await Clock.withoutDaemon { clock in
      try await clock.start(through: ["/usr/bin/prlimit", "--fsize=\(300 * 1024)"], card: true)
      _ = try await clock.ring()
      let id = try #require(clock.daemonID)
      let client = try clock.connect()
      let input = AlarmInput(time: "+5h", label: String(repeating: "x", count: 95))
      var refusal: ControlError?
      for _ in 0..<500 where refusal == nil {
        do { _ = try client.send(AddAlarm(input: input)) } catch let error as ControlError { refusal = error }
        try #require(clock.daemonID == id && kill(id, 0) == 0, "the daemon died: \(clock.daemon?.errors ?? "")")
      }
      #expect(refusal?.code == .cannotWrite, "\(String(describing: refusal))")
      #expect(try await clock.status.state == .ringing)
      try await clock.show("right")
      // The outcome cannot be stored.
      try await clock.eventually("the ring is over") { try await clock.status.rings.isEmpty }
      #expect(clock.daemonID == id)
    }
  }
}
