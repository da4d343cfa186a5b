import FoundationEssentials
import Glibc
import Hardware
import Pictures
import SyntheticFrames
import TestSupport

/// A scene for the reader, and the expected result.
struct CardScene {
  var category: String
  /// Empty if there is no code.
  var expected: [UInt8]
  /// The number of successive frames; a scene with one frame stands still.
  var frameCount: Int
  var frame: (_ number: Int) throws -> GrayFrame

  /// Line endings are equivalent, and trailing ones are ignored, because lists of expected texts lose them.
  func isExpected(_ payload: [UInt8]) -> Bool { !expected.isEmpty && Self.plain(payload) == Self.plain(expected) }

  private static func plain(_ payload: [UInt8]) -> [UInt8] {
    var result = payload
    while let last = result.last, [10, 13].contains(last) { result.removeLast() }
    return result.indices.filter { result[$0] != 13 || $0 + 1 == result.count || result[$0 + 1] != 10 }.map {
      result[$0]
    }
  }
}

/// The frames to measure, drawn or from files.
struct CardFrames {
  /// Read as single frames and as live video.
  var scenes: [CardScene] = []
  /// Read with all frames of a scene together.
  var bursts: [CardScene] = []

  init(_ options: CardOptions) throws {
    if options.manifests.isEmpty {
      for category in FrameCategory.allCases where options.includes(category.rawValue) {
        let drawn = try (0..<options.count(of: category)).map { index in
          let scene = try SyntheticScene(category, seed: options.seed, index: index)
          return CardScene(
            category: category.rawValue, expected: scene.code?.payload ?? [], frameCount: SyntheticScene.frameCount
          ) { try scene.frame($0) }
        }
        if category.isBurst { bursts += drawn } else { scenes += drawn }
      }
    }
    for manifest in options.manifests { try add(manifest, of: options) }
    guard !scenes.isEmpty || !bursts.isEmpty else { throw BenchError("there are no such frames") }
  }

  /// Adds the frames of a manifest (`file,expected,category,params`, as `--write` makes them). Pictures are fitted into
  /// the frame size, and as live video they stand still.
  private mutating func add(_ manifest: String, of options: CardOptions) throws {
    let folder = manifest.lastIndex(of: "/").map { String(manifest[...$0]) } ?? ""
    let rows = try Manifest.rows(of: manifest).filter {
      $0.expected != Manifest.unknown && options.includes($0.category)
    }
    for row in rows where row.burst == nil {
      let path = folder + row.file
      scenes.append(
        CardScene(category: row.category, expected: row.expected, frameCount: 1) { _ in
          try PictureFile.read(path).fitted()
        })
    }
    let grouped = Dictionary(grouping: rows.filter { $0.burst != nil }) { "\($0.category) \($0.burst ?? "")" }
    for rows in grouped.sorted(by: { $0.key < $1.key }).map(\.value) {
      bursts.append(
        CardScene(category: rows[0].category, expected: rows[0].expected, frameCount: rows.count) {
          try PictureFile.read(folder + rows[$0].file).fitted()
        })
    }
  }

  /// Draws the frames as PGM files; `manifest.csv` lists the single frames and `bursts.csv` the bursts.
  static func write(to folder: String, _ options: CardOptions) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var (single, burst) = (Manifest.header, Manifest.header)
    for category in FrameCategory.allCases where options.includes(category.rawValue) {
      let isBurst = category.isBurst
      for index in 0..<options.count(of: category) {
        let scene = try SyntheticScene(category, seed: options.seed, index: index)
        let payload = String(decoding: scene.code?.payload ?? [], as: UTF8.self)
        for number in 0..<(isBurst ? SyntheticScene.frameCount : 1) {
          let name = "\(category.rawValue)_\(index)" + (isBurst ? "_\(number)" : "") + ".pgm"
          let frame = try scene.frame(number)
          let header = "P5\n\(frame.width) \(frame.height)\n255\n"
          try Files.write(Array(header.utf8) + frame.pixels, to: "\(folder)/\(name)")
          let place = isBurst ? "burst=\(index) idx=\(number) " : ""
          let row = "\(name),\(payload),\(category.rawValue),\(place)\(scene.parameters)\n"
          if isBurst { burst += row } else { single += row }
        }
      }
    }
    try Files.write(single, to: "\(folder)/manifest.csv")
    try Files.write(burst, to: "\(folder)/bursts.csv")
  }
}

/// A list of pictures and their content.
enum Manifest {
  static let header = "file,expected,category,params\n"
  /// The payload for a code whose text is unknown.
  static let unknown = Array("?".utf8)

  struct Row {
    var file: String
    var expected: [UInt8]
    var category: String
    /// The number of the burst that the frame belongs to.
    var burst: String?
  }

  static func rows(of path: String) throws -> [Row] {
    let bytes: Data
    do { bytes = try Data(contentsOf: URL(filePath: path)) } catch { throw BenchError("\(path) cannot be read") }
    let fields = CSV.rows(of: bytes)
    guard let header = fields.first?.map({ String(decoding: $0, as: UTF8.self) }),
      Array(header.prefix(3)) == ["file", "expected", "category"]
    else { throw BenchError("\(path) does not begin with \(self.header)") }
    return try fields.dropFirst().filter { $0 != [[]] }.map { row in
      guard row.count >= 3 else { throw BenchError("\(path) has a row with \(row.count) fields") }
      let text = row.map { String(decoding: $0, as: UTF8.self) }
      let burst = (text.count > 3 ? text[3] : "").split(separator: " ").first { $0.hasPrefix("burst=") }
      return Row(file: text[0], expected: row[1], category: text[2], burst: burst.map { String($0.dropFirst(6)) })
    }
  }
}
