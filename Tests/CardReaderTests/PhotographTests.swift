import CardReader
import Glibc
import Pictures
import SyntheticFrames
import TestSupport
import Testing

/// Photographs of printed codes, if a folder of them is beside the checkout.
@Suite struct PhotographTests {
  static let folder =
    #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" } + "/shared/qr/photos/"

  /// The right text of a code that the list gets wrong: the code's error correction words agree with this text.
  static let misprints = [
    "qrcode-2__13.png": "The 2005 USGS aerial photography of the Washington Monument is censored."
  ]

  static var isThere: Bool { access(folder + "manifest.csv", R_OK) == 0 }

  @Test(.enabled(if: isThere, "no photographs beside the checkout"))
  func atLeastAsManyPhotographsAreReadAsByPlainLibzbar() throws {
    let photographs = CSV.rows(of: Files.bytes(Self.folder + "manifest.csv")).dropFirst().filter { $0.count > 1 }
    let reader = try CardReader()
    var (plain, behindPasses) = (0, 0)
    for photograph in photographs {
      let (file, expected) = (String(decoding: photograph[0], as: UTF8.self), photograph[1])
      let frame = try PictureFile.read(Self.folder + file).fitted()
      if try reader.read(frame, with: .raw).contains(where: { normalized($0.payload) == normalized(expected) }) {
        plain += 1
      }
      let sightings = try reader.read(frame)
      if sightings.contains(where: { normalized($0.payload) == normalized(expected) }) { behindPasses += 1 }
      let allowed = [expected, Array((Self.misprints[file] ?? "").utf8)].map(normalized)
      #expect(sightings.allSatisfy { allowed.contains(normalized($0.payload)) }, "\(file) gives a wrong payload")
    }
    print("photographs: \(photographs.count), plain libzbar \(plain), behind the passes \(behindPasses)")
    #expect(behindPasses >= plain)
    #expect(plain > 0)
  }

  /// Drops what the manifest lost: the kinds of line endings, and trailing ones.
  private func normalized(_ payload: [UInt8]) -> [UInt8] {
    var result = payload.filter { $0 != UInt8(ascii: "\r") }
    while result.last == UInt8(ascii: "\n") { result.removeLast() }
    return result
  }
}
