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
      #expect(!traces(clock.statePath).isEmpty)
      try await test(clock)
    }
  }

  private func traces(_ folder: String) -> [String] {
    Files.names(folder).flatMap { name -> [String] in
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return traces(path) }
      guard status.st_mode & S_IFMT == S_IFREG else { return [] }
      return Data(Files.bytes(path)).firstRange(of: Data(Self.planted.utf8)) == nil ? [] : [name]
    }
  }

  @Test func whatIsErasedIsInNoFileOfTheClock() async throws {
    try await run { clock in
      let kept = try await clock.decode(ShowData.Reply.self, "data", "--json")
      #expect(kept.folder == clock.statePath && kept.erasure == nil)
      let counts = Dictionary(kept.categories.map { ($0.category, $0.count) }) { first, _ in first }
      #expect(counts["alarms"] == 1 && counts["cards"] == 1 && counts["settings"] == 1 && counts["evidence"] == 0)
      #expect(counts["history"] ?? 0 >= 1 && counts["log"] ?? 0 > 3)
      let note = "in \(clock.statePath). No data leaves the clock by itself"
      #expect(try await clock.rouse("data").errors.contains(note))
      #expect(try await clock.succeed("data", "--plain").contains("category history, count "))

      let program = try clock.atTerminal(["data", "erase", "--all", "--now"])
      try await program.untilSaid("Type yes to go on")
      #expect(program.output.contains("Everything except alarms and cards will be erased now"))
      program.type("no\r")
      #expect(try await program.code() == 1)
      #expect(try await clock.status.erasure == nil)
      #expect(!traces(clock.statePath).isEmpty)

      let planned = try await clock.rouse("data", "erase", "--history")
      #expect(planned.code == 0 && planned.output.contains("rouse data erase --cancel"))
      #expect(planned.errors.contains("Flash memory may keep traces"))
      #expect(try await clock.succeed("status").contains("ERASURE: The history of rings"))
      #expect(try await clock.rouse("data", "erase", "--all").code == 75)
      try await clock.restart(SIGKILL)
      #expect(try await clock.status.erasure?.scope == "history")
      try await clock.succeed("data", "erase", "--cancel")
      #expect(try await clock.status.erasure == nil)
      #expect(try await clock.rouse("data", "erase", "--cancel").code == 1)

      try await clock.succeed("data", "erase", "--history", "--now", "--yes")
      #expect(traces(clock.statePath) == [])
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
      if isTold { #expect(traces(clock.statePath) == []) }
      // If the kill came before the erasure was requested, request it again.
      try await clock.eventually("it is done, or had not begun") { try await clock.status.erasure == nil }
      if try await clock.events("data_erased").isEmpty {
        try await clock.succeed("data", "erase", "--history", "--now", "--yes")
      }
      #expect(traces(clock.statePath) == [])
      #expect(try await clock.status.next?.label == "Work")
    }
  }

  private struct Rings: Decodable { var rings: [HistoryView] }

  @Test func whatIsKeptIsInFilesThatOtherProgramsRead() async throws {
    try await Clock.run { clock in
      _ = try await clock.ring()
      try await clock.bring("right")
      try await clock.succeed("mock", "show", try clock.card("right"))
      try await clock.succeed("card", "test")
      _ = try await clock.rouse("test", "bedtime", "--for", "0s")
      let folder = try TemporaryFolder()
      let made = folder.path + "/export"
      try await clock.succeed("export", "--output", made)

      let names = Files.names(made)
      let sets = "alarms pauses cards settings holidays presets timers messages reminders test erasure sounds rings"
      for set in (sets + " happenings log").split(separator: " ") {
        #expect(names.contains("\(set).json") && names.contains("\(set).csv"), "\(set)")
      }
      #expect(names.count == 32)
      // No temporary files remain.
      #expect(Files.names(folder.path) == ["export"])
      var status = stat()
      #expect(stat(made, &status) == 0 && status.st_mode & 0o777 == 0o700)
      #expect(stat(made + "/rings.json", &status) == 0 && status.st_mode & 0o777 == 0o600)

      let told = try await clock.decode(Rings.self, "history", "--json").rings
      #expect(try decoded(Rings.self, Files.text(made + "/rings.json")).rings == told && told.count == 1)
      #expect(Files.text(made + "/rings.csv").split(separator: "\r\n").count == 2)
      #expect(Files.text(made + "/happenings.csv").contains("card_tested,right"))
      #expect(Files.text(made + "/test.csv").split(separator: "\r\n").count == 2)
      // Cards appear by name, without anything that would allow copying them.
      let cards = try await clock.decode(ListCards.Reply.self, "card", "list", "--json").cards
      #expect(try decoded(ListCards.Reply.self, Files.text(made + "/cards.json")).cards == cards)
      for name in names { #expect(!Files.text("\(made)/\(name)").contains("digest"), "\(name)") }

      #expect(Files.text(made + "/SHA256SUMS").split(separator: "\n").count == 31)
      #expect(try await clock.rouse("export", "--output", made).code == 73)
      #expect(try await clock.rouse("export", "--output", made + "2", "--since", "soon").code == 64)
      #expect(try await clock.rouse("export", "--output", folder.path + "/no/where").code == 73)
      #expect(Files.names(folder.path) == ["export"])
    }
  }
}
