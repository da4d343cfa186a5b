/// A kind of code other than a QR code, which cannot be a card.
public enum CodeKind: String, CaseIterable, Sendable {
  case aztec = "an Aztec code"
  case codabar = "a Codabar bar code"
  case code39 = "a Code 39 bar code"
  case code93 = "a Code 93 bar code"
  case code128 = "a Code 128 bar code"
  case dataBar = "a GS1 DataBar bar code"
  case dataMatrix = "a Data Matrix code"
  case ean8 = "an EAN-8 bar code"
  case ean13 = "an EAN-13 bar code"
  case interleaved2of5 = "an Interleaved 2 of 5 bar code"
  case microQR = "a Micro QR code"
  case pdf417 = "a PDF417 code"
  case upcA = "a UPC-A bar code"
  case upcE = "a UPC-E bar code"

  /// Products and letters often have a bar code beside a QR code.
  public var isBarCode: Bool { rawValue.hasSuffix("bar code") }
}
