import Testing

@testable import Daemon

struct CardDigestTests {
  /// Computed with Python's `hashlib.scrypt(payload, salt=…, n=16384, r=8, p=1, dklen=32)`.
  static let vectors: [([UInt8], String)] = [
    (
      [0x52, 0x4F, 0x55, 0x53, 0x45, 0x3A, 0x41, 0x42, 0x43],
      "0d08206e59ff8b2a1f27000842441dabd8de6077e6d9cc0adf9e65c2962660ed"
    ),
    ([0x61, 0x00, 0x62], "db46d0b4640724788d5c62c948df7b1bd493df8cc77f2a1136317ef85eae93ac"),
    ([0x52, 0xC3, 0xA9, 0x76, 0x65, 0x69, 0x6C], "0411ad2a280ef27611bcbf496418bdf2abc50205b532cecd5deb52581e8479a0"),
    (
      [0x35, 0x39, 0x30, 0x31, 0x32, 0x33, 0x34, 0x31, 0x32, 0x33, 0x34, 0x35, 0x37],
      "ce992d308648eb198d2f6469ff4ec91857503a1c3d216077fc6c56c2adc19c3c"
    ),
  ]

  @Test(arguments: vectors)
  func isScryptOfTheBytes(payload: [UInt8], expected: String) async throws {
    let digests = try CardDigest()
    let digest = try #require(await digests.digest(of: payload, salt: [UInt8](0..<16)))
    #expect(digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
  }
}
