import TestSupport
import Testing

@testable import CardReader

/// The codes that libzbar refuses, and the rule for their bytes.
@Suite struct SegmentsTests {
  typealias Segment = SegmentedCode.Segment

  static let kanji: [UInt8] = [0x93, 0x5F, 0xE4, 0xAA, 0x88, 0xBF]
  static let binary: [UInt8] = [0xFF, 0xFE, 0x80, 0x41, 0xC3, 0x28]
  static let cyrillic: [UInt8] = [0xC7, 0xD4, 0xE0]

  /// Bytes outside the announced character set, or of an unknown set.
  static let refused: [(segments: [Segment], payload: [UInt8])] = [
    ([.eci(26), .bytes(binary)], binary),
    ([.eci(26), .kanji(kanji)], kanji),
    (
      [.eci(26), .bytes(Array("Wecker ".utf8)), .kanji(kanji), .digits("0123")],
      Array("Wecker ".utf8) + kanji + "0123".utf8
    ),
    ([.eci(20), .bytes([0x80, 0xFF])], [0x80, 0xFF]),
    (
      [.eci(7), .bytes(cyrillic), .eci(26), .bytes(binary), .eci(9), .alphanumeric("A%:"), .bytes([0xFF, 0xFF])],
      cyrillic + binary + "A%:".utf8 + [0xFF, 0xFF]
    ),
  ]

  @Test(arguments: refused.indices, [0, 7, 13])
  func readsWhatLibzbarRefuses(index: Int, version: Int) throws {
    let (segments, payload) = Self.refused[index]
    let frame = try SegmentedCode(segments, version: version).image(moduleSize: 3)
    let reader = try CardReader()
    #expect(try reader.read(frame, with: .raw).isEmpty, "libzbar reads it")
    #expect(try reader.read(frame).map(\.payload) == [payload])
  }

  @Test func readsARefusedCodeTurnedInvertedFlatAndOfTheVersionsThatLiveVideoReads() throws {
    let (segments, payload) = Self.refused[2]
    for (version, moduleSize) in [(23, 3), (24, 3), (40, 2)] {
      let frame = try SegmentedCode(segments, version: version).image(moduleSize: moduleSize)
      #expect(try CardReader().read(frame).map(\.payload) == (version == 23 ? [payload] : []), "version \(version)")
    }
    let video = try CardReader(time: { .zero })
    let frame = try SegmentedCode(segments, version: 23).image(moduleSize: 3)
    let isRead = try (0..<16).contains { _ in try video.look(at: frame).sightings.map(\.payload) == [payload] }
    #expect(isRead)
    let whole = try SegmentedCode(segments).image(moduleSize: 4)
    let reader = try CardReader()
    for picture in [whole.turned(cosine: 0, sine: 1), whole.inverted(), whole.squeezed(black: 60, white: 120)] {
      #expect(try reader.read(picture).map(\.payload) == [payload])
    }
  }

  /// Payloads of possible cards: the rule must agree with libzbar, or a card would have two payloads.
  static let read: [(segments: [Segment], indicator: UInt8?)] = [
    ([.digits("0123456789"), .digits("7"), .digits("42")], nil),
    ([.alphanumeric("HTTPS://A.B/$%*+-. "), .alphanumeric("Z")], nil),
    ([.bytes([0, 1, 0xFF, 0x80]), .digits("9"), .bytes([0xEF, 0xBB, 0xBF])], nil),
    ([.kanji(kanji), .bytes(binary), .kanji([0x81, 0x40, 0xEA, 0xA2])], nil),
    ([.digits("010"), .alphanumeric("01%%10%A%"), .bytes(Array("%%".utf8))], 37),
    ([.digits("5")], 165),
    ([.digits("5")], 222),
  ]

  @Test(arguments: read.indices, [0, 10, 27])
  func agreesWithLibzbar(index: Int, version: Int) throws {
    let (segments, indicator) = Self.read[index]
    let code = try SegmentedCode(segments, version: version, indicator: indicator)
    let expected = try #require(try CardReader().read(code.image(moduleSize: 3), with: .raw).first).payload
    let map = ModuleMap(side: code.side)
    let data = try #require(SoftDecoder(map).decoded(code.modules.map { $0 ? 1 : -1 })).data
    let read = try #require(Segments.code(of: data, version: map.version))
    #expect(read.payload == expected)
    #expect(!read.isPart)
  }

  @Test func aValidECIStaysAsLibzbarConvertsIt() throws {
    let code = try SegmentedCode([.eci(3), .bytes([0x52, 0xE9])])
    #expect(try CardReader().read(code.image().fitted()).map(\.payload) == [Array("Ré".utf8)])
  }

