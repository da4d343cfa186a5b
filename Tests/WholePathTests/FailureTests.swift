import Control
import Glibc
import TestSupport
import Testing

struct FailureTests {
  @Test func theCardIsSeenAfterTheReaderWasHit() async throws {
    try await Clock.run { clock in
      for signal in [SIGKILL, SIGSTOP] {
        _ = try await clock.ring()
        try await clock.eventually("the reader sees frames") { clock.scanID != nil }
        kill(try #require(clock.scanID), signal)
        try await clock.dismiss()
        #expect(try await !clock.mock.isSounding)
        try await clock.eventually("no reader is left") { clock.scanID == nil }
        try await clock.succeed("mock", "hide")
      }
    }
  }

  @Test func aMixerThatIsTurnedDownInARingIsToldAndRaisedEachTime() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      _ = try await clock.ring()
      try await clock.eventually("the sound plays") { try await clock.mock.speaker.playing }
      #expect(try await !clock.mock.buzzer.on)
      for round in 1...2 {
        try await clock.succeed("mock", "mixer", "0")
        try await clock.eventually("the buzzer joins, round \(round)") { try await clock.mock.buzzer.on }
        #expect(try await clock.status.devices["speaker"]?.health == .failed)
        try await clock.untilBoard("it is raised") { $0.speaker.mixer == 100 && $0.speaker.playing }
      }
      let failures = try await clock.events("device_failed")
      #expect(failures.contains { $0.detail?.contains("turned down to 0%") == true }, "\(failures)")
      // The speaker is healthy again after playing for a while.
      try await clock.eventually("it is well") { try await clock.status.devices["speaker"]?.health == .ok }
      try await clock.dismiss()
      #expect(try await clock.mock.speaker.mixer == 0, "as people have set it")
    }
  }

  @Test func aRingWithNothingWorkingButTheCameraEndsByTheCard() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      for device in ["buzzer", "vibration", "speaker", "display", "lamp"] {
        try await clock.succeed("mock", "fail", device, "ENODEV")
      }
      let id = try await clock.addAlarm("+1s")
      try await clock.eventually("it rings") { try await clock.status.rings.map(\.alarmId) == [id] }
      try await clock.bring("right")
      #expect(try await clock.events("dismiss_success_qr").map(\.alarmId) == [id])
    }
  }

  @Test func aSignalThatComesAsSoonAsItAnswersOrWasBlockedStopsIt() async throws {
    try await Clock.withoutDaemon { clock in
      for _ in 0..<10 {
        try await clock.start()
        #expect(try await clock.end(SIGTERM).code == 0)
      }
      // A process inherits its blocked signals, and Dispatch threads, which may start programs, block all of them.
      try await clock.start(through: ["/usr/bin/env", "--block-signal=TERM"])
      #expect(try await clock.end(SIGTERM).code == 0)
    }
  }

  /// SIGTERM, SIGINT and SIGHUP stop the daemon; SIGQUIT and crash signals end it with a core dump; nothing can ignore
  /// SIGKILL and SIGSTOP; the other stop signals only pause it. The C library reserves 32 and 33 for itself.
  private static let others: Set<Int32> = [
    SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU,
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, 32, 33,
  ]

  /// A signal ends a ring only if it requests the end of the daemon or reports a crash (signal(7), "Standard signals").
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
