struct LegendEntry {
  var name: String
  /// Index of the series, for a script of the page.
  var series: Int?
  /// SVG centered on 0, 0; at most 26 wide and 12 high.
  var sample: String
}

extension SVGWriter {
  /// Draws a legend with at least one entry.
  mutating func draw(_ entries: [LegendEntry], title: String? = nil) {
    let size = roomSize
    // Distance from the left edge of a sample to its name.
    let sample = 30.0
    var x = 8.0
    bottom += lineHeight
    if let title {
      let cut = TextWidth.cut(title, size: size, room: width / 2)
      text(cut, x, bottom)
      x += TextWidth.of(cut, size: size) + size
    }
    for entry in entries {
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
