import Hardware
import ScanLine
import TestDevices
import TestSupport
import Testing

@testable import CardReader
@testable import Pictures
@testable import rouse_scan

/// Pictures leave the process only without codes that the reader can read, in one of them or in several together.
@Suite struct EvidenceDevelopmentTests {
  /// Returns the pictures of a sequence of frames, oldest first.
  private func developed(_ frames: [GrayFrame], every interval: Int = 500) throws -> [GrayFrame] {
    try reports(frames, every: interval).reversed().map { try PictureFile.decode([UInt8]($0.png)) }
  }

  private func reports(_ frames: [GrayFrame], every interval: Int = 500) throws -> [EvidenceReport] {
    let reader = try CardReader(time: { .zero })
    var buffer = EvidenceBuffer()
    // Only the last frame with a code that was read is kept as such; the others count as unread.
    let looks = try frames.map { try reader.look(at: $0) }
    let lastRead = looks.lastIndex { !$0.sightings.isEmpty }
    for (index, frame) in frames.enumerated() {
      let look = looks[index].sightings.isEmpty || index == lastRead ? looks[index] : CardReader.Look(sightings: [])
      buffer.add(frame, look, at: index * interval)
    }
    #expect(buffer.entries.count == frames.count, "the test means all of them")
    return try EvidenceDevelopment(buffer.entries, reader).reports(at: frames.count * interval)
  }

  private func expectNothingIsRead(in frames: [GrayFrame]) throws {
    let reader = try CardReader()
    for frame in frames { #expect(try reader.everything(in: frame).isEmpty) }
    for part in [frames[...], frames.suffix(3)] { #expect(try reader.read(burst: Array(part)).isEmpty) }
  }

  @Test(.takesLong) func aCardThatMovesThroughTheFramesCanBeReadInNone() throws {
    let frames = try (0..<6).map { try Frames.card("rouse-secret", x: 40 + $0 * 60, y: 60 + $0 * 25) }
    try #require(try frames.allSatisfy { try !CardReader().everything(in: $0).isEmpty })
    try expectNothingIsRead(in: try developed(frames))
  }

  /// Live, only some passes look at a frame.
  @Test func aCodeThatOnlyAnotherPassReadsIsCovered() throws {
    let frames = try (0..<3).map { index in
      try Frames.card("rouse-secret", x: 60 + index * 20, y: 60, moduleSize: 6).inverted()
    }
    let reader = try CardReader()
    try #require(try frames.allSatisfy { try !reader.everything(in: $0).isEmpty })
    var buffer = EvidenceBuffer()
    // As if no pass had found it.
    for (index, frame) in frames.enumerated() { buffer.add(frame, CardReader.Look(sightings: []), at: index * 500) }
    let reports = try EvidenceDevelopment(buffer.entries, reader).reports(at: 1500)
    #expect(reports.allSatisfy { $0.covered == 1 })
    try expectNothingIsRead(in: try reports.reversed().map { try PictureFile.decode([UInt8]($0.png)) })
  }

  @Test func twoCardsInAFrameAreBothCovered() throws {
    let (left, right) = (try Frames.card("first", x: 20, y: 100), try Frames.card("second", x: 380, y: 180))
    let both = left.redrawn { x, y, old in x < 320 ? old : Int(right.pixels[y * 640 + x]) }
    try #require(try Set(CardReader().everything(in: both).map(\.payload)).count == 2)
    try expectNothingIsRead(in: try developed([both]))
  }

  @Test(.takesLong) func whatSeveralDarkFramesTellTogetherIsCoveredToo() throws {
    let card = try Frames.card("rouse-secret", x: 160, y: 80, moduleSize: 8)
    let reader = try CardReader()
    // With enough noise that only the mean of the frames can be read.
    var found: [GrayFrame]?
    for noise in stride(from: 36, through: 96, by: 6) where found == nil {
      let frames = (0..<8).map { card.inTheDark(noise: noise, seed: UInt64(noise * 100 + $0)) }
      let isReadAlone = try frames.contains { try !reader.everything(in: $0).isEmpty }
      if try !isReadAlone && !reader.read(burst: frames).isEmpty { found = frames }
    }
    try expectNothingIsRead(in: try developed(try #require(found)))
  }

  @Test func aFrameWithoutACodeStaysAsItIs() throws {
    let frame = Frames.empty.inTheDark(noise: 10, seed: 7)
    let report = try #require(try reports([frame]).first)
    #expect(try PictureFile.decode([UInt8](report.png)) == frame)
    #expect((report.covered, report.age, report.brightness) == (0, 500, frame.meanBrightness) && report.passes.isEmpty)
  }

  @Test func theNewestIsHandedOverFirstAndFitsTheLine() throws {
    let noise = Frames.empty.inTheDark(noise: 255, seed: 3)
    let reports = try reports([Frames.empty, try Frames.card("rouse-secret", x: 100, y: 100), noise], every: 2000)
    #expect(reports.map(\.age) == [2000, 4000, 6000])
    #expect(!reports[1].passes.isEmpty)
    #expect(reports[0].png.count > 200_000)
    var reader = ReportReader()
    for report in reports {
      #expect(try reader.read(try ReportLine.encode(.evidence(report))) == [.evidence(report)])
    }
  }
}
