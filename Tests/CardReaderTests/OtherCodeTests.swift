import CardReader
import Hardware
import Testing

/// Codes that are not QR codes, and pictures that must not be taken for codes.
@Suite struct OtherCodeTests {
  /// Draws modules of four pixels with a light border; `#` is dark.
  private static func frame(_ rows: [String], quiet: Int = 3) -> GrayFrame {
    let modules = rows.map { $0.map { $0 == "#" } }
    let (width, height) = (4 * (modules[0].count + 2 * quiet), 4 * (rows.count + 2 * quiet))
    return GrayFrame(width: width, height: height, filledWith: 255).redrawn { column, row, paper in
      let (x, y) = (column / 4 - quiet, row / 4 - quiet)
      return modules.indices.contains(y) && modules[y].indices.contains(x) && modules[y][x] ? 0 : paper
    }
  }

  /// Draws a pattern with arbitrary data where `module` returns `nil`.
  private static func drawn(_ width: Int, _ height: Int, _ module: (Int, Int) -> Bool?) -> [String] {
    (0..<height).map { y in
      String((0..<width).map { x in module(x, y) ?? ((x * 7 + y * 5 + x * y) % 3 == 0) ? "#" : " " })
    }
  }

  /// Versions M1 to M4 by their size.
  private static func microQR(_ side: Int) -> [String] {
    drawn(side, side) { x, y in
      if x < 8, y < 8 { return x < 7 && y < 7 && max(abs(x - 3), abs(y - 3)) != 2 }
      return x == 0 || y == 0 ? (x + y) % 2 == 0 : nil
    }
  }

  private static func dataMatrix(_ columns: Int, _ rows: Int) -> [String] {
    drawn(columns, rows) { x, y in
      if x == 0 || y == rows - 1 { return true }
      if y == 0 { return x % 2 == 0 }
      return x == columns - 1 ? (rows - 1 - y) % 2 == 0 : nil
    }
  }

  /// - Parameter radius: The radius of the ring with the orientation marks: 5 in a compact code, 7 in a full one.
  private static func aztec(_ side: Int, radius: Int) -> [String] {
    drawn(side, side) { column, row in
      let (x, y) = (column - side / 2, row - side / 2)
      let ring = max(abs(x), abs(y))
      if ring < radius { return ring % 2 == 0 }
      guard ring == radius, min(abs(x), abs(y)) >= radius - 1 else { return nil }
      let near = 1 - radius
      return (x < 0 && y < 0) || (x == radius && y <= near) || (x == radius && y == radius - 1)
    }
  }

  private static func mirrored(_ rows: [String]) -> [String] { rows.map { String($0.reversed()) } }

  /// Draws dark and light bars of these widths.
  private static func bars(_ widths: [Int]) -> String {
    widths.enumerated().map { String(repeating: $0 % 2 == 0 ? "#" : " ", count: $1) }.joined()
  }

  private static func pdf417(_ rows: Int) -> [String] {
    (0..<rows).map { row in
      let data = [[4, 1, 1, 1, 2, 2, 4, 2], [5, 1, 1, 1, 1, 1, 4, 3], [2, 1, 2, 1, 2, 2, 5, 2]][row / 3 % 3]
      return bars([8, 1, 1, 1, 1, 1, 1, 3]) + bars(data) + bars(data) + bars([7, 1, 1, 3, 1, 1, 1, 2, 1])
    }
  }

  static let codes: [(CodeKind, [String])] =
    [11, 13, 15, 17].map { (.microQR, microQR($0)) }
    + [(10, 10), (24, 24), (32, 8), (18, 8), (48, 16), (52, 52)].map { (.dataMatrix, dataMatrix($0, $1)) }
    + [(.aztec, aztec(15, radius: 5)), (.aztec, aztec(27, radius: 5)), (.aztec, aztec(31, radius: 7))]
    + [(.pdf417, pdf417(9))]

