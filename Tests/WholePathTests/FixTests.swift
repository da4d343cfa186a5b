import Control
import Glibc
import TestSupport
import Testing

/// Checks that the commands in messages, above all those after `fix:`, work as printed.
///
/// The lines in `FixTests+Scenes` make the clock print messages. `FixTests+Unprinted` lists the messages that no scene
/// prints, with the reason.
@Suite struct FixTests {
  /// Lines that someone types one after the other on a clock. `id alarm` and the like print the id of the last one.
  struct Scene {
    var steps: [Step]
    init(_ steps: Step...) { self.steps = steps }
  }

  struct Step {
    enum Kind {
      /// The line succeeds; its output does not matter.
      case given
      /// The line succeeds, and so does each command that it prints.
      case told
      /// The line fails, and each command after `fix:` succeeds.
      case refused
      /// The line fails and each command that it prints succeeds; errors of the argument parser have no `fix:`.
      case misread
      /// The line fails, the first command after `fix:` succeeds, and then the line succeeds.
      case cured
      /// Like `refused`, for the first or last command only, because each would undo the other.
      case firstOf, lastOf
    }

    var kind: Kind
    var lines: [String]

    static func given(_ lines: String...) -> Step { Step(kind: .given, lines: lines) }
    static func told(_ lines: String...) -> Step { Step(kind: .told, lines: lines) }
    static func refused(_ lines: String...) -> Step { Step(kind: .refused, lines: lines) }
    static func misread(_ lines: String...) -> Step { Step(kind: .misread, lines: lines) }
    static func cured(_ lines: String...) -> Step { Step(kind: .cured, lines: lines) }
    static func firstOf(_ lines: String...) -> Step { Step(kind: .firstOf, lines: lines) }
    static func lastOf(_ lines: String...) -> Step { Step(kind: .lastOf, lines: lines) }
  }

  /// All printed lines, and the commands in them that were run.
  private struct Trace: Sendable {
    var lines: [String] = []
    var commands: Set<String> = []
  }

