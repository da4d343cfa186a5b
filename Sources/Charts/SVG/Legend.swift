struct Legend {
  struct Entry {
    var name: String
    /// Index of the series, for a script of the page; `nil` if there is none.
    var series: Int?
    /// SVG centered on 0, 0; at most 26 wide and 12 high.
    var sample: String
  }

  var title: String?
  var entries: [Entry]
}

extension SVGWriter {
  mutating func draw(_ legend: Legend) {
    guard !legend.entries.isEmpty else { return }
    let size = roomSize
    // Distance from the left edge of a sample to its name.
    let sample = 30.0
    var x = 8.0
    bottom += lineHeight
    if let title = legend.title {
      let cut = TextWidth.cut(title, size: size, room: width / 2)
      text(cut, x, bottom)
      x += TextWidth.of(cut, size: size) + size
    }
    for entry in legend.entries {
      let name = TextWidth.cut(entry.name, size: size, room: width - 24 - sample)
      let taken = sample + TextWidth.of(name, size: size)
      if x > 8, x + taken > width - 8 {
        x = 8
        bottom += lineHeight
      }
      let series = entry.series.map { " data-series=\"\($0)\"" } ?? ""
      write("<g class=\"legend\"\(series)>")
      write(
        "<g transform=\"translate(\(Markup.number(x + 13)) \(Markup.number(bottom - Self.size * 0.35)))\">\(entry.sample)</g>"
      )
      text(name, x + sample, bottom, .start, .ink)
      write("</g>\n")
      x += taken + size
    }
    bottom += 8
  }
}
