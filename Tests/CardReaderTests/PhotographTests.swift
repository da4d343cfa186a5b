import CardReader
import Glibc
import Pictures
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
    let photographs = try manifest()
    let reader = try CardReader()
    var (plain, behindPasses) = (0, 0)
    for (file, expected) in photographs {
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

  /// Returns file names and expected payloads from a CSV file (RFC 4180); quoted fields may hold commas and line ends.
  private func manifest() throws -> [(file: String, expected: [UInt8])] {
    let file = try #require(fopen(Self.folder + "manifest.csv", "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    var rows: [[[UInt8]]] = [[[]]]
    var isQuoted = false
    var previous: UInt8 = 0
    for byte in bytes[..<count] {
      switch byte {
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        // A doubled quote inside a quoted field is a quote.
        if isQuoted && previous == byte { rows[rows.count - 1][rows[rows.count - 1].count - 1].append(byte) }
      case UInt8(ascii: ",") where !isQuoted: rows[rows.count - 1].append([])
      case UInt8(ascii: "\n") where !isQuoted: rows.append([[]])
      case UInt8(ascii: "\r") where !isQuoted: break
      default: rows[rows.count - 1][rows[rows.count - 1].count - 1].append(byte)
      }
      previous = byte
    }
    return rows.dropFirst().filter { $0.count > 1 }.map { (String(decoding: $0[0], as: UTF8.self), $0[1]) }
  }

  /// Drops what the manifest lost: the kinds of line endings, and trailing ones.
  private func normalized(_ payload: [UInt8]) -> [UInt8] {
    var result = payload.filter { $0 != UInt8(ascii: "\r") }
    while result.last == UInt8(ascii: "\n") { result.removeLast() }
    return result
  }
}
