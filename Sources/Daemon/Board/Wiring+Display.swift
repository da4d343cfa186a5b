import Hardware
import MockHardware

extension Wiring {
  enum Display: Hashable, Sendable {
    case mock(DisplayShape)
    /// - Parameter addresses: one chip, or two side by side, the left one first.
    case ht16k33(bus: String, addresses: [Int], shape: DisplayShape)

    var isMock: Bool {
      if case .mock = self { true } else { false }
    }

    var shape: DisplayShape {
      switch self {
      case .mock(let shape), .ht16k33(_, _, let shape): shape
      }
    }
  }
}

private let shapeKeys = ["glyphs", "digits", "colons", "dots"]

extension Wiring.Display: Decodable {
  init(from decoder: any Decoder) throws {
    switch try Fields.driver(of: decoder, among: ["ht16k33", "mock"]) {
    case "ht16k33":
      let fields = try Fields(decoder, known: ["driver", "bus", "address"] + shapeKeys)
      let addresses = try fields.optional("address", as: Addresses.self)?.list ?? [Addresses.range.lowerBound]
      self = .ht16k33(
        bus: try fields.text("bus"), addresses: addresses,
        shape: try fields.shape(digits: 4 * addresses.count) { segments, digits in
          HT16K33.usualShape(segments, digits: digits, chips: addresses.count).map { ($0, $0.colons) }
        })
    default:
      let fields = try Fields(decoder, known: ["driver"] + shapeKeys)
      self = .mock(
        try fields.shape(digits: 4) { segments, digits in
          MockBoard.usualShape(segments, digits: digits).map { ($0, Set(1..<digits)) }
        })
    }
  }

  /// `0x70`, or `[0x70, 0x71]`.
  private struct Addresses: Decodable {
    static let range = Int(HT16K33.addresses.lowerBound)...Int(HT16K33.addresses.upperBound)

    var list: [Int]

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      do { list = [try value.decode(Int.self)] } catch DecodingError.typeMismatch {
        list = try value.decode([Int].self)
      }
      guard (1...2).contains(list.count), Set(list).count == list.count, list.allSatisfy(Self.range.contains) else {
        throw BoardFileProblem(
          "it has to be from \(Self.range.lowerBound) to \(Self.range.upperBound) (0x70 to 0x77), or two of them for two "
            + "chips side by side, the left one first: [0x70, 0x71]", at: decoder.codingPath)
      }
    }
  }
}

extension Fields {
  /// What a display has to show something with: as the driver's displays usually have it, where the file says nothing.
  ///
  /// - Parameters:
  ///   - digits: how many where the file says nothing.
  ///   - usual: the usual shape, and behind which digits the driver can light a colon at all; nil: it drives no display
  ///     of so many digits.
  fileprivate func shape(
    digits fallback: Int, usual: (DisplayShape.Segments, Int) -> (shape: DisplayShape, colons: Set<Int>)?
  ) throws -> DisplayShape {
    let segments: DisplayShape.Segments = try choice("glyphs", default: .seven)
    let digits = try number("digits", in: 1...64, default: fallback)
    guard let (usualShape, possible) = usual(segments, digits) else {
      let counts = DisplayShape.counts.filter { usual(segments, $0) != nil }.map(String.init).joined(separator: ", ")
      throw problem("digits", counts.contains(",") ? "it has to be one of: \(counts)" : "it has to be \(counts)")
    }
    var shape = usualShape
    if let colons: [Int] = try optional("colons") {
      guard possible.isSuperset(of: colons) else {
        let places = possible.sorted().map(String.init).joined(separator: ", ")
        throw problem(
          "colons",
          possible.isEmpty
            ? "such a display has none: leave it out"
            : "it has to be a list of the digits that a colon stands behind, among: \(places)")
      }
      shape.colons = Set(colons)
    }
    if let dots: [Int] = try optional("dots") {
      guard Set(1...digits).isSuperset(of: dots) else {
        throw problem("dots", "it has to be a list of the digits that have a dot, from 1 to \(digits), as in [1, 2]")
      }
      shape.dots = Set(dots)
    }
    return shape
  }
}
