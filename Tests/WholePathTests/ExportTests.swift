import Control
import FoundationEssentials
import Glibc
import TestSupport
import Testing

struct ExportTests {
  private struct Rings: Decodable { var rings: [HistoryView] }
  private struct Cards: Decodable { var cards: [CardView] }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  private func read<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(contentsOf: URL(filePath: path)))
  }

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
      #expect(try read(Rings.self, made + "/rings.json").rings == told && told.count == 1)
      #expect(try text(made + "/rings.csv").split(separator: "\r\n").count == 2)
      #expect(try text(made + "/happenings.csv").contains("card_tested,right"))
      #expect(try text(made + "/test.csv").split(separator: "\r\n").count == 2)
      // Cards appear by name, without anything that would allow copying them.
      let cards = try await clock.decode(Cards.self, "card", "list", "--json").cards
      #expect(try read(Cards.self, made + "/cards.json").cards == cards)
      for name in names { #expect(try !text("\(made)/\(name)").contains("digest"), "\(name)") }

      let sums = try #require(popen("cd '\(made)' && sha256sum --check --quiet SHA256SUMS 2>&1", "r"))
      #expect(pclose(sums) == 0)
      #expect(try text(made + "/SHA256SUMS").split(separator: "\n").count == 31)

      #expect(try await clock.rouse("export", "--output", made).code == 73)
      #expect(try await clock.rouse("export", "--output", made + "2", "--since", "soon").code == 64)
      #expect(try await clock.rouse("export", "--output", folder.path + "/no/where").code == 73)
      #expect(Files.names(folder.path) == ["export"])
    }
  }
}
