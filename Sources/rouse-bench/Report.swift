/// The table that is printed.
struct Report {
  private var rows: [[String]] = [["MEASURED", "FOUND", "MUST HOLD", ""]]

  mutating func add(_ name: String, _ found: String, must: String = "", isMet: Bool? = nil) {
    rows.append([name, found, must, isMet.map { $0 ? "ok" : "MISSED" } ?? ""])
  }

  var text: String {
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

/// What lies below which share of the values.
struct Percentiles {
  private let sorted: [Duration]

  init(_ values: [Duration]) { sorted = values.sorted() }

  var min: Duration { sorted.first ?? .zero }
  var max: Duration { sorted.last ?? .zero }
  var p50: Duration { at(0.5) }
  var p95: Duration { at(0.95) }
  var p99: Duration { at(0.99) }

  var text: String {
    "p50 \(milliseconds(p50)), p95 \(milliseconds(p95)), p99 \(milliseconds(p99)), max \(milliseconds(max))"
  }

  /// The smallest value that is not below this share of all.
  private func at(_ share: Double) -> Duration {
    sorted.isEmpty ? .zero : sorted[Swift.max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
  }
}

func milliseconds(_ duration: Duration) -> String { "\(oneDecimal(duration / .milliseconds(1))) ms" }

func oneDecimal(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
