import TestSupport
import Testing

struct ScanConfinementTests {
  @Test func whileItLooksItIsConfined() async throws {
    try await Clock.run { clock in
      try await clock.succeed("alarm", "add", "+1s")
      try await clock.eventually("rouse-scan runs confined") {
        guard let id = clock.scanID else { return false }
        let status = Files.text("/proc/\(id)/status")
        return status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2")
      }
    }
  }
}
