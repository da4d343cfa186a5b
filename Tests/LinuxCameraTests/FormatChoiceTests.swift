import Testing

@testable import LinuxCamera

@Suite struct FormatChoiceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var offers: [FormatOffer]
    /// The index of the expected choice.
    var choice: Int?
  }

  private static func offer(_ format: PixelFormat, _ width: Int, _ height: Int, _ rate: Double? = 30) -> FormatOffer {
    FormatOffer(format: format, width: width, height: height, rate: rate)
  }

  static let cases: [Case] = [
    Case(testDescription: "nothing that grey is had from", offers: [], choice: nil),
    Case(
      testDescription: "a usual webcam",
      offers: [
        offer(.motionJPEG, 1280, 720), offer(.motionJPEG, 640, 480), offer(.yuyv, 1280, 720, 10),
        offer(.yuyv, 640, 480), offer(.yuyv, 320, 240),
      ], choice: 3),
    Case(
      testDescription: "grey before NV12 before YUYV before JPEG",
      offers: [
        offer(.motionJPEG, 640, 480), offer(.yuyv, 640, 480), offer(.nv12, 640, 480), offer(.grey, 640, 480),
      ], choice: 3),
    Case(
      testDescription: "NV12 before YUYV", offers: [offer(.yuyv, 640, 480), offer(.nv12, 640, 480)], choice: 1),
    Case(
      testDescription: "a slow uncompressed stream gives way to JPEG",
      offers: [offer(.yuyv, 640, 480, 7.5), offer(.motionJPEG, 640, 480)], choice: 1),
    Case(
      testDescription: "ten frames a second are fast enough",
      offers: [offer(.motionJPEG, 640, 480), offer(.yuyv, 640, 480, 10)], choice: 1),
    Case(
      testDescription: "a camera that does not say is taken for fast",
      offers: [offer(.motionJPEG, 640, 480), offer(.yuyv, 640, 480, nil)], choice: 1),
    Case(
      testDescription: "a slow stream before none", offers: [offer(.yuyv, 640, 480, 5)], choice: 0),
    Case(
      testDescription: "of two slow ones of a kind the faster",
      offers: [offer(.yuyv, 640, 480, 2), offer(.yuyv, 640, 480, 5)], choice: 1),
    Case(
      testDescription: "the exact size before the better format",
      offers: [offer(.grey, 1280, 960), offer(.motionJPEG, 640, 480)], choice: 1),
    Case(
      testDescription: "else the next larger size",
      offers: [offer(.yuyv, 1920, 1080), offer(.yuyv, 800, 600), offer(.yuyv, 352, 288)], choice: 1),
    Case(
      testDescription: "else the largest",
      offers: [offer(.yuyv, 160, 120), offer(.yuyv, 352, 288), offer(.yuyv, 640, 360)], choice: 2),
  ]

  @Test(arguments: cases)
  func theBestOfferIsChosenInAnyOrder(example: Case) {
    #expect(FormatChoice.best(of: example.offers) == example.choice.map { example.offers[$0] })
    #expect(FormatChoice.best(of: example.offers.reversed()) == example.choice.map { example.offers[$0] })
  }

  @Test(arguments: [
    (SizeOffer.one(width: 352, height: 288), 352, 288),
    (.range(width: 16...1920, widthStep: 1, height: 16...1080, heightStep: 1), 640, 480),
    (.range(width: 48...1920, widthStep: 32, height: 32...1088, heightStep: 16), 656, 480),
    (.range(width: 800...1600, widthStep: 8, height: 600...1200, heightStep: 8), 800, 600),
    (.range(width: 16...320, widthStep: 16, height: 16...240, heightStep: 16), 320, 240),
    (.range(width: 16...700, widthStep: 500, height: 16...490, heightStep: 300), 516, 316),
    (.range(width: 640...640, widthStep: 0, height: 480...480, heightStep: 0), 640, 480),
  ])
  func ofARangeTheNearestSizeOnTheGridIsTaken(offer: SizeOffer, width: Int, height: Int) {
    #expect(offer.nearest == (width, height))
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
