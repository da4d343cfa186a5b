import AlarmClock
import FoundationEssentials
import Hardware
import Testing

@testable import Control
@testable import rouse

struct CameraTests {
  private static func frame(_ rows: [UInt8]...) throws -> GrayFrame {
    try #require(GrayFrame(width: rows[0].count, height: rows.count, pixels: rows.flatMap(\.self)))
  }

  private static func sight(
    brightness: Int = 120, codes: [SightView.Code] = [], hint: ReadingHint? = nil
  ) -> SightView {
    let pixels = Data([UInt8](repeating: 255, count: 160 * 120)).base64EncodedString()
    return SightView(
      brightness: brightness, sharpness: 50, codes: codes, hint: hint,
      picture: PictureView(width: 160, height: 120, pixels: pixels))
  }

  @Test func tellsWhetherTheCodeIsLargeEnough() {
    func text(_ pixels: Double?, hasFocus: Bool?, codes: [SightView.Code] = [SightView.Code(card: nil)]) -> String? {
      var sight = Self.sight(codes: codes)
      (sight.pixelsPerModule, sight.hasFocus) = (pixels, hasFocus)
      return SightText.size(sight)
    }
    #expect(text(3.04, hasFocus: false) == "3.0 pixels per module, enough")
    #expect(text(1.8, hasFocus: true)?.contains("1.8 pixels per module, too few: bring it nearer") == true)
    #expect(text(1.8, hasFocus: false)?.contains("fixed focus, print the card larger: `rouse card new") == true)
    #expect(text(nil, hasFocus: false, codes: [])?.hasPrefix("fixed focus") == true)
    #expect(text(nil, hasFocus: nil, codes: []) == nil && text(nil, hasFocus: true) == nil)
    var sight = Self.sight()
    sight.hasFocus = false
    #expect(SightText.line(sight).contains(", fixed focus, so a near card is blurred: print the card larger"))
  }

  private static func screen(_ columns: Int, _ rows: Int, hasKeys: Bool = true) -> AimScreen {
    AimScreen(columns: columns, rows: rows, colours: .none, style: Style(isColoured: false), hasKeys: hasKeys)
  }

  @Test func withoutColourMoreLightIsMoreInk() throws {
    let rising: [UInt8] = [0, 28, 56, 85, 113, 141, 170, 198, 226, 255]
    let frame = try Self.frame(rising, rising, [UInt8](rising.reversed()), [UInt8](repeating: 0, count: 10))
    #expect(BlockPicture.lines(frame, .none) == [" .:-=+*#%@", "==--::..  "])
    // A last odd row stands alone.
    #expect(BlockPicture.lines(try Self.frame([0, 255], [0, 255], [255, 0]), .none) == [" @", "@ "])
  }

  @Test(arguments: [
    // Black and white are the ends of the ramp of 24 grays; gray is in the middle.
    (BlockPicture.Colours.greys, "38;5;232;48;5;255", "38;5;243;48;5;244"),
    (.trueColour, "38;2;0;0;0;48;2;255;255;255", "38;2;120;120;120;48;2;128;128;128"),
  ])
  func aCharacterIsTwoPixelsAndAColourIsSaidOnce(colours: BlockPicture.Colours, first: String, second: String) throws {
    let frame = try Self.frame([0, 0, 120], [255, 255, 128])
    #expect(BlockPicture.lines(frame, colours) == ["\u{1B}[\(first)m▀▀\u{1B}[\(second)m▀\u{1B}[0m"])
  }

  @Test(arguments: [
    (79, 20, 53, 40), (30, 20, 29, 22), (500, 500, 160, 120), (1, 1, nil, nil), (3, 1, 3, 2), (80, 0, nil, nil),
  ])
  func thePictureFillsTheRoomWithItsShapeKept(columns: Int, rows: Int, width: Int?, height: Int?) {
    let camera = GrayFrame(width: 160, height: 120, filledWith: 9)
    let fitted = BlockPicture.fitting(camera, columns: columns, rows: rows)
    #expect(fitted?.width == width && fitted?.height == height)
    // White pixels would be a margin.
    #expect(fitted?.pixels.allSatisfy { $0 == 9 } != false)
  }

