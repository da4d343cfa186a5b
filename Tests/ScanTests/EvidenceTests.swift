import Hardware
import ScanLine
import TestDevices
import Testing

@testable import CardReader
@testable import rouse_scan

@Suite struct EvidenceBufferTests {
  static let corners = Outline((200, 200), (300, 200), (300, 300), (200, 300))

  enum Kind { case empty, unread, read }

  private func look(_ kind: Kind) -> CardReader.Look {
    let sighting = CardReader.Sighting(payload: [1], pass: .raw, outline: Self.corners)
    return CardReader.Look(
      sightings: kind == .read ? [sighting] : [], unread: kind == .unread ? Self.corners : nil, obstacle: nil)
  }

  private func buffer(_ frames: [(Int, Kind)]) -> EvidenceBuffer {
    var buffer = EvidenceBuffer()
    for (time, kind) in frames { buffer.add(Frames.empty, look(kind), at: time) }
    return buffer
  }

  /// Returns 15 frames per second from a time in milliseconds.
  private func video(from start: Int, seconds: Int, _ kind: Kind = .empty) -> [(Int, Kind)] {
    (0..<seconds * 15).map { (start + $0 * 1000 / 15, kind) }
  }

  @Test func itHoldsTheLastFramesAtMostTwoASecondAndTheNewest() {
    for count in stride(from: 1, through: 200, by: 7) {
      let frames = Array(video(from: 0, seconds: 20).prefix(count))
      let times = buffer(frames).entries.map(\.time)
      #expect(times.count <= EvidenceBuffer.mostRecent)
      #expect(times.last == frames.last?.0)
      #expect(zip(times, times.dropFirst()).dropLast().allSatisfy { $1 - $0 >= EvidenceBuffer.interval })
    }
    let times = buffer(video(from: 0, seconds: 20)).entries.map(\.time)
    #expect(times.count == EvidenceBuffer.mostRecent)
    #expect((times.last ?? 0) - (times.first ?? 0) < 5000)
  }

  @Test func anHourOfNothingDoesNotPushOutTheCodeThatWasNotRead() {
    let frames = video(from: 0, seconds: 10, .unread) + (1...3600).map { (10_000 + $0 * 1000, Kind.empty) }
    let entries = buffer(frames).entries
    #expect(entries.filter { $0.look.unread != nil }.count == EvidenceBuffer.mostWithCode)
    #expect(entries.filter { $0.look.unread != nil }.allSatisfy { (7000..<10_000).contains($0.time) })
    #expect(entries.count == EvidenceBuffer.mostWithCode + EvidenceBuffer.mostRecent)
  }

  @Test func theFrameThatEndsTheRingIsHeldWhateverFollowsIt() {
    let frames =
      video(from: 0, seconds: 3) + [(3010, .read)] + video(from: 3020, seconds: 4, .unread)
      + video(from: 8000, seconds: 60)
    let entries = buffer(frames).entries
    #expect(entries.contains { !$0.look.sightings.isEmpty })
    #expect(entries.count <= EvidenceBuffer.mostRecent + EvidenceBuffer.mostWithCode + 1)
  }

  @Test func framesInWhichACodeWasReadDoNotPushOutThoseInWhichNoneWas() {
    let frames = video(from: 0, seconds: 5, .unread) + video(from: 5000, seconds: 20, .read)
    let entries = buffer(frames).entries
    #expect(entries.filter { $0.look.unread != nil }.count >= EvidenceBuffer.mostRecent)
    #expect(entries.filter { !$0.look.sightings.isEmpty }.map(\.time) == [frames[frames.count - 1].0])
  }

  /// Milliseconds from a frame in which the code was read, and whether its place is covered.
  @Test(arguments: [
    (-2000, false), (-1001, false), (-1000, true), (-600, true), (0, true), (600, true), (1000, true), (1001, false),
  ])
  func aCodeIsCoveredInTheFramesBeforeAndAfterItToo(offset: Int, isCovered: Bool) {
    let read = 10_000
    let others = offset == 0 ? [] : [(read + offset, Kind.empty)]
    let frames = ([(read, Kind.read)] + others).sorted { $0.0 < $1.0 }
    let entry = buffer(frames).entries.first { $0.time == read + offset }
    #expect(entry?.boxes.isEmpty == !isCovered)
    for box in entry?.boxes ?? [] {
      #expect(box.columns.contains(200) && box.columns.contains(300) && box.rows.contains(200))
    }
  }

  @Test func aFrameBetweenTwoThatAreHeldCoversItsCodeInBoth() {
    // The frame at 10,200 is kept only until the next one.
    let frames: [(Int, Kind)] = [(9500, .empty), (10_000, .empty), (10_200, .read), (10_400, .read), (10_900, .empty)]
    #expect(buffer(frames).entries.allSatisfy { !$0.boxes.isEmpty })
  }
}

