import TestSupport
import Testing

/// Random histories, played to `rouse-daemon` on a mock clock.
@Suite(.startsPrograms) struct RealDaemonHistoryTests {
  @Test func everyOccurrenceEndsInTheRealDaemonAsTheBookSays() async throws {
    let start = try await RealStart()
    try await Player.check("random histories of the real daemon", "ROUSE_REAL_", usual: 12) {
      let player = try Player()
      return { try await player.playToDaemons($0, from: start) }
    }
  }
}
