import Control
import Glibc
import TestSupport
import Testing

/// The commands behind `fix:` work as they are printed.
@Suite struct FixTests {
  private struct Case {
    var line: String
    /// Lines that make the line fail.
    var before: [String] = []
    /// Whether the line works after its first fix.
    var isCured = false
  }

  private static let cases = [
    Case(line: "rouse card remove left --yes", isCured: true),
    Case(line: "rouse alarm skip Off", isCured: true),
    Case(line: "rouse timer start tea", isCured: true),
    Case(line: "rouse undo", before: ["rouse settings set volume 44", "rouse undo"]),
    Case(line: "rouse undo", before: ["rouse timer start 5m", "rouse timer cancel 5m"]),
    Case(line: "rouse alarm show nosuch"), Case(line: "rouse alarm lst"), Case(line: "rouse alarm edit Work"),
    Case(line: "rouse alarm move Work --on friday"), Case(line: "rouse card remove nosuch --yes"),
    Case(line: "rouse sound remove nosuch --yes"), Case(line: "rouse pause off nosuch"),
    Case(line: "rouse pause --from monday"), Case(line: "rouse calendar remove nosuch"),
    Case(line: "rouse timer cancel nosuch"), Case(line: "rouse timer preset remove nosuch"),
    Case(line: "rouse evidence delete nosuch --yes"), Case(line: "rouse reminder done nosuch"),
    Case(line: "rouse next --count 0"), Case(line: "rouse help nosuch"), Case(line: "rouse nosuch"),
    Case(line: "rouse data erase --foo"),
  ]

  /// Whether a command can be run as it is: nothing has to be filled in, and it ends by itself.
  private static func canBeRun(_ command: String) -> Bool {
    !command.contains("--follow") && !command.split(separator: " ").contains { $0.allSatisfy(\.isUppercase) }
  }

  @Test func fixesWorkAsPrinted() async throws {
    for one in Self.cases {
      try await Clock.run { clock in
        try await clock.succeed("card", "add", "left", "--image", clock.card("left"))
        _ = try await clock.addAlarm("07:30", "--days", "daily", "--label", "Work", "--card", "left")
        _ = try await clock.addAlarm("08:30", "--days", "daily", "--label", "Off")
        try await clock.succeed("alarm", "disable", "Off")
        func type(_ line: String) async throws -> Program.Result {
          try await clock.type(["export ROUSE_SOCKET=\(clock.socketPath)", line])
        }
        for line in one.before { _ = try await type(line) }
        let refused = try await type(one.line)
        #expect(refused.code != 0, "\(one.line): \(refused)")
        let fixes = Self.fixes(in: refused.errors)
        #expect(!fixes.isEmpty, "\(one.line): \(refused)")
        for (place, fix) in fixes.enumerated() {
          let result = try await type(fix)
          #expect(result.code == 0, "\(one.line): the fix `\(fix)` failed: \(result)")
          guard place == 0, one.isCured else { continue }
          let again = try await type(one.line)
          #expect(again.code == 0, "\(one.line) after `\(fix)`: \(again)")
        }
      }
    }
  }

  /// The commands in the line behind `fix:`.
  private static func fixes(in errors: String) -> [String] {
    guard let line = errors.split(separator: "\n").first(where: { $0.hasPrefix("  fix: ") }) else { return [] }
    let parts = line.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    let commands = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
    return commands.filter { $0.hasPrefix("rouse ") && canBeRun($0) }
  }

  /// Enter at each question makes a card, also where its usual name and file are taken.
  @Test func setupOffersNamesThatAreFree() async throws {
    try await Clock.run(card: false) { clock in
      try await clock.succeed("card", "new", "bathroom", "--kind", "snooze", "--output", clock.folder + "/b.png")
      let name = "card-\(getpid())"
      try Files.write("x", to: name + ".png")
      defer { unlink(name + ".png") }
      let program = try clock.atTerminal(["setup"])
      let answers = [
        ("1. It is ", "yes"), ("Shall the devices act now?", "skip"), ("Hold a QR code", "skip"),
        ("What shall be the card", ""), ("What shall it be called? [bathroom-2]: ", name),
      ]
      for (question, typed) in answers {
        try await program.untilSaidNext(question)
        program.type(typed + "\r")
      }
      try await program.untilSaidNext("[\(name)-2.png]: ")
    }
  }

  /// README's example of a pause that lies ahead.
  @Test func aPauseThatLiesAheadCanBeSet() async throws {
    try await Clock.run { clock in
      let said = try await clock.succeed("pause", "--from", "monday", "--until", "friday")
      #expect(said.contains("from"), "\(said)")
    }
  }
}
