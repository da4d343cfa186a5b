/// How long `rouse insight` and its charts take with the rings of one and ten years. Run it as
/// `taskset -c 0 rouse-bench insight`, because the smallest clock has only one processor.
enum InsightBench {
  private static let charts = ["waking", "weekdays", "scores", "hours", "lateness", "snoozes", "quits", "rhythm"]

  static func run(report: inout Report) throws {
    for years in [1, 10] {
      let rings = years * Subject.ringsOfAYear
      let subject = try Subject(.plain)
      defer { subject.remove() }
      try subject.seedHistory(years: years, rings: rings)
      try subject.start()
      func time(_ words: [String], times: Int) throws -> Percentiles {
        Percentiles(try (0..<times).map { _ in try subject.time(["insight"] + words) })
      }
      let own = try time([], times: 30)
      let smallest = Percentiles(try (0..<30).map { _ in try Subject.time(["/bin/true"]) })
      let over = own.p50 - smallest.p50
      report.add("rouse insight over /bin/true, \(rings) rings", over, most: .milliseconds(30))
      let range = "\(years * 365)d"
      let drawn = try charts.map { ($0, try time(["chart", $0, "--range", range], times: 5).p50) }
      if let slowest = drawn.max(by: { $0.1 < $1.1 }) {
        report.add("the slowest chart (\(slowest.0)) of \(range)", slowest.1, most: .milliseconds(500))
      }
      let page = subject.folder + "/page.html"
      let made = try time(["report", "--range", range, "--force", "--output", page], times: 5).p50
      report.add("the report of \(range)", made, most: .seconds(2))
    }
  }
}
