import CardReader
import Hardware
import Pictures
import Testing

@Suite struct CardReaderTests {
  /// Payloads that a scanner which guesses encodings would change.
  static let payloads: [[UInt8]] = [
    Array("https://wake.example/s/0123456789abc".utf8),
    Array("HTTPS://WAKE.EX18LE/0123".utf8),
    Array("https://wake.example/0123".utf8),
    Array("12345678901234567890".utf8),
    Array("Réveil-Noël ☕ 目覚まし".utf8),
    [0x52, 0xE9, 0x76, 0x65, 0x69, 0x6C],
    [0xEF, 0xBB, 0xBF] + Array("with a mark".utf8),
    [0x93, 0xFA, 0x96, 0x7B],
    [0, 1, 0, 0, 255, 0],
    [0],
    Array("trailing newline\r\n".utf8),
    (0...255).map { UInt8($0) },
  ]

  @Test(arguments: payloads)
  func aPayloadComesBackByteForByte(payload: [UInt8]) throws {
    #expect(try CardReader().read(try Scene.card(payload)).map(\.payload) == [payload])
  }

  static let text = "alarm:v1:0123456789ab"

  static let treatments: [(String, @Sendable (GrayFrame) -> GrayFrame)] = [
    ("turned by 30 degrees", { $0.turned(cosine: 0.866, sine: 0.5, scale: 0.7) }),
    ("turned by 45 degrees", { $0.turned(cosine: 0.7071, sine: 0.7071, scale: 0.6) }),
    ("upside down", { $0.turned(cosine: -1, sine: 0) }),
    ("small", { $0.turned(cosine: 1, sine: 0, scale: 0.2) }),
    ("light on dark", { $0.inverted() }),
    ("dim", { $0.squeezed(black: 2, white: 14) }),
    ("dim and grainy", { $0.squeezed(black: 4, white: 24).noisy(8, seed: 3) }),
    ("flat", { $0.squeezed(black: 118, white: 128) }),
    ("out of focus", { $0.turned(cosine: 1, sine: 0, scale: 0.5).blurred(3) }),
    ("grainy", { $0.noisy(90, seed: 5) }),
  ]

  @Test(arguments: treatments)
  func aCardIsReadAsRoomsAndCamerasShowIt(name: String, treat: @Sendable (GrayFrame) -> GrayFrame) throws {
    let (frame, reader) = (treat(try Scene.card(Self.text)), try CardReader())
    #expect(try reader.read(frame).map(\.payload) == [Array(Self.text.utf8)], "\(name)")
    if name == "dim and grainy" { #expect(try reader.read(frame, with: .raw).isEmpty, "plain libzbar misses it") }
  }

  @Test(arguments: [Int](0..<6))
  func aFrameWithoutACodeGivesNothing(index: Int) throws {
    let blank = GrayFrame(width: 320, height: 240, filledWith: UInt8(index * 50))
    let frames = [
      blank, blank.noisy(20, seed: UInt64(index)), blank.noisy(120, seed: UInt64(index)).blurred(2),
    ]
    let reader = try CardReader()
    for frame in frames { #expect(try reader.read(frame).isEmpty) }
  }

  @Test(arguments: [(1, 1), (15, 400), (16, 16), (640, 16)])
  func aFrameTooSmallForACodeGivesNothing(width: Int, height: Int) throws {
    let frame = GrayFrame(width: width, height: height, filledWith: 255).noisy(100, seed: 1)
    #expect(try CardReader().read(frame).isEmpty)
    #expect(try CardReader().look(at: frame).sightings.isEmpty)
  }

  /// As on a fast machine: the reader's clock stands still.
  @Test func liveVideoFindsAnInvertedCodeWithinSixFramesBesideAnotherOneToo() throws {
    func found(in frame: GrayFrame) throws -> Set<[UInt8]> {
      let reader = try CardReader(time: { .zero })
      return Set(try (0..<6).flatMap { _ in try reader.look(at: frame).sightings }.map(\.payload))
    }
    #expect(try found(in: Scene.card(Self.text).inverted()).contains(Array(Self.text.utf8)))
    let left = try Scene.card("a cereal box").turned(cosine: 1, sine: 0, scale: 0.45)
    let right = try Scene.card(Self.text).turned(cosine: 1, sine: 0, scale: 0.45).inverted().moved(160, 0)
    let both = left.moved(-160, 0).redrawn { x, y, old in x < 320 ? old : Int(right.pixels[y * 640 + x]) }
    #expect(try found(in: both) == [Array("a cereal box".utf8), Array(Self.text.utf8)])
  }

  /// Eight frames, small for speed, of a moving card that is hidden by noise.
  @Test func aBurstAndLiveVideoInTheDarkAreReadWhereNoFrameIs() throws {
    let still = try Scene.card(Self.text).fitted(width: 320, height: 240)
      .turned(cosine: 1, sine: 0, scale: 0.8).squeezed(black: 4, white: 14)
    let burst = (0..<8).map { still.moved(2 * $0, -$0).noisy(18, seed: UInt64($0)) }
    let (reader, video) = (try CardReader(), try CardReader(time: { .zero }))
    for frame in burst { #expect(try reader.read(frame).isEmpty) }
    #expect(try reader.read(burst: burst).map(\.payload) == [Array(Self.text.utf8)])
    #expect(Set(try burst.flatMap { try video.look(at: $0).sightings }.map(\.payload)) == [Array(Self.text.utf8)])
  }

  @Test func theScannerIsReplacedWithoutLosingACode() throws {
    let small = try QRCard(payload: [0x78]).image(moduleSize: 3)
    let reader = try CardReader()
    for _ in 0..<1005 { #expect(try reader.read(small, with: .raw).map(\.payload) == [[0x78]]) }
  }
}
