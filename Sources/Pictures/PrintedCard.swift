/// A printable card: its name in large letters, the code, its purpose and a line to cut along, with a cut-off corner at
/// the top right that can be felt in the dark.
///
/// Drawn as SVG 1.1 in millimeters. Nothing extends into the code's quiet zone.
public struct PrintedCard: Hashable, Sendable {
  /// A paper size, in millimeters.
  public enum Page: String, Hashable, Sendable, CaseIterable {
    case a4, letter

    public var width: Double { self == .a4 ? 210 : 215.9 }
    public var height: Double { self == .a4 ? 297 : 279.4 }
    /// Printers cannot print up to the edge.
    public static let margin = 10.0
    /// The space between cards, for scissors.
    public static let gap = 4.0
  }

  /// Card widths in millimeters, from what a camera can read at arm's length to what fits on a page.
  public static let widths = 40.0...180.0
  /// Relative to the card's width.
  private enum Share {
    static let head = 0.20
    static let foot = 0.13
    static let corner = 0.15
    static let small = 0.038
  }

  private let code: QRCard
  private let name: CardName
  private let purpose: [String]
  /// The width of the card and of the code with its quiet zone.
  private let width: Double

  /// `purpose` has at most two short lines; `width` is in millimeters.
  public init(code: QRCard, name: String, purpose: [String], width: Double) {
    self.code = code
    self.name = CardName(text: name)
    self.purpose = Array(purpose.prefix(2))
    self.width = width
  }

  private var height: Double { width * (1 + Share.head + Share.foot) }

  public func count(on page: Page) -> Int { columns(of: page) * rows(of: page) }

  private func columns(of page: Page) -> Int { Self.count(of: width, in: page.width) }
  private func rows(of page: Page) -> Int { Self.count(of: height, in: page.height) }
  private static func count(of length: Double, in room: Double) -> Int {
    Int((room - 2 * Page.margin + Page.gap) / (length + Page.gap))
  }

  // MARK: Documents

  public var svg: String { document(width: width, height: height, body: drawing) }

  /// Returns a page with copies from the top left, at most as many as fit.
  public func svg(copies: Int, on page: Page) -> String {
    let columns = max(1, columns(of: page))
    let places = (0..<min(copies, count(on: page))).map { index in
      let x = Page.margin + Double(index % columns) * (width + Page.gap)
      let y = Page.margin + Double(index / columns) * (height + Page.gap)
      return ##"<use xlink:href="#card" x="\##(Self.number(x))" y="\##(Self.number(y))"/>"##
    }
    let body = "<defs><g id=\"card\">\n\(drawing)\n</g></defs>\n" + places.joined(separator: "\n")
    return document(width: page.width, height: page.height, body: body)
  }

  private func document(width: Double, height: Double, body: String) -> String {
    let (width, height) = (Self.number(width), Self.number(height))
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" \
      width="\(width)mm" height="\(height)mm" viewBox="0 0 \(width) \(height)">
      <title>\(XMLText.escaped(name.text))</title>
      <rect width="\(width)" height="\(height)" fill="#fff"/>
      \(body)
      </svg>

      """
  }

  // MARK: Drawing

  private var drawing: String {
    let scale = width / Double(code.size + 2 * QRCard.quietZone)
    let corner = width * Share.corner
    let edge = """
      <path fill="none" stroke="#999" stroke-width="0.3" stroke-dasharray="2 1" d="M0.2 0.2H\(Self.number(width - corner))\
      L\(Self.number(width - 0.2)) \(Self.number(corner))V\(Self.number(height - 0.2))H0.2z"/>
      """
    let modules = """
      <path fill="#000" shape-rendering="crispEdges" transform="translate(0 \(Self.number(width * Share.head))) \
      scale(\(scale))" d="\(code.svgPath)"/>
      """
    return ([edge, modules] + nameLines + purposeLines).joined(separator: "\n")
  }

  private var nameLines: [String] {
    let room = width * (1 - 2 * Share.corner)
    let layout = name.layout(width: room, height: width * Share.head * 0.8)
    let step = layout.size * CardName.lineHeight
    let top = (width * Share.head - step * Double(layout.lines.count)) / 2
    return layout.lines.enumerated().map { index, line in
      text(line, size: layout.size, baseline: top + step * Double(index) + layout.size * 0.85, weight: "bold")
    }
  }

  private var purposeLines: [String] {
    let size = width * Share.small
    return purpose.enumerated().map { index, line in
      text(
        line, size: size, baseline: width * (1 + Share.head) + size * (0.9 + 1.3 * Double(index)), weight: "normal")
    }
  }

  private func text(_ text: String, size: Double, baseline: Double, weight: String) -> String {
    """
    <text x="\(Self.number(width / 2))" y="\(Self.number(baseline))" font-size="\(Self.number(size))" \
    font-weight="\(weight)" font-family="DejaVu Sans, Liberation Sans, Arial, sans-serif" text-anchor="middle">\
    \(XMLText.escaped(text))</text>
    """
  }

  /// Rounds to 1/100 mm.
  private static func number(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
