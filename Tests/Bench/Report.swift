/// A table of measurements and their limits.
struct Report {
  private var table = Table(["MEASURED", "FOUND", "MUST HOLD", ""])
  private(set) var missed: [String] = []

  mutating func add(_ name: String, _ found: String, must: String = "", isMet: Bool? = nil) {
    if isMet == false { missed.append("\(name): \(found), \(must)") }
    table.rows.append([name, found, must, isMet.map { $0 ? "ok" : "MISSED" } ?? ""])
  }

  mutating func add(_ name: String, count: Int, most: Int) {
    add(name, "\(count)", must: "<= \(most)", isMet: count <= most)
  }

  mutating func add(_ name: String, megabytes: Double, most: Double) {
    add(name, "\(oneDecimal(megabytes)) MB", must: "<= \(oneDecimal(most)) MB", isMet: megabytes <= most)
  }

  mutating func add(_ name: String, _ time: Duration, most: Duration) {
    add(name, milliseconds(time), must: "<= \(milliseconds(most))", isMet: time <= most)
  }

  mutating func add(_ name: String, _ times: Percentiles, _ share: Percentiles.Share, most: Duration) {
    add(name, times.text, must: "\(share) <= \(milliseconds(most))", isMet: times.at(share) <= most)
  }

  var text: String { table.text }
}

/// Rows of text with aligned columns.
struct Table {
  var rows: [[String]]
  /// The columns with numbers, which are aligned right.
  private let numbers: Range<Int>

  init(_ header: [String], numbers: Range<Int> = 0..<0) {
    rows = [header]
    self.numbers = numbers
  }

  var text: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return numbers.contains(column) ? space + row[column] : row[column] + space
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

struct Percentiles {
  enum Share: Double { case p50 = 0.5, p95 = 0.95, p99 = 0.99 }

  private let sorted: [Duration]

  init(_ values: [Duration]) { sorted = values.sorted() }

  var min: Duration { sorted.first ?? .zero }
  var max: Duration { sorted.last ?? .zero }
  var p50: Duration { at(.p50) }
  var p95: Duration { at(.p95) }
  var p99: Duration { at(.p99) }

  var text: String {
    "p50 \(milliseconds(p50)), p95 \(milliseconds(p95)), p99 \(milliseconds(p99)), max \(milliseconds(max))"
  }

  /// Returns the smallest value that at least this share of all values does not exceed.
  func at(_ share: Share) -> Duration {
    sorted.isEmpty ? .zero : sorted[Swift.max(0, Int((share.rawValue * Double(sorted.count)).rounded(.up)) - 1)]
  }
}

func milliseconds(_ duration: Duration) -> String { "\(oneDecimal(duration / .milliseconds(1))) ms" }

func oneDecimal(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

func twoDecimals(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
