import CZBar
import Hardware

/// libzbar's image scanner, for some kinds of codes (QR codes by default), returning exact bytes.
struct ZBarScanner: ~Copyable {
  private let handle: OpaquePointer
  private let image: OpaquePointer

  /// `nil` if memory is short.
  init?(for types: [zbar_symbol_type_t] = [ZBAR_QRCODE]) {
    guard let handle = zbar_image_scanner_create() else { return nil }
    guard let image = zbar_image_create() else {
      zbar_image_scanner_destroy(handle)
      return nil
    }
    self.handle = handle
    self.image = image
    zbar_image_scanner_set_config(handle, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    for type in types { zbar_image_scanner_set_config(handle, type, ZBAR_CFG_ENABLE, 1) }
    // Without this, libzbar guesses the payload's text encoding and rewrites it.
    zbar_image_scanner_set_config(handle, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
    zbar_image_set_format(image, Self.y800)
  }

  deinit {
    zbar_image_destroy(image)
    zbar_image_scanner_destroy(handle)
  }

  struct Code {
    let payload: [UInt8]
    let outline: Outline
    /// Whether the code is a complete structured append.
    let isJoined: Bool
  }

  /// Returns the complete QR codes, each payload once. A part of a structured append is a `ZBAR_PARTIAL`, not a code.
  /// `coarsely` skips every second row and column, which halves the time.
  func codes(in raster: Raster, coarsely: Bool = false) -> [Code] {
    var found: [Code] = []
    forEachSymbol(in: raster, coarsely: coarsely) { symbol in
      guard zbar_symbol_get_type(symbol) == ZBAR_QRCODE else { return }
      let payload = Self.payload(of: symbol)
      if !found.contains(where: { $0.payload == payload }) {
        let isJoined = zbar_symbol_first_component(symbol) != nil
        found.append(Code(payload: payload, outline: Self.outline(of: symbol), isJoined: isJoined))
      }
    }
    return found
  }

  /// Returns the raw values of the kinds found, and how many lines of the picture show each.
  func types(in raster: Raster) -> [UInt32: Int32] {
    var lines: [UInt32: Int32] = [:]
    forEachSymbol(in: raster, coarsely: false) { symbol in
      lines[zbar_symbol_get_type(symbol).rawValue, default: 0] += zbar_symbol_get_quality(symbol)
    }
    return lines
  }

  private func forEachSymbol(in raster: Raster, coarsely: Bool, body: (OpaquePointer) -> Void) {
    for direction in [ZBAR_CFG_X_DENSITY, ZBAR_CFG_Y_DENSITY] {
      zbar_image_scanner_set_config(handle, ZBAR_NONE, direction, coarsely ? 2 : 1)
    }
    raster.pixels.withUnsafeBufferPointer { pixels in
      zbar_image_set_size(image, UInt32(raster.width), UInt32(raster.height))
      zbar_image_set_data(image, pixels.baseAddress, UInt(pixels.count), nil)
      defer { zbar_image_set_data(image, nil, 0, nil) }
      guard zbar_scan_image(handle, image) > 0 else { return }
      var symbol = zbar_image_first_symbol(image)
      while let current = symbol {
        body(current)
        symbol = zbar_symbol_next(current)
      }
    }
  }

  /// libzbar lists the corners counterclockwise from the top left.
  private static func outline(of symbol: OpaquePointer) -> Outline {
    func corner(_ index: UInt32) -> FramePoint {
      FramePoint(x: Int(zbar_symbol_get_loc_x(symbol, index)), y: Int(zbar_symbol_get_loc_y(symbol, index)))
    }
    return Outline(corners: [0, 3, 2, 1].map(corner))
  }

  /// Uses the length, because the data may contain NUL bytes.
  private static func payload(of symbol: OpaquePointer) -> [UInt8] {
    guard let data = zbar_symbol_get_data(symbol) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: data, count: Int(zbar_symbol_get_data_length(symbol))))
  }

  /// The four-character code "Y800" for 8-bit gray, first letter lowest.
  private static let y800 = "Y800".utf8.reversed().reduce(UInt(0)) { $0 << 8 | UInt($1) }
}
