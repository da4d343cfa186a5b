import FoundationEssentials

/// The line between `rouse-scan` and the daemon: a report a line, bounded, because the other side is where crafted
/// pictures are decoded.
///
/// In an upgrade the old daemon goes on, with the new `rouse-scan` beside it, until it is restarted; after a power cut in
/// the middle of one it may be the other way round. So a kind of report, a field or an option of `watch` may be added, and
/// who does not know it leaves it out. What is there keeps its name and its meaning, and goes on being said.
public enum ReportLine {
  /// The longest line in bytes, its newline included: room for the largest picture in base64, 409,600 bytes, and for
  /// more codes than one frame shows.
  public static let limit = 1 << 20

  /// The line of a report, newline included. Codes that do not fit are left out from the last.
  public static func encode(_ report: ScanReport) throws(ScanLineError) -> [UInt8] {
    let encoder = JSONEncoder()
    // A white picture's base64 is slashes alone.
    encoder.outputFormatting = .withoutEscapingSlashes
    let line: [UInt8]
    do {
      line = [UInt8](try encoder.encode(fitting(report))) + [newline]
    } catch {
      throw .malformed("\(error)")
    }
    guard line.count <= limit else { throw .tooLong }
    return line
  }

  private static func fitting(_ report: ScanReport) -> ScanReport {
    guard case .frame(var frame) = report else { return report }
    let pictureLength = (frame.picture?.pixels.count ?? 0) * 4 / 3
    // Two digits a byte, and the code's names, corners and brackets.
    func room(for code: CodeReport) -> Int { 2 * code.payload.count + roomForACode }
    var length = pictureLength + frame.codes.reduce(0) { $0 + room(for: $1) }
    while length > limit - roomForTheRest, let last = frame.codes.popLast() { length -= room(for: last) }
    return .frame(frame)
  }

  /// Bytes for names, numbers and brackets: eight numbers of up to twenty digits are a code's outline.
  private static let roomForACode = 256
  private static let roomForTheRest = 1024

  static let newline = UInt8(ascii: "\n")
}

/// The daemon's end of the line: bytes in, as they arrive, reports out.
public struct ReportReader {
  private var pending: [UInt8] = []
  /// The first kind of report that was left out, because this version does not know it.
  public private(set) var unknownKind: String?

  public init() {}

  /// The reports that these bytes complete, in order, without those of unknown kinds. After an error the line is no longer
  /// usable: end the child.
  public mutating func read(_ bytes: ArraySlice<UInt8>) throws(ScanLineError) -> [ScanReport] {
    var reports: [ScanReport] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: ReportLine.newline) {
      try append(rest[..<end])
      do {
        reports.append(try JSONDecoder().decode(ScanReport.self, from: Data(pending)))
      } catch let unknown as UnknownKind {
        unknownKind = unknownKind ?? String(unknown.name.prefix(Self.longestName))
      } catch {
        throw .malformed("\(error)")
      }
      pending.removeAll(keepingCapacity: pending.count <= Self.usualLength)
      rest = rest[(end + 1)...]
    }
    try append(rest)
    return reports
  }

  public mutating func read(_ bytes: [UInt8]) throws(ScanLineError) -> [ScanReport] { try read(bytes[...]) }

  private mutating func append(_ bytes: ArraySlice<UInt8>) throws(ScanLineError) {
    guard pending.count + bytes.count < ReportLine.limit else { throw .tooLong }
    pending += bytes
  }

  /// Reports without a picture are shorter; room for one is given back.
  private static let usualLength = 1 << 16
  private static let longestName = 32
}

/// A report is of a kind that a later version has added.
struct UnknownKind: Error {
  var name: String
}

/// What came over the line is not what `rouse-scan` says: it is broken, or of another version.
public enum ScanLineError: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLong
  case malformed(String)

  public var description: String {
    switch self {
    case .tooLong: "a report is longer than \(ReportLine.limit) bytes"
    case .malformed(let reason): "a report cannot be understood: \(reason)"
    }
  }
}
