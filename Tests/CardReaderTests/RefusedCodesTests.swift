import CardReader
import Hardware
import Testing

/// Codes that libzbar refuses, next to codes that it reads.
@Suite struct RefusedCodesTests {
  static let card: [UInt8] = [0xFF, 0xFE, 0x80, 0x41, 0xC3, 0x28]
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

  @Test func anotherCodeHidesNoRefusedCode() throws {
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
  }

  @Test func anotherCodeInALaterFrameHidesNoRefusedCode() throws {
    // The codes are equally wide, in the right and in the left half.
    let both = try Scene.row(of: [refused, other])
    let frames = [both.moved(both.width / 2, 0), both.moved(-both.width / 2, 0)]
    #expect(Set(try CardReader().read(burst: frames).map(\.payload)) == [Self.card, Self.milk])
  }

  @Test func anotherCodeHidesNoPart() throws {
    let frame = try Scene.row(of: [other, parts[1]])
    let expected: Set = [Self.milk, Array(Self.texts[1].utf8)]
    #expect(Set(try CardReader().read(frame).map(\.payload)) == expected)
    #expect(Set(try live().look(at: frame).sightings.map(\.payload)) == expected)
  }

  @Test func aJoinedCodeHidesItsPartsAndNoRefusedCode() throws {
    let frame = try Scene.row(of: parts + [refused])
    let pictures = try [CardReader().read(frame), CardReader().read(burst: [frame, frame, frame])]
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

  @Test func aPartAloneIsReadInLiveVideo() throws {
    let frame = try Scene.row(of: [parts[2]])
    let video = try live()
    for _ in 0..<16 { #expect(try video.look(at: frame).sightings.map(\.payload) == [Array(Self.texts[2].utf8)]) }
  }
}
