struct SVGWriter {
  /// Text of axes and legends, in user units.
  static let size = 13.0
  /// Larger text for drawings that are squeezed onto a screen up to this wide (in em), the widest first. A drawing 560
  /// units wide, on a page with margins of 47 CSS pixels in total, then has text of at least 12 CSS pixels on screens
  /// from 320 CSS pixels, and more if the reader has set larger text.
  static let narrowSizes = [(widest: 35.5, size: 18.0), (widest: 26.5, size: largestSize)]
  private static let largestSize = 23.5
  /// Drawings of these widths have room for the larger text.
  private static let scaling = 560.0...800.0

  let drawing: Drawing
  let id: String
  let width: Double
  /// Whether text grows on narrow screens.
  let scales: Bool
  /// Lower end of what has been drawn.
  var bottom = 8.0
  private var body = ""
  private var definitions = ""

  init(_ drawing: Drawing) {
    self.drawing = drawing
    id = Markup.id(drawing.id)
    width = drawing.width.isFinite ? min(max(drawing.width.rounded(), 280), 1600) : 640
    scales = drawing.purpose != .picture && Self.scaling.contains(width)
  }

  /// The largest size of text that needs room.
  var roomSize: Double { scales ? Self.largestSize : Self.size }
  var lineHeight: Double { (roomSize * 1.22).rounded() }

  // MARK: Elements

  mutating func write(_ text: String) { body += text }
  mutating func define(_ text: String) { definitions += text }

  /// Returns the attributes of a shape: classes for the style sheet, and colors for programs without one.
  ///
  /// - Parameter pattern: a fill pattern in place of a color.
  func paint(
    fill: Palette.Role? = nil, line: Palette.Role? = nil, classes: String = "", pattern: String? = nil
  ) -> String {
    let names = [classes, fill.map { "f-\($0.rawValue)" } ?? "", line.map { "l-\($0.rawValue)" } ?? ""]
    let attribute = "class=\"\(names.filter { !$0.isEmpty }.joined(separator: " "))\""
    let filled = pattern.map { "url(#\(id)-\($0))" } ?? (fill == nil ? "none" : nil)
    // The page's own style sheet has the colors.
    if drawing.purpose == .page { return attribute + (filled.map { " fill=\"\($0)\"" } ?? "") }
    return "\(attribute) fill=\"\(filled ?? fill.map { Palette.light[$0] } ?? "none")\""
      + (line.map { " stroke=\"\(Palette.light[$0])\"" } ?? "")
  }

  enum Anchor: String { case start, middle, end }

  /// Draws a line of text.
  ///
  /// - Parameters:
  ///   - size: a fixed size; `nil` for that of axes, which may grow.
  ///   - isWide: whether narrow screens leave it out.
  ///   - isClear: whether it interrupts lines behind it.
  ///   - down: a shift downward in font sizes (em), for second lines.
  mutating func text(
    _ text: String, _ x: Double, _ y: Double, _ anchor: Anchor = .start, _ role: Palette.Role = .muted,
    size: Double? = nil, isBold: Bool = false, isWide: Bool = false, isClear: Bool = false, down: Double = 0
  ) {
    let classes = size == nil ? isWide ? "t wide" : "t" : ""
    let painted = paint(fill: role, line: isClear ? .surface : nil, classes: classes)
    let anchored = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    let sized = size.map { " font-size=\"\(Markup.number($0))\"" } ?? ""
    let lower = down > 0 ? " dy=\"\(Markup.number(down))em\"" : ""
    body += """
      <text x="\(Markup.number(x))" y="\(Markup.number(y))"\(lower) \(painted)\
      \(isClear ? " stroke-width=\"4\" paint-order=\"stroke\"" : "")\(anchored)\(sized)\(isBold ? " font-weight=\"bold\"" : "")>\(Markup.escaped(text))</text>
      """
  }

  /// Draws similar labels of an axis in one group. Narrow screens leave out those with `isWide`.
  mutating func texts(_ places: [(text: String, x: Double, y: Double, isWide: Bool)], _ anchor: Anchor = .start) {
    guard !places.isEmpty else { return }
    let anchored = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    body += "<g \(paint(fill: .muted, classes: "t"))\(anchored)>"
    for place in places {
      let wide = place.isWide ? " class=\"wide\"" : ""
      body += "<text x=\"\(Markup.number(place.x))\" y=\"\(Markup.number(place.y))\"\(wide)>"
      body += Markup.escaped(place.text) + "</text>"
    }
    body += "</g>\n"
  }

  mutating func mark(_ shape: String, _ attributes: String, _ words: String) {
    body += "<\(shape) \(attributes)><title>\(Markup.escaped(words))</title></\(shape)>\n"
  }

  mutating func line(_ path: String, _ role: Palette.Role, width: Double = 1) {
    guard !path.isEmpty else { return }
    body += "<path \(paint(line: role)) stroke-width=\"\(Markup.number(width))\" d=\"\(path)\"/>\n"
  }

  // MARK: Text around the plot

  mutating func heading(_ chart: Chart) {
    // Bold letters are wider.
    for line in TextWidth.lines(chart.title, size: 18 * 1.15, room: width - 16, atMost: 2) {
      bottom += 20
      text(line, 8, bottom, .start, .ink, size: 18, isBold: true)
      bottom += 4
    }
    paragraph(chart.sentence, .ink, atMost: 5)
    bottom += 6
  }

  mutating func notes(_ notes: [String]) {
    for note in notes { paragraph(note, .muted, atMost: 3) }
    if !notes.isEmpty { bottom += 6 }
  }

  private mutating func paragraph(_ words: String, _ role: Palette.Role, atMost count: Int) {
    for line in TextWidth.lines(words, size: Self.size, room: width - 16, atMost: count) {
      bottom += 17
      text(line, 8, bottom, .start, role, size: Self.size)
    }
    bottom += 3
  }

  // MARK: Document

  /// - Parameter description: `nil` if the page has it next to the drawing.
  func document(title: String, description: String?) -> String {
    let described = description.map { "<desc id=\"\(id)-description\">\(Markup.escaped($0))</desc>\n" } ?? ""
    let height = Markup.number(bottom.rounded(.up))
    let width = Markup.number(width)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="chart\(scales ? " scales" : "")" role="img" \
      aria-labelledby="\(id)-title\(description == nil ? "" : " \(id)-description")" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      font-family="sans-serif" font-size="\(Markup.number(Self.size))">
      <title id="\(id)-title">\(Markup.escaped(title))</title>
      \(described)\(drawing.purpose == .file ? "<style>\n\(Palette.css)\n</style>\n" : "")\
      \(definitions.isEmpty ? "" : "<defs>\(definitions)</defs>\n")\
      <rect \(paint(fill: .surface)) width="\(width)" height="\(height)"/>
      \(body)</svg>

      """
  }
}
