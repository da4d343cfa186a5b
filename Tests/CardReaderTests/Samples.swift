import FoundationEssentials

/// Tiny pictures in base64 from other encoders (Pillow; the interlaced one by hand).
enum Samples {
  /// The signature and the size that all PNGs here have.
  private static let png = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAAC"

  /// 2x2 PNGs: black, white; mid-gray (128), white.
  static let pngs: [(name: String, base64: String)] = [
    ("8-bit grey", png + "CAAAAABX3VL4AAAADklEQVR42mNg+M/UwAAABQgBgsN2Z2wAAAAASUVORK5CYII="),
    (
      "grey with alpha, the last pixel black but transparent",
      png + "CAQAAADYv8WvAAAAEklEQVR42mNk+P+fgaHhPwMDABQCA39xTdzcAAAAAElFTkSuQmCC"
    ),
    ("RGB", png + "CAIAAAD91JpzAAAAFklEQVR42mNgYGD4//8/U0NDAwMDAwAigQSAups94QAAAABJRU5ErkJggg=="),
    (
      "RGBA, the last pixel red but transparent",
      png + "CAYAAABytg0kAAAAGklEQVR42mNkYGD4////fwaGhoaG/ye4uBgARL8HWVwXNT0AAAAASUVORK5CYII="
    ),
    (
      "palette of three",
      png + "AgMAAAAP2OW3AAAACVBMVEUAAAD///+AgIBEyIOaAAAADElEQVR42mMQYJgAAADEAKEooWk6AAAAAElFTkSuQmCC"
    ),
    ("16-bit grey", png + "EAAAAAAHTY67AAAAEklEQVR42mNgYPj/n6mhgYEBABCHAwEHUT4rAAAAAElFTkSuQmCC"),
    ("8-bit grey, Adam7", png + "CAAAAAEg2mJuAAAAD0lEQVR4nGNgYPjP0PAfAAYCAn/T1VRiAAAAAElFTkSuQmCC"),
  ]

  /// How the JPEGs by libjpeg begin; those in color have a second quantization table.
  private static let jpeg =
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoKCgoKBggLDAs"
    + "KDAkKCgr/"
  private static let colorJPEG =
    jpeg
    + "2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/w"

  /// 8x8 JPEGs of gray 200.
  static let jpegs: [(name: String, base64: String)] = [
    (
      "greyscale",
      jpeg
        + "wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8ASB//2Q=="
    ),
    (
      "colour",
      colorJPEG
        + "AARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAn/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAA"
        + "AAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKQAA//Z"
    ),
    (
      "progressive",
      colorJPEG
        + "gARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAj/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIQAxAAAAGkAf/E"
        + "ABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAQUCf//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQMBAT8Bf//EABQRAQAAAAAAAAAAAAA"
        + "AAAAAAAD/2gAIAQIBAT8Bf//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEABj8Cf//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAT"
        + "8hf//aAAwDAQACAAMAAAAQA//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQMBAT8Qf//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQIBA"
        + "T8Qf//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAT8Qf//Z"
    ),
    (
      "CMYK as Adobe's programs store it",
      "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoKCgYICwwL"
        + "CgwJCgoK/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABQAAQAAAAAAAAAAAAAAAAAAAAn/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oADgRDAE0A"
        + "WQBLAAA/AEgJASA/j//Z"
    ),
  ]

  /// A code of "wake up" with white modules on transparency (libqrencode, zlib).
  static let whiteOnTransparency =
    "iVBORw0KGgoAAAANSUhEUgAAAIoAAACKAQMAAABPSUAnAAAABlBMVEX///////9VfPVsAAAAAnRSTlP/AOW3MEoAAAC+SURBVHjavZTLDcQwCES"
    + "RUoBLcuuUlAKQyPCJNt77gBLLvIsBDSMyHpdH4OL3jtvNR/hlX644pVI62ngeOU4UNIcWklGE2yCSHDHoOXseSjFFBX/6oqGO9U24qJ6XpZY9Gx"
    + "/VtuSWbltapXDRcnxIQk89aDbS8rooorXFRdWz9cTF+ejVj0TntaJk1OYOMUHBrj6AyhQgI9fTJ3iojc9yS30KpaT2b2v5qJV0+j0N9aDLFEz4q"
    + "Mzd9btDVDQeD7WX4KT7w9G0AAAAAElFTkSuQmCC"

  static func bytes(_ base64: String) -> [UInt8] { [UInt8](Data(base64Encoded: base64) ?? Data()) }
}
