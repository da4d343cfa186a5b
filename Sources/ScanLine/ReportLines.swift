import FoundationEssentials

/// The line between `rouse-scan` and the daemon: a report a line, bounded, because the other side is where crafted
/// pictures are decoded.
public enum ReportLine {
  /// The longest line in bytes, its newline included.
  public static let limit = 65536

  /// The line of a report, newline included. Payloads that do not fit are left out from the last.
  public static func encode(_ report: ScanReport) throws(ScanLineError) -> [UInt8] {
    var report = report
    while true {
      let line: [UInt8]
      do {
        line = [UInt8](try JSONEncoder().encode(report)) + [newline]
      } catch {
        throw .malformed("\(error)")
      }
      if line.count <= limit { return line }
      guard case .frame(var frame) = report, !frame.payloads.isEmpty else { throw .tooLong }
      frame.payloads.removeLast()
      report = .frame(frame)
    }
  }

  static let newline = UInt8(ascii: "\n")
}

/// The daemon's end of the line: bytes in, as they arrive, reports out.
public struct ReportReader {
  private var pending: [UInt8] = []

  public init() {}

  /// The reports that these bytes complete, in order. After an error the line is no longer usable: end the child.
  public mutating func read(_ bytes: some Sequence<UInt8>) throws(ScanLineError) -> [ScanReport] {
    var reports: [ScanReport] = []
    for byte in bytes {
      guard byte == ReportLine.newline else {
        pending.append(byte)
        if pending.count >= ReportLine.limit { throw .tooLong }
        continue
      }
      do {
        reports.append(try JSONDecoder().decode(ScanReport.self, from: Data(pending)))
      } catch {
        throw .malformed("\(error)")
      }
      pending.removeAll(keepingCapacity: true)
    }
    return reports
  }
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
