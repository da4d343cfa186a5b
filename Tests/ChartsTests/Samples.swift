import Charts

/// Charts of made-up but fixed numbers.
enum Sample {
  /// 2026-11-22.
  static let today = 20_779

  /// Returns a pseudorandom number in 0..<1 for a number.
  static func noise(_ number: Int) -> Double {
    var state = UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 29
    state = state &* 0xBF58_476D_1CE4_E5B9
    state ^= state >> 32
    return Double(state % 10_000) / 10_000
  }

  static func days(_ count: Int, _ value: (Int) -> Double?) -> [Point] {
    (0..<count).map { Point(x: Double(today - count + 1 + $0), y: value($0)) }
  }

  /// Returns a chart of seconds to the card with free weekends and two outliers.
  static func waking(days count: Int, series: Int = 2, name: String = "waking") -> Chart {
    let all = (0..<series).map { index in
      var points = days(count) { day in
        (today - count + 1 + day + 3) % 7 > 4 && index == 0
          ? nil : 115 - 40 * Double(day) / Double(count) + 30 * noise(day * 7 + index * 1000) + 40 * Double(index)
      }
      if index == 0, count > 20 {
        for day in [count / 3, count / 3 + 1, count / 3 + 2].filter({ points[$0].y != nil }).prefix(1) {
          points[day].y = 410
          points[day].isOutlier = true
        }
      }
      return Series(name: ["Time to card", "Lateness", "Alarm of the guest room"][index % 3], points: points)
    }
    return Chart(
      name: name, title: "How soon you were up",
      sentence: "Time to card fell 40 s, from 1 min 55 s to 1 min 15 s, over the last \(count) days.",
      plot: .line(
        PointPlot(
          x: Axis(title: "Day", unit: .date),
          y: Axis(title: "From due to the card", unit: .seconds, includesZero: true),
          series: all)),
      notes: count > 20 ? ["One ring took far longer than the others: 6 min 50 s."] : [])
  }

  static let weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  private static func waking(day: Int, of series: Int) -> Double? {
    switch day {
    case 5: 0
    case 6: nil
    default: 185 - 22 * Double(day) + 35 * Double(series) * noise(day)
    }
  }

  static func weekdays(series: Int = 2) -> Chart {
    Chart(
      name: "weekdays", title: "Days of the week", sentence: "Mondays take longest: 3 min 5 s at the median.",
      plot: .bars(
        BarPlot(
          categoryTitle: "Day", categories: weekdayNames, y: Axis(title: "Time to card, median", unit: .seconds),
          series: (0..<series).map { index in
            BarPlot.Series(
              name: ["These 30 days", "The 30 days before", "Longest", "Shortest"][index % 4],
              values: (0..<7).map { waking(day: $0, of: index) })
          })),
      notes: ["No ring on a Sunday."])
  }

  static let scores = Chart(
    name: "scores", title: "Scores", sentence: "Waking 84, Rhythm 61; Readiness needs 2 more days.",
    plot: .gauges([
      Gauge(name: "Waking", value: 84, word: "Excellent", history: [70, 74, 71, nil, 80, 82, 84]),
      Gauge(name: "Rhythm", value: 61, word: "Needs attention", history: [66, 64, 60, 58, 59, 60, 61]),
      Gauge(name: "Readiness", value: nil, word: "2 more days are needed", history: [nil, nil]),
    ]))

  static let hours = Chart(
    name: "hours", title: "When you woke", sentence: "Most often between 7 and 8 on Wednesdays.",
    plot: .heatMap(
      HeatMap(
        rowTitle: "Day", rows: weekdayNames, columnTitle: "hour",
        columns: (0..<24).map { $0 < 10 ? "0\($0)" : "\($0)" },
        valueTitle: "Rings", unit: .count,
        values: (0..<7).map { day in
          (0..<24).map { hour in
            if day < 5 { return (6...8).contains(hour) ? (hour == 7 ? 9 + Double(day) : 3 - Double(day / 2)) : nil }
            return (8...10).contains(hour) ? Double(hour - 8) : nil
          }
        })))

  static func rhythm(dots: Int = 90) -> Chart {
    let groups = (0..<2).map { group in
      (0..<dots / 2).map { index -> Point in
        let minutes = 1290 + 120 * noise(index * 31 + group)
        return Point(
          x: minutes, y: 60 + (minutes - 1290) * 0.8 * Double(1 - group) + 50 * noise(index * 17 + 5 + group))
      }
    }
    return Chart(
      name: "rhythm", title: "Evening and morning",
      sentence: "The later the bedtime test, the longer until the card: r = 0.87.",
      plot: .scatter(
        PointPlot(
          x: Axis(title: "Bedtime test", unit: .timeOfDay), y: Axis(title: "Time to card", unit: .seconds),
          series: [
            Series(name: "Without noise", points: groups[0] + [Point(x: 1320, y: 340, isOutlier: true)]),
            Series(name: "With noise", points: groups[1]),
          ], trends: [.init(slope: 0.8, intercept: -950, r: 0.87), nil])),
      notes: ["One night is far from the line: 22:00, 5 min 40 s."])
  }

  static let all = [waking(days: 30), weekdays(), scores, hours, rhythm()]
}

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