  @Test(arguments: codes)
  func aMatrixCodeIsNamed(kind: CodeKind, rows: [String]) throws {
    let frame = Self.frame(rows)
    let reader = try CardReader()
    let pictures = [frame, frame.fitted(), frame.inverted(), frame.squeezed(black: 80, white: 140)]
    for picture in pictures {
      #expect(try reader.otherCode(in: picture) == kind, "\(kind.rawValue), \(rows.count) rows")
    }
    #expect(!kind.isBarCode)
    for (cosine, sine) in [(0.0, 1.0), (-1, 0), (0, -1)] {
      let turned = frame.fitted(width: 400, height: 400).turned(cosine: cosine, sine: sine)
      #expect(try reader.otherCode(in: turned) == kind, "\(kind.rawValue), turned by \(cosine), \(sine)")
    }
  }

  /// One module of each pattern is wrong; in doubt no kind is named.
  @Test(arguments: codes)
  func aDamagedMatrixCodeIsNotNamed(kind: CodeKind, rows: [String]) throws {
    guard kind != .pdf417 else { return }
    let middle = rows.count / 2
    let column = kind == .aztec ? middle + 2 : kind == .microQR ? 9 : rows[0].count - 1
    let row = kind == .aztec ? middle : kind == .microQR ? 0 : 2
    var damaged = rows.map(Array.init)
    damaged[row][column] = damaged[row][column] == "#" ? " " : "#"
    let frame = Self.frame(damaged.map { String($0) })
    #expect(try CardReader().otherCode(in: frame) == nil, "\(kind.rawValue), \(rows.count) rows")
  }

  /// EAN-13 4006381333931 with its guards, Code 128 "AC" and Code 39 "AAAA".
  static let barCodes: [(CodeKind, String)] = [
    (.ean13, "10100011010100111010111101111010001001011001101010100001010000101000010111010010000101100110101"),
    (.code128, bars("2112141113231313212221222331112".compactMap(\.wholeNumberValue))),
    (
      .code39,
      ["100101101101", "110101001011", "110101001011", "110101001011", "110101001011", "100101101101"]
        .joined(separator: "0")
    ),
  ]

  @Test(arguments: barCodes)
  func aBarCodeIsNamed(kind: CodeKind, bars: String) throws {
    let row = String(bars.map { $0 == "1" || $0 == "#" ? "#" : " " })
    let frame = Self.frame([String](repeating: row, count: 30), quiet: 10)
    let reader = try CardReader()
    for picture in [frame.fitted(), frame.fitted().turned(cosine: 0, sine: 1, scale: 0.7)] {
      #expect(try reader.otherCode(in: picture) == kind)
    }
    #expect(try reader.read(frame.fitted()).isEmpty)
    #expect(kind.isBarCode)
  }

  @Test func noOtherPictureIsNamed() throws {
    let reader = try CardReader()
    let text = Array("alarm:v1:0123456789ab".utf8)
    let blank = GrayFrame(width: 320, height: 240, filledWith: 128)
    let card = try Scene.card(text)
    var pictures = [
      blank, blank.noisy(20, seed: 1), blank.noisy(120, seed: 2), blank.noisy(120, seed: 3).blurred(2), card,
    ]
    // QR codes that are too blurred to be read, or cut off.
    pictures += [card.blurred(14), card.moved(330, 0), card.moved(-200, -200), card.moved(0, 260)]
    // A frame, stripes and a chessboard.
    pictures += [
      Self.drawn(20, 20) { x, y in x == 0 || y == 0 || x == 19 || y == 19 }, Self.drawn(24, 16) { x, _ in x % 2 == 0 },
      Self.drawn(24, 16) { x, y in (x + y) % 2 == 0 },
    ].map { Self.frame($0) }
    for (index, picture) in pictures.enumerated() {
      #expect(try reader.otherCode(in: picture) == nil, "picture \(index)")
    }
  }
}
