import FoundationEssentials

/// The protocol from `rouse-scan` to the daemon: one report per line. Its size is limited, because `rouse-scan` decodes
/// pictures that may be malicious.
///
/// During an upgrade, the old daemon runs with the new `rouse-scan` until it is restarted; after a power cut during an
/// upgrade, it may be the reverse. So kinds of reports, fields and options of `watch` may be added, and the receiver
/// ignores unknown ones. Existing ones must keep their names and meanings, and must still be sent.
public enum ReportLine {
  /// The maximum length of a line in bytes, including its newline: enough for the largest picture (409,600 bytes in
  /// base64) and more codes than a frame can show.
  public static let limit = 1 << 20

  /// Encodes a report with its newline. Drops the last codes if they do not fit.
  public static func encode(_ report: ScanReport) throws(ScanLineError) -> [UInt8] {
    let encoder = JSONEncoder()
    // The base64 of a white picture is all slashes.
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
    // Two digits per byte, plus the code's names, corners and brackets.
    func room(for code: CodeReport) -> Int { 2 * code.payload.count + roomForACode }
    var length = pictureLength + frame.codes.reduce(0) { $0 + room(for: $1) }
    while length > limit - roomForTheRest, let last = frame.codes.popLast() { length -= room(for: last) }
    return .frame(frame)
  }

  /// Bytes for names, numbers and brackets: an outline has eight numbers of up to 20 digits.
  private static let roomForACode = 256
  private static let roomForTheRest = 1024

  static let newline = UInt8(ascii: "\n")
}

/// The daemon's end: takes bytes as they arrive and returns reports.
public struct ReportReader {
  private var pending: [UInt8] = []
  /// The first unknown kind of report that was ignored.
  public private(set) var unknownKind: String?

  public init() {}

  /// Returns the reports completed by these bytes, except unknown kinds. After an error, end the child process.
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

  /// Reports without a picture are shorter; releases the space of longer ones.
  private static let usualLength = 1 << 16
  private static let longestName = 32
}

/// A report of a kind added in a later version.
struct UnknownKind: Error {
  var name: String
}

/// Invalid data from `rouse-scan`, which is broken or of another version.
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
