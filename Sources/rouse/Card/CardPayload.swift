import Control
import Glibc

/// What a card made by this program says: `ROUSE:` and 128 random bits in base32 (RFC 4648, section 6, no padding).
enum CardPayload {
  static let prefix = "ROUSE:"

  /// 32 bytes of ASCII: the prefix and 26 characters.
  static func random() throws(ControlError) -> [UInt8] {
    var bits = [UInt8](repeating: 0, count: 16)
    guard getentropy(&bits, bits.count) == 0 else {
      throw ControlError(
        .internal, "there are no random numbers to make a card from", why: String(cString: strerror(errno)),
        fix: "try again; any QR code that you have can be a card too: `rouse card add NAME`")
    }
    return [UInt8](prefix.utf8) + base32(bits)
  }

  /// Upper-case letters and the digits 2 to 7, five bits each, the last ones filled up with zeros.
  static func base32(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    var text: [UInt8] = []
    var pending: UInt32 = 0
    var count = 0
    for byte in bytes {
      pending = pending << 8 | UInt32(byte)
      count += 8
      while count >= 5 {
        count -= 5
        text.append(alphabet[Int(pending >> UInt32(count) & 31)])
      }
    }
    if count > 0 { text.append(alphabet[Int(pending << UInt32(5 - count) & 31)]) }
    return text
  }

  /// Two lower-case digits a byte, as the daemon takes payloads.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
