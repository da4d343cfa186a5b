import CZBar
import Hardware

/// libzbar's image scanner, set to QR codes alone and to exact bytes.
struct ZBarScanner: ~Copyable {
  private let handle: OpaquePointer
  private let image: OpaquePointer

  /// nil when memory is short.
  init?() {
    guard let handle = zbar_image_scanner_create() else { return nil }
    guard let image = zbar_image_create() else {
      zbar_image_scanner_destroy(handle)
      return nil
    }
    self.handle = handle
    self.image = image
    zbar_image_scanner_set_config(handle, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    zbar_image_scanner_set_config(handle, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
    // Without this libzbar guesses the payload's text encoding and rewrites it.
    zbar_image_scanner_set_config(handle, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
    zbar_image_set_format(image, Self.y800)
  }

  deinit {
    zbar_image_destroy(image)
    zbar_image_scanner_destroy(handle)
  }

  /// A QR code that libzbar read.
  struct Code {
    let payload: [UInt8]
    let outline: Outline
  }

  /// The whole QR codes found, each payload once. A part of a structured append is a `ZBAR_PARTIAL`, not a code.
  ///
  /// - Parameter coarsely: every second row and column, in half the time.
  func codes(in raster: Raster, coarsely: Bool = false) -> [Code] {
    for direction in [ZBAR_CFG_X_DENSITY, ZBAR_CFG_Y_DENSITY] {
      zbar_image_scanner_set_config(handle, ZBAR_NONE, direction, coarsely ? 2 : 1)
    }
    return raster.pixels.withUnsafeBufferPointer { pixels in
      zbar_image_set_size(image, UInt32(raster.width), UInt32(raster.height))
      zbar_image_set_data(image, pixels.baseAddress, UInt(pixels.count), nil)
      defer { zbar_image_set_data(image, nil, 0, nil) }
      var found: [Code] = []
      guard zbar_scan_image(handle, image) > 0 else { return found }
      var symbol = zbar_image_first_symbol(image)
      while let current = symbol {
        if zbar_symbol_get_type(current) == ZBAR_QRCODE {
          let payload = Self.payload(of: current)
          if !found.contains(where: { $0.payload == payload }) {
            found.append(Code(payload: payload, outline: Self.outline(of: current)))
          }
        }
        symbol = zbar_symbol_next(current)
      }
      return found
    }
  }

  /// libzbar gives the corners of a code as they lie round it, against the clock from the top left.
  private static func outline(of symbol: OpaquePointer) -> Outline {
    func corner(_ index: UInt32) -> FramePoint {
      FramePoint(x: Int(zbar_symbol_get_loc_x(symbol, index)), y: Int(zbar_symbol_get_loc_y(symbol, index)))
    }
    return Outline(topLeft: corner(0), topRight: corner(3), bottomRight: corner(2), bottomLeft: corner(1))
  }

  /// The data by its length: it may hold NUL bytes.
  private static func payload(of symbol: OpaquePointer) -> [UInt8] {
    guard let data = zbar_symbol_get_data(symbol) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: data, count: Int(zbar_symbol_get_data_length(symbol))))
  }

  /// The four-character code of 8-bit grey, "Y800", first letter lowest.
  private static let y800 = "Y800".utf8.reversed().reduce(UInt(0)) { $0 << 8 | UInt($1) }
}
