import Control
import FoundationEssentials
import Glibc
import TestSupport
import Testing

struct DataTests {
  private static let planted = "Zimtstern"

  /// Runs a test with a clock on which an alarm called `planted` rang and was removed, and with a backup of it.
  private func run(_ test: (Clock) async throws -> Void) async throws {
    try await Clock.run(isLong: true) { clock in
      // On a machine that only runs tests, time is not synchronized.
      try await clock.succeed("settings", "set", "clock-source", "battery")
      let id = try await clock.addAlarm("+1s", "--label", Self.planted)
      try await clock.untilRinging()
      try await clock.bring("right")
      try await clock.succeed("mock", "hide")
      try await clock.succeed("alarm", "remove", id)
      try await clock.succeed("alarm", "add", "+12h", "--label", "Work")
      #expect(try !traces(clock.statePath).isEmpty)
      try await test(clock)
    }
  }

  private func traces(_ folder: String) throws -> [String] {
    try Files.names(folder).flatMap { name throws -> [String] in
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return try traces(path) }
      guard status.st_mode & S_IFMT == S_IFREG else { return [] }
      return try Data(contentsOf: URL(filePath: path)).firstRange(of: Data(Self.planted.utf8)) == nil ? [] : [name]
    }
  }

  @Test func whatIsErasedIsInNoFileOfTheClock() async throws {
    try await run { clock in
      let kept = try await clock.decode(ShowData.Reply.self, "data", "--json")
      #expect(kept.folder == clock.statePath && kept.erasure == nil)
      let counts = Dictionary(kept.categories.map { ($0.category, $0.count) }) { first, _ in first }
      #expect(counts["alarms"] == 1 && counts["cards"] == 1 && counts["settings"] == 1 && counts["evidence"] == 0)
      #expect(counts["history"] ?? 0 >= 1 && counts["log"] ?? 0 > 3)
      #expect(try await clock.rouse("data").errors.contains("nothing leaves the clock by itself"))
      #expect(try await clock.succeed("data", "--plain").contains("category history, count "))

      let program = try clock.atTerminal(["data", "erase", "--all", "--now"])
      try await program.untilSaid("Type yes to go on")
      #expect(program.output.contains("All that is kept but for alarms and cards will be gone at once"))
      program.type("no\r")
      #expect(try await program.code() == 1)
      #expect(try await clock.status.erasure == nil)
      #expect(try !traces(clock.statePath).isEmpty)

      let planned = try await clock.rouse("data", "erase", "--history")
      #expect(planned.code == 0 && planned.output.contains("rouse data erase --cancel"))
      #expect(planned.errors.contains("Flash memory may keep traces"))
      #expect(try await clock.succeed("status").contains("ERASURE: What is remembered of rings"))
      #expect(try await clock.rouse("data", "erase", "--all").code == 75)
      try await clock.restart(SIGKILL)
      #expect(try await clock.status.erasure?.scope == "history")
      try await clock.succeed("data", "erase", "--cancel")
      #expect(try await clock.status.erasure == nil)
      #expect(try await clock.rouse("data", "erase", "--cancel").code == 1)

      try await clock.succeed("data", "erase", "--history", "--now", "--yes")
      #expect(try traces(clock.statePath) == [])
      #expect(try await clock.log.map(\.event) == ["data_erased"])
      #expect(try await clock.status.next?.label == "Work")
      #expect(try await clock.rouse("history").output.isEmpty)

      try await clock.succeed("show", "bin day", "--for", "1h")
      _ = try await clock.rouse("test", "bedtime", "--for", "0s")
      // The file is written after the answer.
      try await clock.eventually("it is kept") { Files.names(clock.statePath).contains("bedtime.json") }
      try await clock.succeed("data", "erase", "--all", "--alarms", "--cards", "--now", "--yes")
      let files = Set(Files.names(clock.statePath))
      #expect(files.isDisjoint(with: ["bedtime.json", "reminders.json"]), "\(files)")
      #expect(try await clock.status.bedtime == nil)
      #expect(try await clock.alarms.isEmpty)
    }
  }

  @Test(.takesLong, arguments: [0, 2, 5, 10, 20, 40])
  func aDeathInTheMiddleLeavesItDoneOrToBeDone(milliseconds: Int) async throws {
    try await run { clock in
      let erasing = try clock.begin(["data", "erase", "--history", "--now", "--yes"])
      try await Task.sleep(for: .milliseconds(milliseconds))
      _ = try await clock.end(SIGKILL)
      let isTold = try await erasing.result().code == 0
      try await clock.start()
      if isTold { #expect(try traces(clock.statePath) == []) }
      // If the kill came before the erasure was requested, request it again.
      try await clock.eventually("it is done, or had not begun") { try await clock.status.erasure == nil }
      if try await clock.events("data_erased").isEmpty {
        try await clock.succeed("data", "erase", "--history", "--now", "--yes")
      }
      #expect(try traces(clock.statePath) == [])
      #expect(try await clock.status.next?.label == "Work")
    }
  }
}
