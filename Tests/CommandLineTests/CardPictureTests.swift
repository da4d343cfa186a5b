import Control
import Glibc
import TestSupport
import Testing

@testable import rouse

struct CardPictureTests {
  private static let payload = [UInt8]("ROUSE:ABC".utf8)
  private static let refusal = ControlError(.tryAgain, "ringing", why: "-", fix: "-")

  @Test(arguments: [
    ("a.png", CardPicture.Kind.png), ("A.PNG", .png), ("dir.png/a.svg", .svg), ("a.gif", nil), ("png", nil),
  ])
  func theEndingSaysWhatKindOfPicture(path: String, kind: CardPicture.Kind?) {
    #expect(CardPicture.Kind(path: path) == kind)
  }

  @Test(arguments: [("card.png", CardPicture.Kind.png), ("card.svg", .svg)])
  func aRegisteredCardHasItsPictureAlone(name: String, kind: CardPicture.Kind) throws {
    let folder = try TemporaryFolder()
    let picture = CardPicture(path: folder.path + "/" + name, kind: kind, replacing: false)
    let card = try picture.write(Self.payload) { () throws(ControlError) in Sample.card }
    #expect(card == Sample.card)
    #expect(Files.names(folder.path) == [name])
  }

  @Test func aCardThatIsNotRegisteredLeavesNoPicture() throws {
    let folder = try TemporaryFolder()
    let picture = CardPicture(path: folder.path + "/card.png", kind: .png, replacing: false)
    #expect(throws: Self.refusal) {
      try picture.write(Self.payload) { () throws(ControlError) in throw Self.refusal }
    }
    #expect(Files.names(folder.path) == [])
  }

  @Test func aPictureThatIsThereIsNotReplacedUnasked() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/card.svg"
    let first = CardPicture(path: path, kind: .svg, replacing: false)
    _ = try first.write(Self.payload) { () throws(ControlError) in Sample.card }
    let error = #expect(throws: ControlError.self) {
      try first.write(Self.payload) { () throws(ControlError) in Sample.card }
    }
    #expect(error?.code == .cannotCreate)
    let forced = CardPicture(path: path, kind: .svg, replacing: true)
    _ = try forced.write(Self.payload) { () throws(ControlError) in Sample.card }
    #expect(Files.names(folder.path) == ["card.svg"])
  }

  @Test func aMissingFolderEndsWith73BeforeAnythingIsRegistered() {
    let picture = CardPicture(path: "/nonexistent/card.png", kind: .png, replacing: false)
    var isRegistered = false
    let error = #expect(throws: ControlError.self) {
      try picture.write(Self.payload) { () throws(ControlError) in
        isRegistered = true
        return Sample.card
      }
    }
    #expect(error?.code == .cannotCreate)
    #expect(!isRegistered)
  }

  /// RFC 4648, section 10, without the padding.
  @Test(arguments: [
    ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
    ("foobar", "MZXW6YTBOI"),
  ])
  func base32FollowsTheStandard(text: String, encoded: String) {
    #expect(String(decoding: CardPayload.base32([UInt8](text.utf8)), as: UTF8.self) == encoded)
  }

  @Test func everyNewCardIsAnother() throws {
    let payloads = try (0..<100).map { _ in String(decoding: try CardPayload.random(), as: UTF8.self) }
    #expect(Set(payloads).count == 100)
    #expect(payloads.allSatisfy { $0.hasPrefix("ROUSE:") && $0.utf8.count == 32 })
  }

  @Test func payloadsTravelInHexadecimal() {
    #expect(CardPayload.hexadecimal([0, 9, 16, 255]) == "000910ff")
  }
}
