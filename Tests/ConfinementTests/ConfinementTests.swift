import ConfinementProbe
import Glibc
import TestSupport
import Testing

/// Operations that are denied to a confined process, tried in child processes.
@Suite(.startsPrograms) final class ConfinementTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws {
    temporary = try TemporaryFolder(in: "/tmp")
    for name in ["allowed", "hidden"] { mkdir("\(folder)/\(name)", 0o700) }
    for name in ["allowed/file", "allowed/victim", "hidden/file"] {
      try Files.write("text", to: "\(folder)/\(name)")
    }
  }

  private func outcome(_ confinement: probe_confinement, _ attempt: probe_attempt) -> Int32 {
    probe(confinement, attempt, folder)
  }

  static let harmful: [probe_attempt] = [
    PROBE_EXEC, PROBE_FORK, PROBE_SOCKET, PROBE_SOCKET_PAIR, PROBE_OPEN_TO_WRITE, PROBE_OPEN_TO_READ_AND_WRITE,
    PROBE_CREATE, PROBE_MAP_SHARED_TO_WRITE, PROBE_SIGNAL_PARENT, PROBE_TRACE_PARENT, PROBE_CHANGE_LIMIT, PROBE_REMOVE,
  ]
  static let harmless: [probe_attempt] = [PROBE_READ_ALLOWED_FILE, PROBE_THREAD, PROBE_ABORT, PROBE_ALLOCATE]
  static let hasCalls = probe_confinement_error(PROBE_CALLS, "/tmp") == 0
  static let hasFiles = probe_confinement_error(PROBE_FILES, "/tmp") == 0

  /// Otherwise the tests below would prove nothing.
  @Test func whatIsTriedSucceedsUnconfined() {
    for attempt in Self.harmless + Self.harmful { #expect(outcome(PROBE_NOTHING, attempt) == 0, "\(attempt)") }
    #expect(outcome(PROBE_NOTHING, PROBE_READ_HIDDEN_FILE) == 0)
  }

  @Test(.enabled(if: hasCalls, "this kernel has no seccomp"))
  func confinedToItsCallsItIsRefusedTheRestAndWithADeviceMayOpenFilesForBothAndNothingElse() {
    let harmful = Self.harmful.filter { $0 != PROBE_OPEN_TO_READ_AND_WRITE }
    for (confinement, refused, allowed) in [
      (PROBE_CALLS, Self.harmful + [PROBE_TYPE_INTO_TERMINAL], Self.harmless),
      (PROBE_CALLS_WITH_DEVICE, harmful, Self.harmless + [PROBE_OPEN_DEVICE]),
    ] {
      for attempt in refused { #expect([EPERM, ENOSYS].contains(outcome(confinement, attempt)), "\(attempt)") }
      for attempt in allowed { #expect(outcome(confinement, attempt) == 0, "\(attempt)") }
    }
  }

  @Test(.enabled(if: hasCalls && hasFiles, "this kernel has no seccomp, or no Landlock"))
  func confinedToWhatIsOpenItIsRefusedEveryFile() {
    let refused = Self.harmful + [PROBE_READ_HIDDEN_FILE, PROBE_READ_ALLOWED_FILE, PROBE_OPEN_DEVICE]
    for attempt in refused {
      #expect([EACCES, EPERM, ENOSYS].contains(outcome(PROBE_NO_FILES, attempt)), "\(attempt)")
    }
    for attempt in Self.harmless where attempt != PROBE_READ_ALLOWED_FILE {
      #expect(outcome(PROBE_NO_FILES, attempt) == 0, "\(attempt)")
    }
  }

  @Test(.enabled(if: hasFiles, "this kernel has no Landlock"))
  func confinedToItsFilesItIsRefusedOthersAndAllWriting() {
    let refused = [
      PROBE_READ_HIDDEN_FILE, PROBE_OPEN_TO_WRITE, PROBE_OPEN_TO_READ_AND_WRITE, PROBE_CREATE, PROBE_REMOVE, PROBE_EXEC,
    ]
    for attempt in refused { #expect(outcome(PROBE_FILES, attempt) == EACCES, "\(attempt)") }
    for attempt in Self.harmless + [PROBE_OPEN_DEVICE] { #expect(outcome(PROBE_FILES, attempt) == 0, "\(attempt)") }
  }
}
