import Glibc
import Storage
import TestSupport
import Testing

@testable import AlarmClock

struct InsightFileTests {
  private static let hasConverter = access("/usr/bin/rsvg-convert", X_OK) == 0

  private func run(_ test: (Clock, TemporaryFolder) async throws -> Void) async throws {
    try await Clock.withoutDaemon { clock in
      try clock.keepMonth()
      try await clock.start()
      try await test(clock, TemporaryFolder())
    }
  }

  @Test func aChartIsWrittenAsItsNameSaysAndReplacesNothingUnasked() async throws {
    try await run { clock, folder in
      for (name, start) in [
        ("waking.svg", "<svg xmlns="), ("rhythm.csv", "Series,Hours before the alarm,Time to card (s)"),
        ("quits.json", "{"), ("Hours.PNG", "\u{FFFD}PNG\r\n"),
      ] where Self.hasConverter || !name.hasSuffix("PNG") {
        let path = "\(folder.path)/\(name)"
        let chart = name.lowercased().split(separator: ".")[0]
        let words = ["insight", "chart", String(chart), "--output", path]
        let made = try await clock.rouse(words)
        #expect(made.code == 0 && made.output.isEmpty && made.errors.contains("The chart `\(chart)` is in"), "\(made)")
        #expect(Files.text(path).hasPrefix(start), "\(name)")
        // No temporary file remains.
        #expect(Files.names(folder.path).filter { $0.hasPrefix(String(chart)) || $0 == name } == [name])

        try Files.write("mine", to: path)
        try await clock.expect(words, code: 73, says: "exists already", "why:", "fix:", "--force")
        #expect(Files.text(path) == "mine")
        #expect(try await clock.rouse(words + ["--force"]).code == 0)
        #expect(Files.text(path).hasPrefix(start))
      }
      let json = try await clock.succeed("insight", "chart", "quits", "--json")
      #expect(json == Files.text(folder.path + "/quits.json"))
      for (words, code) in [
        (["waking", "--output", folder.path + "/x.pdf"], 64),
        (["waking", "--json", "--output", folder.path + "/x.svg"], 64),
        (["waking", "--output", folder.path + "/no/where.svg"], 73), (["waking", "--range", "never"], 64),
        (["wakening"], 64),
      ] {
        let refused = try await clock.rouse(["insight", "chart"] + words)
        #expect(refused.code == Int32(code) && refused.output.isEmpty, "\(words): \(refused)")
      }
    }
  }

  @Test func theReportIsOnePageThatReplacesNothingUnaskedAndPicturesNeedAProgram() async throws {
    try await run { clock, folder in
      let path = folder.path + "/week.html"
      let words = ["insight", "report", "--output", path]
      try await clock.expect(words, code: 0, says: "The report is in \(path)")
      let page = Files.text(path)
      #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n") && page.utf8.count < 300_000)
      #expect(page.contains("value=\"365\"") && page.contains("<h2>History</h2>") && page.contains("service died"))
      let refused = try await clock.rouse(words)
      #expect(refused.code == 73 && Files.text(path) == page)
      #expect(try await clock.rouse(words + ["--force", "--range", "7d"]).code == 0)
      #expect(!Files.text(path).contains("value=\"30\"") && Files.text(path).utf8.count < page.utf8.count)
      #expect(try await clock.rouse("insight", "report", "--output", folder.path + "/week.pdf").code == 64)
      let result = try await clock.begin(
        ["insight", "chart", "waking", "--output", folder.path + "/waking.png"],
        environment: ["PATH=\(folder.path)", "HOME=\(folder.path)", "ROUSE_SOCKET=\(clock.socketPath)"]
      ).result()
      #expect(result.code != 0, "\(result)")
      for part in ["`rsvg-convert` is not installed", "sudo apt-get install librsvg2-bin", "--output waking.svg"] {
        #expect(result.errors.contains(part), "\(result.errors)")
      }
      #expect(Files.names(folder.path) == ["week.html"])
    }
  }

  @Test func theDashboardIsShownLiveAndLeavesTheTerminalAsItWas() async throws {
    try await run { clock, _ in
      let watch = try clock.atTerminal(["insight", "--watch"])
      try await watch.untilSaid("\u{1B}[?1049h")
      // At night this is all that it says.
      try await watch.untilSaid("Nothing is set.")
      watch.type("\u{3}")
      #expect(try await watch.code() == 130)
      #expect(watch.output.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
      // Without a screen it prints each update.
      let printed = try clock.begin(["insight", "--watch", "--json"])
      try await clock.eventually("it has printed") { printed.output.contains("\"partOfDay\"") }
      #expect(printed.isRunning)
    }
  }
}

extension Clock {
  /// Writes a month with one ring a day, each interrupted, into the store of a clock that has not started.
  fileprivate func keepMonth() throws {
    mkdir(statePath, 0o700)
    let store = try Store(path: statePath + "/rouse.sqlite")
    let now = Instant(seconds: Int64(time(nil)))
    try store.transaction { () throws(StorageError) in
      for index in 0..<Int64(30) {
        // Another minute each day, so that weekdays and hours differ.
        let due = now - .seconds(86_400 * (30 - index)) + .seconds(index * 37 % 200 * 60)
        var alarm = Alarm(id: "seed00", recurrence: .instant(due))
        alarm.label = "Work"
        let ring = ArmedOccurrence(
          occurrence: Occurrence(key: .instant(due), due: due, adjustment: .none),
          plan: Settings().plan(for: alarm), recurrence: alarm.recurrence, isSkipped: false)
        let end = due + .milliseconds(30_000 + index * 7919 % 90_000)
        try store.record(.dismissed(cardID: "bath"), of: ring, at: end, isTrusted: true)
        try store.keepHistory(of: ring.id, RingProgress(began: due, isTrusted: true, tally: RingTally(began: due)))
        let tested = due - .seconds(25_000 + index * 37 % 7000)
        let happenings = [
          Happening(.bedtimePassed, began: tested, ended: tested),
          Happening(.serviceDied, began: due + .seconds(2), ended: due + .seconds(22)),
        ]
        for happening in happenings {
          try store.append(Event(time: happening.began, kind: .noiseStarted, happening: happening))
        }
      }
    }
  }
}