@Suite struct PixelBoxTests {
  static let outlines: [(Outline, Range<Int>, Range<Int>)] = [
    // Upright: 15 of 100 pixels on each side, then up to the grid.
    (Outline((200, 200), (300, 200), (300, 300), (200, 300)), 176..<320, 176..<320),
    // Rotated and small: at least 16 pixels.
    (Outline((100, 90), (110, 100), (100, 110), (90, 100)), 64..<128, 64..<128),
    // A point, beyond the edges, and far beyond them.
    (Outline((5, 5), (5, 5), (5, 5), (5, 5)), 0..<32, 0..<32),
    (Outline((600, 440), (700, 440), (700, 520), (600, 520)), 576..<640, 416..<480),
    (Outline((.min, .min), (.max, .min), (.max, .max), (.min, .max)), 0..<640, 0..<480),
    (Outline((-50, -50), (-40, -50), (-40, -40), (-50, -40)), 0..<16, 0..<16),
  ]

  @Test(arguments: outlines)
  func itHoldsTheCodeAndItsSurroundings(outline: Outline, columns: Range<Int>, rows: Range<Int>) {
    let box = PixelBox(around: outline, margin: 0.15, in: Frames.empty)
    #expect(box.columns == columns)
    #expect(box.rows == rows)
  }

  @Test func whatIsCoveredIsOneGreyAndTheRestStays() throws {
    let frame = try Frames.card("hello", x: 100, y: 100)
    let box = PixelBox(around: Outline((150, 150), (200, 150), (200, 200), (150, 200)), margin: 0, in: frame)
    let covered = frame.covered([box])
    func isInside(_ index: Int) -> Bool {
      box.rows.contains(index / frame.width) && box.columns.contains(index % frame.width)
    }
    let changed = frame.pixels.indices.filter { !isInside($0) && covered.pixels[$0] != frame.pixels[$0] }
    #expect(changed.isEmpty, "pixels beside the box were changed")
    #expect(Set(frame.pixels.indices.filter(isInside).map { covered.pixels[$0] }).count == 1)
  }
}

/// Evidence reports of a reader that a picture has taken over.
@Suite struct EvidenceReportTests {
  static let png = "iVBORw0KGgo="
  static let good =
    #"{"evidence":{"png":"iVBORw0KGgo=","age":1,"brightness":0,"isCodeInView":false,"passes":["raw"],"covered":0}}"#

  /// Replacements in a good report.
  static let damage: [(String, String)] = [
    (png, ""), (png, "AAAA"), (png, "!"), ("\"age\":1", "\"age\":-1"), ("\"age\":1", "\"age\":86400001"),
    ("\"brightness\":0", "\"brightness\":256"), ("\"covered\":0", "\"covered\":-1"), ("raw", ""), ("raw", "../../etc"),
    ("raw", "a payload"), ("raw", String(repeating: "a", count: 33)), ("\"covered\":0", "\"obstacle\":\"ghost\""),
    ("[\"raw\"]", "[\(repeatElement("\"raw\"", count: 65).joined(separator: ","))]"),
  ]

  private func read(_ text: String) throws -> [ScanReport] {
    var reader = ReportReader()
    return try reader.read(Array((text + "\n").utf8))
  }

  @Test(arguments: damage)
  func whatNoFrameMeansIsRefused(part: String, other: String) throws {
    guard case .evidence(let report) = try #require(try read(Self.good).first) else {
      Issue.record("not evidence")
      return
    }
    #expect(report.passes == ["raw"] && report.age == 1)
    #expect(throws: ScanLineError.self) { try read(Self.good.replacing(part, with: other)) }
  }

  @Test func aPictureLargerThanAnyFrameIsRefusedAndTheEndOfTheCameraIsSaid() throws {
    #expect(try read("{\"closed\":{}}") == [.closed])
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for (count, isTaken) in [(EvidenceReport.mostBytes, true), (EvidenceReport.mostBytes + 1, false)] {
      let png = signature + [UInt8](repeating: 255, count: count - signature.count)
      let report = ScanReport.evidence(
        EvidenceReport(png: png, age: 0, brightness: 0, obstacle: nil, isCodeInView: false, passes: [], covered: 0))
      var reader = ReportReader()
      if isTaken {
        #expect(try reader.read(try ReportLine.encode(report)) == [report])
      } else {
        #expect(throws: ScanLineError.self) { try reader.read(try ReportLine.encode(report)) }
      }
    }
  }
}
