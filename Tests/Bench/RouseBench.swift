import Glibc

/// Measures the built programs or the card reader and prints a table. Slow results are no failure; `--check` measures
/// only what does not depend on the load of the machine, and fails if a limit is exceeded.
@main
enum RouseBench {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.first == "card" {
        try CardBench.run(try CardOptions(arguments.dropFirst()))
      } else if arguments.first == "look" {
        try LookBench.run(try LookOptions(arguments.dropFirst()))
      } else if arguments == ["--check"] {
        try check()
      } else if arguments.first == "noise" {
        try noise(rings: try number(arguments.dropFirst(), named: "--rings"))
      } else if arguments.first == "face" {
        try face(minutes: try number(arguments.dropFirst(), named: "--minutes", else: 5))
      } else if arguments == ["insight"] {
        try insight()
      } else if arguments == ["reminder"] {
        try reminder()
      } else if arguments.first == "home" {
        try home(rings: try number(arguments.dropFirst(), named: "--rings", else: 20))
      } else if arguments.first == "fleet" {
        print(try FleetBench(try FleetOptions(arguments.dropFirst())).run())
      } else if arguments.first == "flood", arguments.count == 3, let port = UInt16(arguments[1]),
        let rate = Int(arguments[2])
      {
        try HouseBench.flood(port: port, rate: rate)
      } else if arguments.first == "timer" {
        try runTimers(try number(arguments.dropFirst(), named: "--timers"))
      } else {
        try run(rings: try number(arguments[...], named: "--rings"))
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

  private static func runTimers(_ count: Int) throws {
    let subject = try Subject()
    defer { subject.remove() }
    var report = Report()
    try subject.start()
    try TimerBench.run(subject, timers: count, report: &report)
    print(report.text)
  }

  private static func home(rings: Int) throws {
    let subject = try Subject(.plain)
    defer { subject.remove() }
    var report = Report()
    try HouseBench.run(rings: rings, report: &report)
    try subject.start()
    try HouseBench.check(subject, report: &report)
    print(report.text)
  }

  private static func insight() throws {
    var report = Report()
    try InsightBench.run(report: &report)
    print(report.text)
  }

  private static func reminder() throws {
    var report = Report()
    try ReminderBench.check(report: &report)
    print(report.text)
  }

  private static func face(minutes: Int) throws {
    var report = Report()
    try FaceBench.run(minutes: minutes, report: &report)
    print(report.text)
  }

  private static func run(rings: Int) throws {
    let subject = try Subject(.plain)
    defer { subject.remove() }
    var report = Report()
    try subject.start()
    try subject.enrollCard()
    try DaemonBench.start(subject, report: &report)
    try IdleBench.run(subject, report: &report)
    try IdleBench.runWatched(report: &report)
    try ReminderBench.check(report: &report)
    try DaemonBench.command(subject, report: &report)
    try DaemonBench.manyAlarms(report: &report)
    try DaemonBench.skippedYears(report: &report)
    try CallBench.run(report: &report)
    try HouseBench.check(subject, report: &report)
    try SizeBench.run(subject, report: &report)
    try RingBench.run(subject, rings: rings, report: &report)
    try NoiseBench.run(subject, rings: rings, report: &report)
    try TimerBench.run(subject, timers: rings, report: &report)
    try FaceBench.run(minutes: 1, report: &report)
    print(report.text)
  }

  private static func check() throws {
    let subject = try Subject(.plain)
    defer { subject.remove() }
    var report = Report()
    try subject.start()
    try subject.enrollCard()
    try IdleBench.run(subject, report: &report)
    try IdleBench.runWatched(report: &report)
    try ReminderBench.check(report: &report)
    try FaceBench.check(report: &report)
    try HouseBench.check(subject, report: &report)
    try CallBench.run(report: &report)
    try SizeBench.run(subject, report: &report)
    print(report.text)
    guard report.missed.isEmpty else { throw BenchError("missed: " + report.missed.joined(separator: "; ")) }
  }

  private static func noise(rings: Int) throws {
    let subject = try Subject()
    defer { subject.remove() }
    var report = Report()
    try subject.start()
    try subject.enrollCard()
    try NoiseBench.run(subject, rings: rings, report: &report)
    print(report.text)
  }
}
