import Testing

@testable import Charts

struct SpeedTests {
  /// Prints how long each chart of ten years with 4,000 rings takes; there is no limit, because the machine may be
  /// busy.
  @Test func tenYearsOfEachChartAreDrawn() {
    let charts = [
      Sample.waking(days: 4000, series: 3), Sample.weekdays(), Sample.scores, Sample.hours, Sample.rhythm(dots: 4000),
    ]
    let clock = ContinuousClock()
    for chart in charts {
      var svg = ""
      let times = [
        clock.measure { svg = chart.svg(Drawing(id: "a")) }, clock.measure { _ = chart.terminal(width: 120) },
        clock.measure { _ = chart.terminal(width: 80, style: TerminalStyle(isPlain: true)) },
        clock.measure { _ = chart.table.csv },
      ]
      let words = zip(["SVG", "terminal", "plain", "CSV"], times).map { name, time in
        "\(name) \(Unit.seconds.text(Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)))"
      }
      print("\(chart.name) of ten years: \(words.joined(separator: ", ")); \(svg.utf8.count) bytes")
      #expect(svg.hasSuffix("</svg>\n"))
    }
  }
}
