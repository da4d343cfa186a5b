import Glibc
import Testing

@testable import rouse_scan

/// In processes of their own: the limit ends them.
@Suite struct DecodeLimitTests {
  @Test func aPictureThatMakesTheDecoderHangEndsTheProcess() async {
    await #expect(processExitsWith: .exitCode(EX_SOFTWARE)) {
      DecodeLimit.run(within: 1) { while true { _ = getpid() } }
    }
  }

  /// As on a machine that others keep busy: the time passes, and the decoder gets none of it.
  @Test func waitingForTheProcessorIsNoHanging() async {
    await #expect(processExitsWith: .success) {
      DecodeLimit.run(within: 1) { _ = sleep(2) }
      exit(EXIT_SUCCESS)
    }
  }

  @Test func whatIsDoneAfterwardsIsNotCounted() async {
    await #expect(processExitsWith: .success) {
      DecodeLimit.run(within: 1) {}
      var time = timespec()
      repeat { clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) } while time.tv_sec < 2
      exit(EXIT_SUCCESS)
    }
  }
}
