import CardReader
import Hardware
import Testing

@testable import Pictures
@testable import SyntheticFrames

@Suite struct SyntheticCodeTests {
  @Test(arguments: QRCard.Correction.allCases, [QRCard.Mode.bytes, .alphanumeric])
  func codesOfEveryLevelAndModeAreReadAsTheyWereWritten(correction: QRCard.Correction, mode: QRCard.Mode) throws {
    let payload = Array("HTTPS://WAKE.EXAMPLE/7F3A".utf8)
    let card = try QRCard(payload: payload, correction: correction, mode: mode)
    let sightings = try CardReader().read(card.image(moduleSize: 4), with: Pass.raw)
    #expect(sightings.map(\.payload) == [payload])
  }

  @Test func capitalsNeedFewerModulesThanBytesAndWhatTheirModeCannotWriteIsRefused() throws {
    let payload = [UInt8](repeating: UInt8(ascii: "A"), count: 40)
    let sizes = try [QRCard.Mode.alphanumeric, .bytes].map {
      try QRCard(payload: payload, correction: .low, mode: $0).size
    }
    #expect(sizes == [25, 29])
    #expect(throws: PictureError.self) {
      try QRCard(payload: Array("small".utf8), correction: .low, mode: .alphanumeric)
    }
  }

  @Test func drawnCodesAreOfTheSizesOfAlarmCardsAndOfEveryKind() throws {
    var random = RandomSource(seed: 5, name: "codes", index: 0)
    var found: [SyntheticCode] = []
    for _ in 0..<60 { found.append(try SyntheticCode(from: &random)) }
    #expect(Set(found.map(\.version)) == [2, 3, 4])
    #expect(Set(found.map(\.correction)) == [.low, .medium, .quartile])
    #expect(Set(found.map(\.payload)).count == found.count)
    for start in ["https://wake.example/s/", "alarm:v1:", "HTTPS://WAKE.EXAMPLE/"] {
      #expect(found.contains { $0.payload.hasPrefix(start) })
    }
    #expect(found.contains { $0.payload.utf8.count == 36 && $0.payload.dropFirst(14).first == "4" })
  }

  @Test func aFrameComesBackFromAGoodJPEGNearlyAsItWas() throws {
    let frame = try QRCard(payload: [1, 2, 3]).image().fitted()
    let stored = try CameraJPEG.encode(frame, quality: 95)
    #expect(stored.count < frame.pixels.count / 2)
    let back = try stored.withUnsafeBytes { try CameraJPEG.decode($0, width: frame.width, height: frame.height) }
    #expect(zip(frame.pixels, back.pixels).allSatisfy { abs(Int($0) - Int($1)) < 60 })
    let worse = try CameraJPEG.encode(frame, quality: 20)
    #expect(worse.count < stored.count)
  }

  @Test func noiseAtTheBestQualityStillFitsTheRoomForAJPEG() throws {
    var random = RandomSource(seed: 6, name: "jpeg", index: 0)
    let pixels = (0..<64 * 48).map { _ in UInt8(truncatingIfNeeded: random.bits()) }
    let frame = try #require(GrayFrame(width: 64, height: 48, pixels: pixels))
    let stored = try CameraJPEG.encode(frame, quality: 100)
    // Decoded as a file, because the faster decoder for camera frames is inexact at this quality.
    let back = try PictureFile.decode(stored)
    let difference = zip(frame.pixels, back.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(difference < pixels.count)
  }
}
