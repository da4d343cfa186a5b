import Hardware
import JSON5Files
import LinuxHardware
import MockHardware

extension Wiring {
  enum Display: Hashable, DeviceWiring {
    case mock(DisplayShape)
    /// - Parameter addresses: one chip, or two side by side, the left one first.
    case ht16k33(bus: String, addresses: [Int], shape: DisplayShape)
    /// - Parameter order: at which of the chip's places each digit is, from the left.
    case tm1637(clock: GPIOLine, data: GPIOLine, shape: DisplayShape, order: [Int])

    var isMock: Bool { if case .mock = self { true } else { false } }

    var shape: DisplayShape {
      switch self {
      case .mock(let shape), .ht16k33(_, _, let shape), .tm1637(_, _, let shape, _): shape
      }
    }

    var lines: [GPIOLine] { if case .tm1637(let clock, let data, _, _) = self { [clock, data] } else { [] } }
  }
}

private let shapeKeys = ["glyphs", "digits", "colons", "dots"]

extension Wiring.Display {
  init(from decoder: any Decoder) throws {
    switch try Fields.driver(of: decoder, among: ["ht16k33", "tm1637", "mock"]) {
    case "ht16k33":
      let fields = try Fields(decoder, known: ["driver", "bus", "address"] + shapeKeys)
      let addresses = try fields.optional("address", as: Addresses.self)?.list ?? [Addresses.range.lowerBound]
      self = .ht16k33(
        bus: try fields.text("bus"), addresses: addresses,
        shape: try fields.shape(digits: 4 * addresses.count) { segments, digits in
          HT16K33.usualShape(segments, digits: digits, chips: addresses.count).map { ($0, $0.colons) }
        })
    case "tm1637": self = try Self.tm1637(of: decoder)
    default:
      let fields = try Fields(decoder, known: ["driver"] + shapeKeys)
      self = .mock(
        try fields.shape(digits: 4) { segments, digits in
          MockBoard.usualShape(segments, digits: digits).map { ($0, Set(1..<digits)) }
        })
    }
  }

  private static func tm1637(of decoder: any Decoder) throws -> Self {
    let fields = try Fields(
      decoder, known: ["driver", "chip", "clock", "data", "order"] + shapeKeys.filter { $0 != "glyphs" })
    let chip = try fields.text("chip")
    func line(_ key: String) throws -> GPIOLine {
      let selector = try fields.required(key, as: GPIOLine.LineSelector.self).selector
      return GPIOLine(chip: chip, line: selector, bias: .pullUp)
    }
    let (clock, data) = (try line("clock"), try line("data"))
    guard clock != data else { throw fields.problem("data", "it cannot be the line of the clock") }
    let shape = try fields.shape(digits: 4) { _, digits in
      TM1637.usualShape(digits: digits).map { ($0, Set(1..<digits)) }
    }
    guard shape.colons.isDisjoint(with: shape.dots) else {
      throw fields.problem("dots", "a digit has either a colon behind it or a dot, which are one wire on a TM1637")
    }
    let places = Array(1...shape.digits)
    let order: [Int] = try fields.optional("order") ?? TM1637.usualOrder(digits: shape.digits)
    guard order.sorted() == places else {
      throw fields.problem(
        "order", "it has to be each of \(places) once, as [3, 2, 1, 6, 5, 4] on modules of six digits")
    }
    return .tm1637(clock: clock, data: data, shape: shape, order: order)
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
