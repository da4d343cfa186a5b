import AlarmClock
import Control
import TestSupport
import Testing

@testable import Daemon

struct NextFromTests {
  /// `morning` is 2026-11-21T07:00Z; the zone is UTC.
  @Test(arguments: [
    (alarm: "00:00", from: "2027-01-01", first: "2027-01-01T00:00"),
    ("07:30", "2027-01-01 07:30", "2027-01-01T07:30"), ("07:30", "2027-01-01 07:30:01", "2027-01-02T07:30"),
    ("07:30", "2026-11-22", "2026-11-22T07:30"), ("07:00", "2026-11-22T08:00:00+01:00", "2026-11-22T07:00"),
    // Past occurrences are not listed.
    ("00:00", "2026-11-20", "2026-11-22T00:00"),
  ]) func theMomentItselfCounts(alarm: String, from: String, first: String) async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    _ = try await rig.add(AlarmInput(time: alarm, label: "Work", days: "daily"))
    let coming = try rig.views.occurrences(count: 2, from: from)
    #expect(coming.count == 2 && coming.first?.time.prefix(16) ?? "" == first, "\(coming.map(\.time))")
  }
}
