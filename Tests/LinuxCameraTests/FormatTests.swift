import Glibc
import Hardware
import Testing

@testable import LinuxCamera

@Suite struct FormatChoiceTests {
  /// Offers by what they are, and the index of the expected choice.
  static let cases: [(name: String, offers: [FormatOffer], choice: Int?)] = [
    ("nothing that grey is had from", [], nil),
    (
      "a usual webcam",
      [
        offer(.motionJPEG, 1280, 720), offer(.motionJPEG, 640, 480), offer(.yuyv, 1280, 720, 10),
        offer(.yuyv, 640, 480), offer(.yuyv, 320, 240),
      ], 3
    ),
    (
      "grey before NV12 before YUYV before JPEG",
      [offer(.motionJPEG, 640, 480), offer(.yuyv, 640, 480), offer(.nv12, 640, 480), offer(.grey, 640, 480)], 3
    ),
    ("NV12 before YUYV", [offer(.yuyv, 640, 480), offer(.nv12, 640, 480)], 1),
    (
      "a slow uncompressed stream gives way to JPEG",
      [offer(.yuyv, 640, 480, 7.5), offer(.motionJPEG, 640, 480)], 1
    ),
    ("ten frames a second are fast enough", [offer(.motionJPEG, 640, 480), offer(.yuyv, 640, 480, 10)], 1),
    ("a camera that does not say is taken for fast", [offer(.motionJPEG, 640, 480), offer(.yuyv, 640, 480, nil)], 1),
    ("a slow stream before none", [offer(.yuyv, 640, 480, 5)], 0),
    ("of two slow ones of a kind the faster", [offer(.yuyv, 640, 480, 2), offer(.yuyv, 640, 480, 5)], 1),
    ("the exact size before the better format", [offer(.grey, 1280, 960), offer(.motionJPEG, 640, 480)], 1),
    ("else the next larger size", [offer(.yuyv, 1920, 1080), offer(.yuyv, 800, 600), offer(.yuyv, 352, 288)], 1),
    ("else the largest", [offer(.yuyv, 160, 120), offer(.yuyv, 352, 288), offer(.yuyv, 640, 360)], 2),
  ]

  @Test(arguments: cases)
  func theBestOfferIsChosenInAnyOrder(name: String, offers: [FormatOffer], choice: Int?) {
    #expect(FormatChoice.best(of: offers) == choice.map { offers[$0] })
    #expect(FormatChoice.best(of: offers.reversed()) == choice.map { offers[$0] })
  }

  @Test(arguments: [
    (16...1920, 1, 640), (48...1920, 32, 656), (800...1600, 8, 800), (16...320, 16, 320), (16...700, 500, 516),
    (640...640, 0, 640),
  ])
  func ofARangeTheNearestLengthOnTheGridIsTaken(range: ClosedRange<Int>, step: Int, nearest: Int) {
    #expect(FormatChoice.nearest(to: 640, in: range, step: step) == nearest)
  }

  @Test func wishesTakeTheFirstValueThatTheCameraHas() {
    let wish = CameraControls.Wish(name: "auto_exposure", id: 1, values: [3, 0])
    #expect(wish.value(in: 0...3, entries: [0, 1, 2, 3]) == 3)
    #expect(wish.value(in: 0...3, entries: [0, 1]) == 0)
    #expect(wish.value(in: 0...3, entries: [1]) == nil)
    #expect(wish.value(in: 0...1, entries: nil) == 0)
    #expect(wish.value(in: 1...2, entries: nil) == nil)
  }
}

func offer(_ format: PixelFormat, _ width: Int, _ height: Int, _ rate: Double? = 30) -> FormatOffer {
  FormatOffer(format: format, width: width, height: height, rate: rate)
}

@Suite struct FormatLadderTests {
  private static let yuyv = offer(.yuyv, 640, 480)
  private static let jpeg = offer(.motionJPEG, 640, 480)
  private static let smallYUYV = offer(.yuyv, 320, 240)
  private static let smallJPEG = offer(.motionJPEG, 352, 288)
  private static let webcam = [
    offer(.motionJPEG, 1280, 720), offer(.yuyv, 1280, 720), jpeg, yuyv, smallYUYV, smallJPEG, offer(.yuyv, 160, 120),
  ]

  private func error(_ code: Int32) -> HardwareError { HardwareError(.camera, "a test", code: code) }

  private func next(_ ladder: inout FormatLadder) -> FormatOffer? {
    ladder.offer(among: Self.webcam, isWeakHost: false)
  }

  @Test func goesFromTheBestFormatWhichIsJPEGOnAWeakHostToTheOtherKindAndThenToSmallerOnes() {
    #expect(FormatChoice.ladder(of: Self.webcam, isWeakHost: false) == [Self.yuyv, Self.jpeg, Self.smallYUYV])
    // Only the other kind may have another aspect ratio, if there is no other offer.
    #expect(
      FormatChoice.ladder(of: [Self.yuyv, Self.smallJPEG, offer(.yuyv, 640, 360)], isWeakHost: false)
        == [Self.yuyv, Self.smallJPEG])
    #expect(FormatChoice.ladder(of: [], isWeakHost: true) == [])
    #expect(FormatChoice.ladder(of: [Self.yuyv], isWeakHost: true) == [Self.yuyv])
    let many = (0..<20).map { offer(.yuyv, 320 + 10 * $0, 240) }
    #expect(FormatChoice.ladder(of: many, isWeakHost: false).count <= 3)
    #expect(FormatChoice.ladder(of: Self.webcam, isWeakHost: true) == [Self.jpeg, Self.yuyv, Self.smallYUYV])
  }

  @Test(arguments: [ENOSPC, EBADMSG, ETIMEDOUT])
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

  @Test(arguments: [EIO, EPIPE, EPROTO, ENOMEM])
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
