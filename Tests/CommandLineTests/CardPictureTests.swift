import AlarmClock
import ArgumentParser
import Control
import Glibc
import Pictures
import TestSupport
import Testing

@testable import rouse

struct CardPictureTests {
  private static let bytes = [UInt8]("a picture".utf8)
  private static let refusal = ControlError(.tryAgain, "ringing", why: "-", fix: "-")

  @Test(arguments: [
    ("a.png", CardPicture.Kind.png), ("A.PNG", .png), ("dir.png/a.svg", .svg), ("a.pdf", .pdf), ("a.gif", nil),
    ("png", nil),
  ])
  func theEndingSaysWhatKindOfPicture(path: String, kind: CardPicture.Kind?) {
    #expect(CardPicture.Kind(path: path) == kind)
  }

  @Test func onlyARegisteredCardHasAPictureWhichIsNotReplacedUnaskedAndAMissingFolderEndsWith73BeforeThat() throws {
    let folder = try TemporaryFolder()
    let first = CardPicture(path: folder.path + "/card.png", kind: .png)
    #expect(throws: Self.refusal) { try first.write(Self.bytes) { () throws(ControlError) in throw Self.refusal } }
    #expect(Files.names(folder.path) == [])
    #expect(try first.write(Self.bytes) { () throws(ControlError) in Sample.card } == Sample.card)
    #expect(Files.names(folder.path) == ["card.png"])
    let error = #expect(throws: ControlError.self) { try OutputFile.checkThatNone(first.path) }
    #expect(error?.code == .cannotCreate)
    var isRegistered = false
    let missing = #expect(throws: ControlError.self) {
      try CardPicture(path: "/nonexistent/card.png", kind: .png).write(Self.bytes) { () throws(ControlError) in
        isRegistered = true
        return Sample.card
      }
    }
    #expect(missing?.code == .cannotCreate && !isRegistered)
  }

  private func drawn(
    _ kind: CardPicture.Kind, _ words: String, missing reason: String? = nil
  ) throws -> (drawn: CardPicture.Drawn, converted: String) {
    var converted = ""
    let options = try PrintOptions.parse(words.split(separator: " ").map(String.init))
    let drawn = try CardPicture(path: "x", kind: kind).draw(
      try CardPicture.code([UInt8]("ROUSE:ABC".utf8)), named: "bathroom", for: ["Ends it."], options
    ) { (svg, format) throws(SVGConverter.Failure) in
      if let reason { throw SVGConverter.Failure(reason: reason) }
      converted = "\(format) \(svg)"
      return [UInt8](format.rawValue.utf8)
    }
    return (drawn, converted)
  }

  @Test func withoutTheConverterAPNGShowsTheCodeAlone() throws {
    let lacking = try drawn(.png, "", missing: "there is none").drawn
    #expect(lacking.lack == "there is none" && lacking.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let whole = try drawn(.png, "")
    #expect(whole.drawn == .init(bytes: [UInt8]("png".utf8)) && whole.converted.hasPrefix("png <?xml"))
  }

  @Test(arguments: [(CardPicture.Kind.pdf, ""), (.png, "--page a4"), (.png, "--copies 2")])
  func whatOnlyTheConverterCanDoIsRefusedWithoutIt(kind: CardPicture.Kind, words: String) throws {
    let error = try #require(throws: ControlError.self) { try drawn(kind, words, missing: "there is none") }
    #expect(error.fix.contains("apt-get install librsvg2-bin") && error.fix.contains("SVG"))
    #expect(try drawn(.svg, words, missing: "there is none").drawn.lack == nil)
  }

  /// The PNG's pixels per meter give the requested print size.
  @Test(arguments: [("", 70.0), ("--size 9cm", 90), ("--size 4cm", 40)])
  func aPNGSaysHowWideItIsInPrint(words: String, millimetres: Double) throws {
    let bytes = try drawn(.png, words, missing: "there is none").drawn.bytes
    func number(_ position: Int) -> Int { bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(Array(bytes[37..<41]) == Array("pHYs".utf8) && number(33) == 9 && bytes[49] == 1)
    let width = Double(number(16)) / Double(number(41)) * 1000
    #expect(abs(width - millimetres) < 0.01 && number(41) == number(45))
    let folder = try TemporaryFolder()
    try PictureFile.write(bytes, to: folder.path + "/card.png")
    #expect(try PictureFile.read(folder.path + "/card.png").width == number(16))
  }

  @Test(arguments: [
    (CardPicture.Kind.svg, "", "70.0mm"), (.svg, "--size 6cm", "60.0mm"), (.svg, "--copies 2", "210.0mm"),
    (.svg, "--page letter", "215.9mm"), (.png, "--size 2.5in", "63.5mm"), (.pdf, "", "210.0mm"),
    (.pdf, "--size 40mm --copies 16 --page letter", "215.9mm"),
  ])
  func thePageIsThatWhichWasAskedFor(kind: CardPicture.Kind, words: String, width: String) throws {
    let (drawn, converted) = try drawn(kind, words)
    let svg = kind == .svg ? String(decoding: drawn.bytes, as: UTF8.self) : converted
    #expect(svg.contains(#"width="\#(width)""#))
  }

  @Test(arguments: [
    "--size 3cm", "--size 19cm", "--size 6", "--size cm", "--size infcm", "--size 1e1cm",
    "--size 0x6cm", "--copies 0", "--copies 7", "--size 18cm --copies 2",
  ])
  func whatFitsNoPageIsRefused(words: String) {
    #expect(throws: InvalidValue.self) { try drawn(.svg, words) }
  }

  /// RFC 4648, section 10, without the padding.
  @Test(arguments: [
    ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
    ("foobar", "MZXW6YTBOI"),
  ])
  func base32FollowsTheStandard(text: String, encoded: String) {
    #expect(String(decoding: CardPayload.base32([UInt8](text.utf8)), as: UTF8.self) == encoded)
  }

  @Test func everyNewCardIsAnotherAndTravelsInHexadecimal() throws {
    let payloads = try (0..<100).map { _ in String(decoding: try CardPayload.random(), as: UTF8.self) }
    #expect(Set(payloads).count == 100)
    #expect(payloads.allSatisfy { $0.hasPrefix("ROUSE:") && $0.utf8.count == 32 })
    #expect(CardPayload.hexadecimal([0, 9, 16, 255]) == "000910ff")
  }
}
