import Testing

@testable import Charts

struct TableTests {
  static func points(_ values: [Double?], outlier: Int? = nil) -> [Point] {
    values.enumerated().map { Point(x: 20_779 + Double($0), y: $1, isOutlier: $0 == outlier) }
  }

  static func line(_ series: [Series]) -> Chart {
    Chart(
      name: "a", title: "A", sentence: "It is so.",
      plot: .line(
        PointPlot(x: Axis(title: "Day", unit: .date), y: Axis(title: "Time", unit: .seconds), series: series)))
  }

  @Test func aLineHasARowForEachValueOfEachPlaceAndTellsGapsAndOutliers() {
    let chart = Self.line([
      Series(name: "One", points: Self.points([115, nil, .nan, 410], outlier: 3)),
      Series(name: "Two", points: Array(Self.points([1.5, 2]).reversed())),
    ])
    #expect(chart.table.columns.map(\.plainName) == ["Day", "One (s)", "Two (s)", "Outlier"])
    #expect(
      chart.table.rows.map { $0.map(\.text) } == [
        ["2026-11-22", "1 min 55 s", "1.5 s", "-"], ["2026-11-23", "-", "2 s", "-"], ["2026-11-24", "-", "-", "-"],
        ["2026-11-25", "6 min 50 s", "-", "One"],
      ])
    #expect(chart.table.rows[0].map(\.number) == [nil, 115, 1.5, nil])
    let oneDay = Self.line([Series(name: "One", points: [1, 2, 3].map { Point(x: 20_779, y: $0) })])
    #expect(oneDay.table.rows.map { $0[1].text } == ["1 s", "2 s", "3 s"])
  }

  @Test func everyValueOfEachKindOfPlotIsInItsTable() {
    let bars = Sample.weekdays().table
    #expect(bars.rows.count == 7)
    #expect(bars.rows[6].map(\.text) == ["Sun", "-", "-"])
    #expect(bars.rows[5].map(\.text) == ["Sat", "0 s", "0 s"])
    let gauges = Sample.scores.table
    #expect(gauges.columns.map(\.name).prefix(5) == ["Name", "Score", "Word", "Latest", "1 before"])
    #expect(gauges.rows[0].map(\.text) == ["Waking", "84", "Excellent", "84", "82", "80", "-", "71", "74", "70"])
    #expect(gauges.rows[2].map(\.text).prefix(3) == ["Readiness", "-", "2 more days are needed"])
    #expect(gauges.rows.allSatisfy { $0.count == gauges.columns.count })
    #expect(Sample.hours.table.rows.first?.map(\.text) == ["Mon", "06", "3"])
    #expect(Sample.hours.table.rows.count == 5 * 3 + 2 * 3)
    let scatter = Sample.rhythm().table
    #expect(scatter.rows.count == 91)
    #expect(scatter.rows.filter { $0.last == .words("yes") }.map { $0[2].text } == ["5 min 40 s"])
  }

  @Test func spreadsheetsReadItAndComputeNothing() {
    let plot = BarPlot(
      categoryTitle: "=1+1", categories: ["@SUM(A1)", "a,\"b\"", "-2", "\tx", "\r\nx", "two\nlines", "plain", "+"],
      y: Axis(title: "y", unit: .count),
      series: [.init(name: "Time, all", values: [-5, 0.125, nil, 1e300, .infinity, 7])])
    let csv = Chart(name: "a", title: "", sentence: "", plot: .bars(plot)).table.csv
    #expect(
      csv == #"""
        '=1+1,"Time, all"\#r
        '@SUM(A1),-5\#r
        "a,""b""",0.125\#r
        '-2,\#r
        '\#tx,1000000000000000\#r
        "'\#r\#nx",\#r
        "two\#nlines",7\#r
        plain,\#r
        '+,\#r

        """#)
  }
}
