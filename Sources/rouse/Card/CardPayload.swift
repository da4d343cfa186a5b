import Control
import Glibc

/// Content of a new card: `ROUSE:` and 128 random bits in base32 (RFC 4648, section 6, without padding).
enum CardPayload {
  static let prefix = "ROUSE:"

  /// Returns 32 bytes of ASCII: the prefix and 26 characters.
  static func random() throws(ControlError) -> [UInt8] {
    var bits = [UInt8](repeating: 0, count: 16)
    guard getentropy(&bits, bits.count) == 0 else {
      throw ControlError(
        .internal, "there are no random numbers to make a card from", why: String(cString: strerror(errno)),
        fix: "try again; any QR code that you have can be a card too: `rouse card add NAME`")
    }
    return [UInt8](prefix.utf8) + base32(bits)
  }

  /// Encodes five bits per character, A–Z and 2–7, most significant first; pads the last one with zero bits.
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

  /// Returns two lower-case digits per byte, the format of payloads in requests.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
