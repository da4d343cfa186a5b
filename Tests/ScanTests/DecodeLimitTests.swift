import Glibc
import Testing

@testable import rouse_scan

/// Runs in child processes, because the limit ends the process.
@Suite struct DecodeLimitTests {
  private static let limit: Duration = .milliseconds(100)

  @Test func aPictureThatMakesTheDecoderHangEndsTheProcess() async {
    await #expect(processExitsWith: .exitCode(EX_SOFTWARE)) {
      DecodeLimit.run(within: Self.limit) { while true { _ = getpid() } }
    }
  }

  /// As on a busy machine: time passes, but the decoder gets no CPU.
  @Test func waitingForTheProcessorIsNoHangingAndWhatIsDoneAfterwardsIsNotCounted() async {
    await #expect(processExitsWith: .success) {
      DecodeLimit.run(within: Self.limit) { _ = usleep(300_000) }
      var time = timespec()
      repeat { clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) } while time.tv_sec == 0 && time.tv_nsec < 300_000_000
      exit(EXIT_SUCCESS)
    }
  }
}