  @Test func whatNoEncoderHereWritesFollowsTheRuleToo() {
    func payload(_ numbers: [(value: Int, bits: Int)]) -> [UInt8]? {
      Segments.code(of: [UInt8](bits: numbers + [(0, 4)]), version: 1)?.payload
    }
    let digit = [(1, 4), (1, 10), (7, 4)]
    // 中国 in GB 2312 is D6D0 B9FA.
    let hanzi = [0xD6D0, 0xB9FA].map { (($0 - 0xA6A1) >> 8) * 0x60 + ($0 - 0xA6A1) & 0xFF }
    #expect(payload([(13, 4), (1, 4), (2, 8), (hanzi[0], 13), (hanzi[1], 13)]) == [0xD6, 0xD0, 0xB9, 0xFA])
    #expect(payload([(13, 4), (2, 4), (0, 8)]) == nil)
    for eci in [(0x1A, 8), (0x80FF, 16), (0xCFFFFF, 24), (0xDFFFFF, 24)] {
      #expect(payload([(7, 4), eci] + digit) == [UInt8(ascii: "7")])
    }
    #expect(payload([(7, 4), (0xE0, 8)] + digit) == nil)
    #expect(payload([(9, 4), (130, 8)] + digit) == [130, UInt8(ascii: "7")])
    #expect(payload([(5, 4), (2, 4), (3, 9), (38 * 45 + 38, 11), (38, 6)] + digit) == Array("%\u{1D}7".utf8))
    #expect(payload([(3, 4), (0x12AB, 16)] + digit) == [UInt8(ascii: "7")])
    // An unknown mode; invalid digits; a count beyond the end; nothing at all.
    #expect(payload(digit + [(6, 4)]) == nil)
    #expect(payload([(1, 4), (3, 10), (1000, 10)]) == nil)
    #expect(payload([(2, 4), (2, 9), (2025, 11)]) == nil)
    #expect(payload([(4, 4), (200, 8)]) == nil)
    #expect(payload([(7, 4), (26, 8)]) == nil)
    #expect(payload([]) == nil)
    #expect(Segments.code(of: [], version: 40)?.payload == nil)
  }
}

/// Codes that libzbar refuses, next to codes that it reads.
@Suite struct RefusedCodesTests {
  static let card = SegmentsTests.binary
  static let milk = Array("https://milk.example".utf8)
  static let texts = ["Structured append ", "that is split into ", "several symbols"]

  let refused: SegmentedCode
  let other: SegmentedCode
  let parts: [SegmentedCode]
  let joined = Array(texts.joined().utf8)

  init() throws {
    refused = try SegmentedCode([.eci(26), .bytes(Self.card)], version: 3)
    other = try SegmentedCode([.bytes(Self.milk)], version: 3)
    parts = try SegmentedCode.parts(Self.texts.map { [.bytes(Array($0.utf8))] }, version: 3)
  }

  /// Returns a live reader that has time for every pass.
  private func live() throws -> CardReader { try CardReader(time: { .zero }) }

  @Test func anotherCodeHidesNoRefusedCodeAndNoneInALaterFrameDoes() throws {
    for codes in [[refused, other], [other, refused], [other, refused, other]] {
      let frame = try Scene.row(of: codes)
      #expect(Set(try CardReader().read(frame).map(\.payload)) == [Self.card, Self.milk])
      #expect(Set(try CardReader().read(frame, with: .redrawn31).map(\.payload)) == [Self.card, Self.milk])
      #expect(Set(try CardReader().read(burst: [frame, frame, frame]).map(\.payload)) == [Self.card, Self.milk])
      let video = try live()
      for number in 0..<16 {
        let look = try video.look(at: frame)
        #expect(look.sightings.count { $0.payload == Self.card } == 1, "frame \(number)")
      }
    }
    // The codes are equally wide, in the right and in the left half.
    let both = try Scene.row(of: [refused, other])
    let frames = [both.moved(both.width / 2, 0), both.moved(-both.width / 2, 0)]
    #expect(Set(try CardReader().read(burst: frames).map(\.payload)) == [Self.card, Self.milk])
  }

  @Test func anotherCodeHidesNoPartAndAJoinedOneHidesItsPartsAndNoRefusedCode() throws {
    let frame = try Scene.row(of: [other, parts[1]])
    let expected: Set = [Self.milk, Array(Self.texts[1].utf8)]
    #expect(Set(try CardReader().read(frame).map(\.payload)) == expected)
    #expect(Set(try live().look(at: frame).sightings.map(\.payload)) == expected)
    let whole = try Scene.row(of: parts + [refused])
    let pictures = try [CardReader().read(whole), CardReader().read(burst: [whole, whole, whole])]
    for sightings in pictures { #expect(Set(sightings.map(\.payload)) == [joined, Self.card]) }
  }

  @Test func partsAreHiddenInLiveVideoUntilTheyAreJoinedAgain() throws {
    let sheet = try Scene.row(of: parts)
    // A board so slow that most frames get one pass, which sees only the parts.
    let slow = try CardReader(budget: .zero)
    let sheets = try (0..<16).map { _ in try slow.look(at: sheet) }
    #expect(Set(sheets.flatMap(\.sightings).map(\.payload)) == [joined])
    // A frame with hidden parts must not count as an empty one.
    #expect(sheets.contains { $0.sightings.isEmpty && $0.unread != nil })
    let video = try live()
    #expect(try video.look(at: sheet).sightings.map(\.payload) == [joined])
    let looks = try (0..<17).map { _ in try video.look(at: Scene.row(of: [parts[0]])) }
    #expect(looks[0].sightings.isEmpty && looks[0].unread != nil)
    #expect(looks[16].sightings.map(\.payload) == [Array(Self.texts[0].utf8)])
  }

  @Test func aPartAloneIsReadInAPictureAndInLiveVideo() throws {
    for (part, text) in zip(parts, Self.texts) {
      #expect(try CardReader().read(part.image(moduleSize: 3)).map(\.payload) == [Array(text.utf8)])
    }
    let frame = try Scene.row(of: [parts[2]])
    let video = try live()
    for _ in 0..<16 { #expect(try video.look(at: frame).sightings.map(\.payload) == [Array(Self.texts[2].utf8)]) }
  }
}
