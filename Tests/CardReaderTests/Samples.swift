import TestSupport

/// Tiny pictures from other encoders (Pillow; the interlaced one by hand), which are seeds of FuzzTests, too.
enum Samples {
  /// 2x2 PNGs: black, white; mid-gray (128), white.
  static let pngs = [
    "8-bit-grey", "grey-with-alpha-the-last-pixel-black-but-transparent", "rgb",
    "rgba-the-last-pixel-red-but-transparent", "palette-of-three", "16-bit-grey", "8-bit-grey-adam7",
  ].map { path($0 + ".png") }

  /// 8x8 JPEGs of gray 200.
  static let jpegs = ["greyscale", "colour", "progressive", "cmyk-as-adobe-s-programs-store-it"].map {
    path($0 + ".jpg")
  }

  /// A code of "wake up" with white modules on transparency (libqrencode, zlib).
  static let whiteOnTransparency = path("white-on-transparency.png")

  private static func path(_ name: String) -> String {
    String(#filePath.dropLast("CardReaderTests/Samples.swift".count)) + "FuzzTests/seeds/pictures/" + name
  }
}