  @Test func whatMessagesSayToRunWorksAsPrinted() async throws {
    let trace = try await withThrowingTaskGroup(of: Trace.self) { group in
      for index in Self.scenes.indices { group.addTask { try await Self.play(index) } }
      return try await group.reduce(into: Trace()) { all, one in
        all.lines += one.lines
        all.commands.formUnion(one.commands)
      }
    }
    let root = String(#filePath.dropLast("/Tests/WholePathTests/FixTests.swift".count))
    let texts = SourceText.all(below: root + "/Sources").filter {
      !$0.isHelp && $0.commands.contains(where: Self.canRun)
    }
    // The programs may be tested without their sources.
    guard !texts.isEmpty else { return }
    let unprinted = texts.filter { !$0.isIn(trace.lines) }
    let reasons = Self.unprinted.flatMap(\.value)
    for text in unprinted {
      #expect(
        reasons.contains { "\(text.file): \(text.text)".contains($0) },
        "\(text.file):\(text.line) names a command that no test runs. Print it in a scene, or say why not: \(text.text)"
      )
    }
    for reason in reasons {
      #expect(
        unprinted.contains { "\($0.file): \($0.text)".contains(reason) }, "nothing unprinted is like this: \(reason)")
    }
    let others = unprinted.flatMap(\.commands).filter { Self.canRun($0) && !$0.contains("…") }
    let left = Set(others).subtracting(trace.commands).sorted()
    try await withThrowingTaskGroup(of: Void.self) { group in
      let clocks = 4
      for start in 0..<clocks {
        group.addTask { try await Self.run(stride(from: start, to: left.count, by: clocks).map { left[$0] }) }
      }
      try await group.waitForAll()
    }
  }

  /// Runs the complete commands of messages that no scene prints, on a clock with one of each thing.
  private static func run(_ commands: [String]) async throws {
    try await Clock.run { clock in
      let preparations = [
        "rouse alarm add 07:30 --days daily --label Work", "rouse settings set bedtime 22:30",
        "rouse timer start 5m --label tea", "rouse sound add \(try clock.wave("owl.wav"))",
      ]
      for line in preparations + commands {
        if line.hasPrefix("rouse card test") { try await clock.succeed("mock", "show", clock.card("right")) }
        let result = try await type(line, at: clock)
        #expect(works(line, result), "`\(line)`: \(result)")
      }
    }
  }

  private static func play(_ index: Int) async throws -> Trace {
    var trace = Trace()
    try await Clock.run(zone: ReadmeTests.zoneOfNoon, card: false) { clock in
      _ = try clock.wave("owl.wav")
      _ = try clock.wave("second.wav", frequency: 660)
      for step in scenes[index].steps {
        for line in step.lines { try await play(line, step.kind, at: clock, &trace) }
      }
    }
    return trace
  }

  private static func play(_ line: String, _ kind: Step.Kind, at clock: Clock, _ trace: inout Trace) async throws {
    let result = try await type(line, at: clock)
    let fails = ![.given, .told].contains(kind)
    #expect((result.code != 0) == fails, "\(line): \(result)")
    guard kind != .given else { return }
    let lines = (result.output + "\n" + result.errors).split(separator: "\n").map(String.init)
    trace.lines += lines.filter { $0.contains("rouse ") }
    let isWhole = [.told, .misread].contains(kind)
    var commands = lines.filter { isWhole || $0.hasPrefix("  fix: ") }.flatMap(Self.commands).filter(canRun)
    #expect(!commands.isEmpty, "\(line) names no command: \(result)")
    if kind == .cured || kind == .firstOf { commands = Array(commands.prefix(1)) }
    if kind == .lastOf { commands = commands.suffix(1) }
    for command in commands {
      let fixed = try await type(command, at: clock)
      #expect(works(command, fixed), "\(line): it says `\(command)`, which failed: \(fixed)")
      trace.commands.insert(command)
    }
    guard kind == .cured else { return }
    let again = try await type(line, at: clock)
    #expect(again.code == 0, "\(line) after `\(commands)`: \(again)")
  }

  private static func type(_ line: String, at clock: Clock) async throws -> Program.Result {
    let id = #"id() { rouse $1 list --json | grep -o '"id": *"[^"]*"' | tail -n 1 | cut -d '"' -f 4; }"#
    return try await clock.type([
      "export ROUSE_SOCKET=\(clock.socketPath)", "cd \(clock.folder)", id, line + (asks(line) ? " --yes" : ""),
    ])
  }

  /// Returns the commands in a line: between backquotes, or after `fix:` without them.
  private static func commands(in line: String) -> [String] {
    let quoted = SourceText.commands(in: line)
    guard quoted.isEmpty, let start = line.lowercased().firstRange(of: "fix: rouse ") else { return quoted }
    return [String(line[start.lowerBound...].dropFirst("fix: ".count))]
  }

  /// Whether a command can be run as it is: it has no placeholder, ends by itself, and asks nothing.
  private static func canRun(_ command: String) -> Bool {
    let words = command.split(separator: " ")
    let hasPlace = words.contains { $0.count > 1 && $0.allSatisfy { $0.isUppercase || $0 == "," } }
    let canRun = !nouns.contains(command) && !others.contains { command.hasPrefix($0) }
    return canRun && !hasPlace && !words.contains("--follow")
  }

  /// Commands that are only named and need arguments.
  private static let nouns: Set = [
    "rouse alarm edit --group", "rouse alarm skip", "rouse backup", "rouse evidence get", "rouse export", "rouse help",
    "rouse import", "rouse log", "rouse mock", "rouse restore", "rouse restore ", "rouse decode",
  ]

  /// Commands that cannot run here: they do not end, ask, or need another machine, a broker or espeak-ng.
  private static let others = [
    "rouse camera aim", "rouse daemon", "rouse mock watch", "rouse setup", "rouse backup -", "rouse mqtt",
    "rouse fleet", "rouse say",
  ]

  /// Whether a command asks before it destroys something, so that it needs `--yes` without a terminal.
  private static func asks(_ line: String) -> Bool {
    let verbs = ["rouse card remove", "rouse sound remove", "rouse data erase --all", "rouse restore"]
    return !line.contains("--yes") && verbs.contains { line.hasPrefix($0) }
  }

  /// Whether a command did its job. Those that look for faults exit with 1 if they find one, such as little disk space.
  private static func works(_ command: String, _ result: Program.Result) -> Bool {
    let looks = ["rouse doctor", "rouse test "].contains { command.hasPrefix($0) }
    return result.code == 0 || looks && result.code == 1
  }

  /// Pressing Enter at each question makes a card, even if the default name and file are taken.
  @Test func setupOffersNamesThatAreFree() async throws {
    try await Clock.run(card: false) { clock in
      try await clock.succeed("card", "new", "bathroom", "--kind", "snooze", "--output", clock.folder + "/b.png")
      let name = "card-\(getpid())"
      try Files.write("x", to: name + ".png")
      defer { unlink(name + ".png") }
      let program = try clock.atTerminal(["setup"])
      try await program.answer([
        ("1. It is ", "yes"), ("Test the devices now?", "skip"), ("Hold a QR code", "skip"),
        ("What should the card be", ""), ("What should it be called? [bathroom-2]: ", name),
      ])
      try await program.untilSaidNext("[\(name)-2.png]: ")
    }
  }
}
