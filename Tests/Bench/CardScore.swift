import CardReader
import SyntheticFrames

/// Results by category and by way of reading.
struct CardScore {
  private var categories: [String] = []
  private var rows: [String: Row] = [:]
  private var bursts: [String: Row] = [:]
  private var (withCode, withoutCode) = (Times(), Times())
  private var burstTimes: [Duration] = []
  private var firstPasses: [Pass: Int] = [:]

  private struct Row {
    var count = 0
    var hasCode = false
    var plain = 0
    var every = 0
    /// As live video: in the first frame, and within five frames.
    var live = 0
    var soon = 0
    var wrong = 0
    var mean = 0.0
    var deviation = 0.0
    var noise = 0.0
  }

  /// CPU time per frame.
  private struct Times {
    var plain: [Duration] = []
    var every: [Duration] = []
    var looks: [Duration] = []
  }

  mutating func add(
    _ scene: CardScene, _ statistics: FrameStatistics, plain: CardBench.Reading, every: CardBench.Reading,
    looks: [CardBench.Reading]
  ) {
    if rows[scene.category] == nil { categories.append(scene.category) }
    var row = rows[scene.category] ?? Row()
    row.count += 1
    row.hasCode = row.hasCode || !scene.expected.isEmpty
    row.mean += statistics.mean
    row.deviation += statistics.deviation
    row.noise += statistics.noise
    row.plain += scene.isRead(plain) ? 1 : 0
    row.every += scene.isRead(every) ? 1 : 0
    row.live += looks.first.map(scene.isRead) == true ? 1 : 0
    row.soon += looks.contains(where: scene.isRead) ? 1 : 0
    row.wrong += ([plain, every] + looks).reduce(0) { $0 + scene.wrong(in: $1) }
    rows[scene.category] = row
    let times = scene.expected.isEmpty ? \CardScore.withoutCode : \CardScore.withCode
    self[keyPath: times].plain.append(plain.time)
    self[keyPath: times].every.append(every.time)
    self[keyPath: times].looks += looks.map(\.time)
    if scene.isRead(every), let pass = every.sightings.first?.pass { firstPasses[pass, default: 0] += 1 }
  }

  mutating func add(burst: CardScene, plain: [CardBench.Reading], every: CardBench.Reading) {
    var row = bursts[burst.category] ?? Row()
    row.count += 1
    row.plain += plain.contains(where: burst.isRead) ? 1 : 0
    row.every += burst.isRead(every) ? 1 : 0
    row.wrong += (plain + [every]).reduce(0) { $0 + burst.wrong(in: $1) }
    bursts[burst.category] = row
    burstTimes.append(every.time)
  }

  private var total: Row {
    rows.values.filter(\.hasCode).reduce(into: Row()) { sum, row in
      for count in [\Row.count, \.plain, \.every, \.live, \.soon, \.wrong] {
        sum[keyPath: count] += row[keyPath: count]
      }
    }
  }

  private var wrongPayloads: Int { (Array(rows.values) + Array(bursts.values)).reduce(0) { $0 + $1.wrong } }

  // MARK: Tables

  var tables: [String] { [rates, burstRates, costs, passes].compactMap { $0 } }

  private var rates: String? {
    guard !rows.isEmpty else { return nil }
    var table = Table(
      [
        "CODES READ", "FRAMES", "LIBZBAR", "EVERY PASS", "LIVE, 1ST FRAME", "WITHIN \(CardBench.liveFrames)", "WRONG",
        "  MEAN GREY", "DEVIATION", "NOISE",
      ], numbers: 1..<10)
    for name in categories {
      guard let row = rows[name] else { continue }
      let shares = row.hasCode ? [row.plain, row.every, row.live, row.soon].map { percent($0, row.count) } : Self.none
      table.rows.append(
        [name, "\(row.count)"] + shares + ["\(row.wrong)"]
          + [row.mean, row.deviation, row.noise].map { oneDecimal($0 / Double(row.count)) })
    }
    let sum = total
    if sum.count > 0 {
      table.rows.append(
        ["all with a code", "\(sum.count)"] + [sum.plain, sum.every, sum.live, sum.soon].map { percent($0, sum.count) }
          + ["\(sum.wrong)", "", "", ""])
    }
    return table.text
  }

  private static let none = [String](repeating: "–", count: 4)

