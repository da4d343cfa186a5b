import CZBar
import Hardware

extension CardReader {
  /// Returns the kind of code in a picture without a QR code; `nil` in doubt. Matrix codes must be clean and upright.
  public func otherCode(in frame: GrayFrame) throws(SetupError) -> CodeKind? {
    guard var scan = FrameScan(frame) else { return nil }
    _ = try codes(in: &scan, .redrawn31)
    // A QR code that is hard to read needs other advice.
    guard scan.unread == nil else { return nil }
    if let kind = MatrixCodes.kind(in: frame) { return kind }
    guard let scanner = ZBarScanner(for: BarCodes.kinds.map(\.type)) else { throw SetupError() }
    return BarCodes.kind(in: scan.raster, with: scanner)
  }
}

enum BarCodes {
  /// How many lines must show each kind. libzbar sees some kinds without a check digit in unrelated pictures too.
  static let kinds: [(type: zbar_symbol_type_t, kind: CodeKind, leastLines: Int32)] = [
    (ZBAR_EAN13, .ean13, 8), (ZBAR_EAN8, .ean8, 8), (ZBAR_UPCA, .upcA, 8), (ZBAR_UPCE, .upcE, 8),
    (ZBAR_CODE128, .code128, 8), (ZBAR_CODE93, .code93, 8), (ZBAR_DATABAR, .dataBar, 8),
    (ZBAR_DATABAR_EXP, .dataBar, 8),
    (ZBAR_CODE39, .code39, 16), (ZBAR_CODABAR, .codabar, 16), (ZBAR_I25, .interleaved2of5, 16),
  ]

  static func kind(in raster: Raster, with scanner: borrowing ZBarScanner) -> CodeKind? {
    let seen = scanner.types(in: raster)
    return kinds.filter { seen[$0.type.rawValue, default: 0] >= $0.leastLines }
      .max { seen[$0.type.rawValue, default: 0] < seen[$1.type.rawValue, default: 0] }?.kind
  }
}
