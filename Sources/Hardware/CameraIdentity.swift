/// Identifies a camera independently of the number that the kernel gives its device node.
public enum CameraIdentity: Hashable, Sendable {
  /// The first USB camera found.
  case any
  /// USB vendor and product number (0…0xFFFF each), and a serial number to tell identical cameras apart.
  case usb(vendor: Int, product: Int, serial: String?)
  /// A device node or a link to one, such as `/dev/v4l/by-id/usb-…-index0`.
  case path(String)
}

extension CameraIdentity: LosslessStringConvertible {
  /// Parses `any`, `046d:0825`, `046d:0825:SERIAL` or a path, as written by `lsusb` and in board files.
  public init?(_ text: String) {
    if text == "any" {
      self = .any
    } else if text.hasPrefix("/") {
      self = .path(text)
    } else {
      let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard parts.count >= 2, let vendor = Self.number(parts[0]), let product = Self.number(parts[1]),
        parts.count == 2 || !parts[2].isEmpty
      else { return nil }
      self = .usb(vendor: vendor, product: product, serial: parts.count == 3 ? parts[2] : nil)
    }
  }

  public var description: String {
    switch self {
    case .any: "any"
    case .path(let path): path
    case .usb(let vendor, let product, let serial):
      Self.text(vendor) + ":" + Self.text(product) + (serial.map { ":" + $0 } ?? "")
    }
  }

  private static func number(_ text: String) -> Int? {
    guard text.utf8.count == 4, text.allSatisfy(\.isHexDigit) else { return nil }
    return Int(text, radix: 16)
  }

  private static func text(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
