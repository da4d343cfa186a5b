import Glibc

/// Measures the built programs or the card reader and prints a table. Slow results are no failure; `--check` measures
/// only what does not depend on the load of the machine, and fails if a limit is exceeded.
@main
enum RouseBench {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let words = arguments.dropFirst()
    do {
      switch arguments.first {
      case "card": try CardBench.run(try CardOptions(words))
      case "look": try LookBench.run(try LookOptions(words))
      case "--check" where words.isEmpty: try check()
      case "noise":
        let rings = try number(words, named: "--rings")
        try measureStarted { try NoiseBench.run($0, rings: rings, report: &$1) }
      case "face":
        let minutes = try number(words, named: "--minutes", else: 5)
        try printed { try FaceBench.run(minutes: minutes, report: &$0) }
      case "insight" where words.isEmpty: try printed { try InsightBench.run(report: &$0) }
      case "reminder" where words.isEmpty: try printed { try ReminderBench.check(report: &$0) }
      case "home":
        let rings = try number(words, named: "--rings", else: 20)
        try measure(.plain) { subject, report in
          try HouseBench.run(rings: rings, report: &report)
          try subject.start()
          try HouseBench.check(subject, report: &report)
        }
      case "fleet": print(try FleetBench(try FleetOptions(words)).run())
      case "flood":
        guard arguments.count == 3, let port = UInt16(arguments[1]), let rate = Int(arguments[2]) else {
          throw BenchError(CardOptions.usage)
        }
        try HouseBench.flood(port: port, rate: rate)
      case "timer":
        let timers = try number(words, named: "--timers")
        try measureStarted { try TimerBench.run($0, timers: timers, report: &$1) }
      default: try run(rings: try number(arguments[...], named: "--rings"))
      }
    } catch {
      print("rouse-bench: \(error)")
      exit(EX_SOFTWARE)
    }
  }

  private static func number(
    _ arguments: ArraySlice<String>, named name: String, else usual: Int = 200
  ) throws -> Int {
    if arguments.isEmpty { return usual }
    guard arguments.count == 2, arguments.first == name, let count = arguments.last.flatMap({ Int($0) }), count > 0
    else { throw BenchError(CardOptions.usage) }
    return count
  }

  /// Prints what is measured, and returns it.
  @discardableResult
  private static func printed(_ body: (inout Report) throws -> Void) throws -> Report {
    var report = Report()
    try body(&report)
    print(report.text)
    return report
  }

  /// Measures a daemon that is not started yet.
  @discardableResult
  private static func measure(
    _ board: Subject.Board = .whole, _ body: (Subject, inout Report) throws -> Void
  ) throws -> Report {
    let subject = try Subject(board)
    defer { subject.remove() }
    return try printed { try body(subject, &$0) }
  }

  /// Measures a daemon with all devices that runs and knows a card.
  private static func measureStarted(_ body: (Subject, inout Report) throws -> Void) throws {
    try measure { subject, report in
      try subject.start()
      try subject.enrollCard()
      try body(subject, &report)
    }
  }

  private static func run(rings: Int) throws {
    try measure(.plain) { subject, report in
      try count(subject, report: &report)
      try DaemonBench.start(subject, report: &report)
      try DaemonBench.command(subject, report: &report)
      try DaemonBench.manyAlarms(report: &report)
      try DaemonBench.skippedYears(report: &report)
      try RingBench.run(subject, rings: rings, report: &report)
      try NoiseBench.run(subject, rings: rings, report: &report)
      try TimerBench.run(subject, timers: rings, report: &report)
      try FaceBench.run(minutes: 1, report: &report)
    }
  }

  /// Measures what does not depend on the load of the machine.
  private static func count(_ subject: Subject, report: inout Report) throws {
    try subject.start()
    try subject.enrollCard()
    try IdleBench.run(subject, report: &report)
    try IdleBench.runWatched(report: &report)
    try ReminderBench.check(report: &report)
    try HouseBench.check(subject, report: &report)
    try CallBench.run(report: &report)
    try SizeBench.run(subject, report: &report)
  }

  private static func check() throws {
    let report = try measure(.plain) { subject, report in
      try count(subject, report: &report)
      try FaceBench.check(report: &report)
    }
    guard report.missed.isEmpty else { throw BenchError("missed: " + report.missed.joined(separator: "; ")) }
  }
}
