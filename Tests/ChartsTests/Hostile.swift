import Charts

enum Hostile {
  static let texts = [
    "</text></svg><script>alert(1)</script>", "\"quoted\" 'twice' & <b> \\ %s $(id)",
    "]]><!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>&e;",
    "\u{0}\u{1B}[2J\u{7}\u{FFFF}\u{1FFFE}\u{9B}\r\n\t",
    String(repeating: "W", count: 200), String(repeating: "long name ", count: 20), "浴室のカード", "حمام \u{202E}x\u{2066}",
    "👩‍👩‍👧‍👦 🚿", "e" + String(repeating: "\u{301}", count: 300), "", "=1+1",
  ]

  static let numbers: [Double?] = [
    nil, .nan, .infinity, -.infinity, 1e300, -1e300, 0, -0.0, .leastNonzeroMagnitude, 5, 5, -7, 1e15, 20_779,
  ]

  /// Returns a chart of each kind with this text everywhere and these values.
  static func charts(_ text: String, _ values: [Double?], unit: Unit = .count) -> [Chart] {
    let points = values.enumerated().map {
      Point(x: $1 ?? Double($0), y: values[($0 * 5 + 3) % values.count], isOutlier: $0 % 3 == 0)
    }
    let series = (0..<6).map { Series(name: "\(text)\($0)", points: $0 == 5 ? [] : points) }
    let x = Axis(title: text, unit: unit)
    let y = Axis(title: text, unit: unit, includesZero: true)
    let plots: [Plot] = [
      .line(PointPlot(x: x, y: y, series: series)),
      .line(PointPlot(x: Axis(title: text, unit: .date), y: y, series: series)),
      .bars(
        BarPlot(
          categoryTitle: text, categories: values.map { _ in text }, y: x,
          series: series.map { .init(name: $0.name, values: values.dropLast()) })),
      .gauges(values.map { Gauge(name: text, value: $0, word: text, history: values) }),
      .heatMap(
        HeatMap(
          rowTitle: text, rows: values.map { _ in text }, columnTitle: text, columns: values.map { _ in text },
          valueTitle: text, unit: unit, values: [values, [], values])),
      .scatter(
        PointPlot(
          x: x, y: y, series: series,
          trends: values.map { .init(slope: $0 ?? 0, intercept: 1, r: $0 ?? 1) })),
    ]
    return plots.map { Chart(name: text, title: text, sentence: text, plot: $0, notes: [text, text]) }
  }

  static let empty: [Chart] = {
    let axes = [Axis(title: "x", unit: .date), Axis(title: "y", unit: .seconds)]
    let plots: [Plot] = [
      .line(PointPlot(x: axes[0], y: axes[1], series: [])),
      .line(PointPlot(x: axes[0], y: axes[1], series: [Series(name: "a", points: [Point(x: 20_779, y: nil)])])),
      .bars(BarPlot(categoryTitle: "Day", categories: [], y: axes[1], series: [])),
      .bars(BarPlot(categoryTitle: "Day", categories: ["Mon"], y: axes[1], series: [.init(name: "a", values: [nil])])),
      .gauges([]), .scatter(PointPlot(x: axes[0], y: axes[1], series: [])),
      .heatMap(
        HeatMap(
          rowTitle: "", rows: [], columnTitle: "", columns: [], valueTitle: "Rings", unit: .count, values: [])),
    ]
    return plots.map { Chart(name: "empty", title: "Empty", sentence: "Two more days are needed.", plot: $0) }
  }()
}