  private var burstRates: String? {
    guard !bursts.isEmpty else { return nil }
    var table = Table(["BURSTS READ", "BURSTS", "LIBZBAR, ANY FRAME", "READER", "WRONG"], numbers: 1..<5)
    for (name, row) in bursts.sorted(by: { $0.key < $1.key }) {
      table.rows.append(
        [name, "\(row.count)", percent(row.plain, row.count), percent(row.every, row.count), "\(row.wrong)"])
    }
    return table.text
  }

  private var costs: String {
    var table = Table(["PROCESSOR TIME OF A FRAME", "FRAMES", "MEAN", "MEDIAN", "P95", "MAX"], numbers: 1..<6)
    for (name, values) in [
      ("libzbar alone, frames with a code", withCode.plain), ("  without one", withoutCode.plain),
      ("every pass until one reads, with a code", withCode.every), ("  without one", withoutCode.every),
      ("live video, with a code", withCode.looks), ("  without one", withoutCode.looks),
      ("a burst of 8", burstTimes),
    ] where !values.isEmpty {
      let found = Percentiles(values)
      table.rows.append(
        [name, "\(values.count)"] + [mean(values), found.p50, found.p95, found.max].map { milliseconds($0) })
    }
    return table.text
  }

  /// Which pass was the first to read a code.
  private var passes: String? {
    let sum = firstPasses.values.reduce(0, +)
    guard sum > 0 else { return nil }
    var table = Table(["READ FIRST BY", "CODES", "SHARE"], numbers: 1..<3)
    for pass in Pass.allCases {
      let count = firstPasses[pass] ?? 0
      table.rows.append([pass.rawValue, "\(count)", percent(count, sum)])
    }
    return table.text
  }

  // MARK: Limits

  /// The share of frames, in percent, that must be read with all passes.
  private static let least: [(category: FrameCategory, percent: Int)] = [
    (.lowLight, 87), (.darkHandHeld, 74), (.lowContrast, 98), (.screenInTheDark, 98), (.tilt, 92), (.size, 94),
    (.inverted, 95),
  ]
  private static let leastOfBursts: [(category: FrameCategory, percent: Int)] = [
    (.burstHandHeld, 62), (.burstStill, 75),
  ]

  func addLimits(to report: inout Report) {
    let sum = total
    if FrameCategory.single.allSatisfy({ rows[$0.rawValue] != nil }) {
      addShare("every pass, all categories", sum, least: 74, to: &report)
      let times = Double(sum.every) / Double(max(1, sum.plain))
      report.add("  against libzbar alone", "\(twoDecimals(times)) times", must: ">= 1.7 times", isMet: times >= 1.7)
    }
    for limit in Self.least {
      guard let row = rows[limit.category.rawValue] else { continue }
      addShare("  \(limit.category.rawValue)", row, least: limit.percent, to: &report)
    }
    for limit in Self.leastOfBursts {
      guard let row = bursts[limit.category.rawValue] else { continue }
      addShare(limit.category.rawValue, row, least: limit.percent, to: &report)
    }
    report.add("wrong payloads", "\(wrongPayloads)", must: "none", isMet: wrongPayloads == 0)
    guard !withCode.looks.isEmpty || !withoutCode.looks.isEmpty else { return }
    let look = mean(withoutCode.looks.isEmpty ? withCode.looks : withoutCode.looks)
    report.add("live video, frames a second", "\(Int(Duration.seconds(1) / look))")
    report.add("  share of a core at 15 a second", "\(oneDecimal(look * 1500 / .seconds(1))) %")
    guard !withoutCode.looks.isEmpty else { return }
    let ratio = look / mean(withoutCode.plain)
    report.add(
      "  frame without a code, against libzbar alone", "\(twoDecimals(ratio)) times", must: "<= 2 times",
      isMet: ratio <= 2)
  }

  private func addShare(_ name: String, _ row: Row, least: Int, to report: inout Report) {
    report.add(
      name, percent(row.every, row.count) + " of \(row.count)", must: ">= \(least) %",
      isMet: 100 * row.every >= least * row.count)
  }
}

extension CardScene {
  func isRead(_ reading: CardBench.Reading) -> Bool { reading.sightings.contains { isExpected($0.payload) } }

  func wrong(in reading: CardBench.Reading) -> Int { reading.sightings.filter { !isExpected($0.payload) }.count }
}

private func percent(_ count: Int, _ total: Int) -> String {
  total == 0 ? "–" : "\(oneDecimal(100 * Double(count) / Double(total))) %"
}

private func mean(_ values: [Duration]) -> Duration { values.reduce(.zero, +) / max(1, values.count) }