  @Test(arguments: [(80, 24, 24), (200, 100, 65), (40, 12, 12), (20, 6, 6), (20, 3, 3), (3, 24, 5)])
  func noLineIsAsWideAsTheTerminalAndNoneTooMany(columns: Int, rows: Int, count: Int) throws {
    let card = CardView(id: "c1", name: "寝室のカード", kind: .dismiss, enrolled: true, created: "t")
    let sight = Self.sight(codes: [SightView.Code(card: card)])
    let lines = try Self.screen(columns, rows).lines(AimProgress(sight: sight), best: 70)
    #expect(lines.count == count)
    #expect(lines.allSatisfy { Terminal.width($0) < columns })
  }

  @Test func theNumbersStandBelowThePictureOrTheReasonWithoutOne() throws {
    let lines = try Self.screen(80, 24).lines(AimProgress(sight: Self.sight(brightness: 30)), best: 100)
    #expect(lines[0] == String(repeating: "@", count: 51))
    #expect(
      lines.suffix(5) == [
        "brightness: 30 of 255, too dark: give it more light",
        " sharpness:   50, best 100 [###############---------------]",
        "      seen: no code in view",
        "    advice: show the whole code and its white margin, a third of the picture",
        "q quits; r resets the best.",
      ])
    let progress = AimProgress(failure: "camera: opening: ENODEV")
    #expect(
      try Self.screen(80, 24, hasKeys: false).lines(progress, best: 9)
        == ["no picture: camera: opening: ENODEV", "Ctrl-C quits."])
    #expect(SightText.noFrame(nil) == "no picture: the camera is silent")
    // A picture that is not as its size says is none.
    let error = #expect(throws: ControlError.self) { try GrayFrame(PictureView(width: 2, height: 2, pixels: "AAAA")) }
    #expect(error?.code == .internal)
  }

  @Test(arguments: ReadingHint.allCases)
  func whatIsInTheWayIsSaidInWordsAndInTheDisplaysOwn(hint: ReadingHint) throws {
    let sight = Self.sight(hint: hint)
    let said = try #require(SightText.advice(sight))
    #expect(said.hasSuffix("(on the display: \(hint.word))"))
    #expect(SightText.line(sight).hasSuffix(", no code read, \(said)"))
    #expect(try Self.screen(80, 24).lines(AimProgress(sight: sight), best: 9).contains("    advice: \(said)"))
    #expect(Terminal.width("    advice: \(said)") < 80)
  }

  @Test func nothingIsInTheWayOnlyOfACodeThatWasRead() throws {
    func advice(_ codes: [SightView.Code]) throws -> String? {
      let sight = Self.sight(codes: codes)
      return try Self.screen(80, 24).lines(AimProgress(sight: sight), best: 9).first { $0.contains("advice: ") }
    }
    #expect(try advice([SightView.Code(card: Sample.card)]) == "    advice: none, nothing is wrong")
    #expect(try advice([])?.contains("show the whole code") == true)
    let dazzling = Self.sight(brightness: 250, codes: [SightView.Code(card: Sample.card)])
    let lines = try Self.screen(80, 24).lines(AimProgress(sight: dazzling), best: 9)
    #expect(lines.contains("    advice: too bright: give it less light"))
    #expect(
      SightText.line(Self.sight()).hasSuffix(", no code in view, \(try #require(SightText.advice(Self.sight())))"))
  }

  @Test(arguments: [(0, Light.dark), (49, .dark), (50, .fine), (205, .fine), (206, .bright), (255, .bright)])
  func theLightIsJudged(brightness: Int, light: Light) {
    #expect(Light(brightness: brightness) == light)
  }

  @Test func codesAreToldByTheirCards() {
    var enrolled = Sample.card
    enrolled.enrolled = true
    enrolled.name = "bath\u{1B}room"
    let codes = [Sample.card, enrolled, nil].map { SightView.Code(card: $0) }
    #expect(
      SightText.line(Self.sight(codes: codes), best: 60)
        == "brightness 120 (fine), sharpness 50 (best 60), card bathroom (c1), not enrolled yet: `rouse card test`; "
        + "card bath?room (c1); an unknown code")
  }
}
