import Testing

@testable import Daemon

/// Codes count as in view even if not every frame reads them.
@Suite struct RecentCodesTests {
  /// Times in milliseconds, the codes read then, and the codes in view.
  typealias Looks = [(at: Int, read: [UInt8], inView: [UInt8])]

  static let histories: [Looks] = [
    [(0, [], [])],
    // A code that is read intermittently stays; it goes a second after the last reading.
    [(0, [1], [1]), (66, [], [1]), (900, [1], [1]), (1900, [], [1]), (1901, [], [])],
    // Two alternating codes are both in view, in order of arrival.
    [
      (0, [2], [2]), (66, [1], [2, 1]), (132, [2], [2, 1]), (198, [1, 1], [2, 1]), (1132, [], [2, 1]), (1150, [], [1]),
    ],
  ]

  @Test(arguments: histories.indices)
  func aCodeIsInViewForASecondAfterItWasRead(index: Int) {
    var codes = RecentCodes()
    for (at, read, inView) in Self.histories[index] {
      let now: Duration = .milliseconds(at)
      codes.look(at: Sight(brightness: 100, payloads: read.map { [$0] }), at: now)
      #expect(codes.payloads(at: now) == inView.map { [$0] }, "at \(at) ms")
    }
  }

  @Test func withoutANewLookACodeGoesAsWell() {
    var codes = RecentCodes()
    codes.look(at: Sight(brightness: 100, payloads: [[7]]), at: .zero)
    #expect(codes.payloads(at: .seconds(1)) == [[7]])
    #expect(codes.payloads(at: .milliseconds(1001)) == [])
  }
}
