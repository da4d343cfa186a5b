import Glibc
import Hardware
import Testing

@testable import LinuxCamera

@Suite struct FormatLadderTests {
  private static let yuyv = offer(.yuyv, 640, 480)
  private static let jpeg = offer(.motionJPEG, 640, 480)
  private static let smallYUYV = offer(.yuyv, 320, 240)
  private static let smallJPEG = offer(.motionJPEG, 352, 288)
  private static let webcam = [
    offer(.motionJPEG, 1280, 720), offer(.yuyv, 1280, 720), jpeg, yuyv, smallYUYV, smallJPEG, offer(.yuyv, 160, 120),
  ]

  private static func offer(_ format: PixelFormat, _ width: Int, _ height: Int) -> FormatOffer {
    FormatOffer(format: format, width: width, height: height, rate: 30)
  }

  private func error(_ code: Int32) -> HardwareError { HardwareError(.camera, "a test", code: code) }

  private func next(_ ladder: inout FormatLadder, isWeakHost: Bool = false) -> FormatOffer? {
    ladder.offer(among: Self.webcam, isWeakHost: isWeakHost)
  }

  @Test func goesFromTheBestFormatToTheOtherKindAndThenToSmallerOnes() {
    #expect(FormatChoice.ladder(of: Self.webcam, isWeakHost: false) == [Self.yuyv, Self.jpeg, Self.smallYUYV])
    // Only the other kind may have another aspect ratio, if there is no other offer.
    #expect(
      FormatChoice.ladder(of: [Self.yuyv, Self.smallJPEG, Self.offer(.yuyv, 640, 360)], isWeakHost: false)
        == [Self.yuyv, Self.smallJPEG])
    #expect(FormatChoice.ladder(of: [], isWeakHost: true) == [])
    #expect(FormatChoice.ladder(of: [Self.yuyv], isWeakHost: true) == [Self.yuyv])
    let many = (0..<20).map { Self.offer(.yuyv, 320 + 10 * $0, 240) }
    #expect(FormatChoice.ladder(of: many, isWeakHost: false).count <= 3)
  }

  @Test func takesTheCompressedStreamFirstOnAWeakHost() {
    #expect(FormatChoice.ladder(of: Self.webcam, isWeakHost: true) == [Self.jpeg, Self.yuyv, Self.smallYUYV])
  }

  @Test("no bandwidth, damage and silence are the format's fault", arguments: [ENOSPC, EBADMSG, ETIMEDOUT])
  func takesTheNextFormatAfterAFailure(code: Int32) {
    var ladder = FormatLadder()
    var seen: [FormatOffer?] = []
    for step in 1...3 {
      seen.append(next(&ladder))
      #expect(ladder.isHurried == (step > 1), "the first format has as long as it takes")
      ladder.failed(error(code))
      #expect(ladder.hasAdvanced == (step < 3), "nobody waits before the next format")
    }
    #expect(seen == [Self.yuyv, Self.jpeg, Self.smallYUYV])
    // After all have failed it starts again, now without haste.
    #expect(next(&ladder) == Self.yuyv)
    #expect(!ladder.isHurried)
  }

  @Test func staysWithWhatWorksUntilTheCameraIsPulledOut() {
    var ladder = FormatLadder()
    _ = next(&ladder)
    ladder.failed(error(EBADMSG))
    #expect(next(&ladder) == Self.jpeg)
    ladder.worked()
    #expect(!ladder.isHurried)
    #expect(next(&ladder) == Self.jpeg)
    ladder.failed(error(ENODEV))
    #expect(next(&ladder) == Self.yuyv)
    // Also if another camera was plugged in unnoticed.
    ladder.failed(error(ETIMEDOUT))
    #expect(ladder.offer(among: [Self.smallYUYV, Self.jpeg], isWeakHost: false) == Self.jpeg)
  }

  @Test func aFormatThatWentWellIsNotLeftForAStallNorForOneDamage() {
    var ladder = FormatLadder()
    _ = next(&ladder)
    for _ in 0..<FormatLadder.provenAfter { ladder.worked() }
    for code in [ETIMEDOUT, ETIMEDOUT, ETIMEDOUT, EBADMSG, ETIMEDOUT] {
      ladder.failed(error(code))
      #expect(next(&ladder) == Self.yuyv && !ladder.hasAdvanced && !ladder.isHurried)
    }
    ladder.failed(error(EBADMSG))
    #expect(next(&ladder) == Self.jpeg && ladder.hasAdvanced)
  }

  @Test(
    "what a start refuses is the format's fault, and what a node refuses is not",
    arguments: [EIO, EPIPE, EPROTO, ENOMEM])
  func aStartThatIsRefusedTakesTheNextFormat(code: Int32) {
    var ladder = FormatLadder()
    _ = next(&ladder)
    for other in [code, EBUSY, EACCES] { ladder.failed(error(other)) }
    ladder.failed(error(EBUSY), isStarting: true)
    #expect(next(&ladder) == Self.yuyv && !ladder.hasAdvanced)
    ladder.failed(error(code), isStarting: true)
    #expect(next(&ladder) == Self.jpeg)
  }

  @Test func aCameraWithOneFormatIsTriedAgainWithoutHaste() {
    var ladder = FormatLadder()
    _ = ladder.offer(among: [Self.yuyv], isWeakHost: false)
    ladder.failed(error(ENOSPC))
    #expect(!ladder.hasAdvanced && !ladder.isHurried)
    #expect(ladder.offer(among: [Self.yuyv], isWeakHost: false) == Self.yuyv)
  }
}
