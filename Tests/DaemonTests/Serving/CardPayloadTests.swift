import Control
import Testing

@testable import Daemon

@Suite struct CardPayloadTests {
  @Test func acceptsAsManyBytesAsAQRCodeHolds() throws {
    let digits = [UInt8](repeating: UInt8(ascii: "7"), count: 7089)
    #expect(try CardRoutes.payload(String(repeating: "37", count: 7089)) == digits)
    #expect(try CardRoutes.payload("").isEmpty)
  }

  @Test(arguments: [
    (String(repeating: "37", count: 7090), "too long"), (String(repeating: "3", count: 14179), "too long"),
    ("373", "hexadecimal"), ("3g", "hexadecimal"),
  ])
  func saysWhyAPayloadIsRefused(hex: String, reason: String) throws {
    let error = try #require(throws: ControlError.self) { try CardRoutes.payload(hex) }
    #expect("\(error)".contains(reason), "\(error)")
  }
}
