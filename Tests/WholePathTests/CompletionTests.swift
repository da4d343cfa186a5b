import Control
import Glibc
import TestSupport
import Testing

/// Completion in real shells. Someone who may set alarms writes the labels, and another person presses Tab: no shell
/// may run anything in a label.
struct CompletionTests {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    var path: String { "/usr/bin/\(rawValue)" }
    static let here = allCases.filter { access($0.path, X_OK) == 0 }
    static let hasTerminal = access("/usr/bin/script", X_OK) == 0
  }

  /// Labels that begin as no other label or id does. A shell that ran the rest would create the file `trap`.
  private static func labels(_ trap: String) -> [String] {
    [
      "oa two words", "ob it's \"quoted\"", "oc ; touch \(trap) #", "od & touch \(trap)", "oe > \(trap)",
      "of back\\slash\\", "og a:b=c", "oh * ? [a]", "oi {a,b}", "oj ~ %s %n \\n", "ok Überraschung 🎉", "ol 'open",
      "om \"open", "on <(touch \(trap))", "oo | touch \(trap)", "op (touch \(trap))", "oq #a", "or a=b", "os \\",
    ]
  }

  /// Labels that bash and zsh would expand when the line is run.
  private static func expanded(_ trap: String) -> [String] {
    [
      "la $(touch \(trap))", "lb `touch \(trap)`", "lc $(>\(trap))", "ld `>\(trap)`", "le $HOME ${x}",
      "lf !! !touch !-1", "lg \\$(>\(trap))", "lh '$(>\(trap))'", "li \"$(>\(trap))", "~lj",
    ]
  }

  private static func withLabels(_ test: (Clock, _ trap: String) async throws -> Void) async throws {
    try await Clock.run { clock in
      let trap = clock.folder + "/trap"
      for label in labels(trap) + expanded(trap) {
        _ = try await clock.addAlarm("07:30", "--days", "daily", "--label", label)
      }
      try await test(clock, trap)
      #expect(access(trap, F_OK) != 0, "a label was run")
    }
  }

  @Test func bashIsOfferedEveryAlarm() async throws {
    try await Self.withLabels { clock, trap in
      let script = try await clock.script(for: .bash)
      let words = try await clock.alarms.map { Self.labels(trap).contains($0.label) ? $0.label : $0.id }
      for typed in ["", "o", "oc", "\"oc", "oc\\ \\;", "zz", "l"] {
        let asked = """
          source \(script)
          COMP_WORDS=(rouse alarm show "$1") COMP_CWORD=3 COMP_LINE="rouse alarm show $1" COMP_POINT=${#COMP_LINE}
          _rouse rouse "$1" show
          printf '%s\\n' "${COMPREPLY[@]}"
          """
        let begins = typed.filter { !"\"\\".contains($0) }
        let expected = words.filter { $0.hasPrefix(begins) }.sorted()
        try await clock.eventually("bash is offered what begins with \(typed)") {
          let result = try await clock.run(["/bin/bash", "-c", asked, "bash", typed])
          #expect(result.errors.isEmpty)
          return result.output.split(separator: "\n").map(String.init).sorted() == expected
        }
      }
    }
  }

  /// Types two letters, perhaps after a quote, then Tab and Enter: the command gets the whole label.
  @Test(.enabled(if: Shell.hasTerminal, "script(1) is not installed"), arguments: Shell.here)
  func whatIsCompletedAtATerminalIsTheLabel(shell: Shell) async throws {
    try await Self.withLabels { clock, trap in
      let script = try await clock.script(for: shell)
      let start: String
      switch shell {
      case .bash: start = "\(shell.path) --noprofile --rcfile \(script) -i"
      case .zsh:
        let settings = "autoload -U compinit; compinit -u -D; unsetopt beep; source \(script)\n"
        try Files.write(settings, to: clock.folder + "/.zshrc")
        start = "\(shell.path) -d -i"
      case .fish: start = "\(shell.path) --no-config -i -C 'source \(script)'"
      }
      let safe = Self.labels(trap)
      let keys = clock.folder + "/keys"
      try await clock.eventually("\(shell) has completed every label") {
        let left = try await clock.alarms.filter { $0.enabled && safe.contains($0.label) }.map(\.label)
        guard !left.isEmpty else { return true }
        let expanded = Self.expanded(trap).map { "rouse alarm disable \($0.prefix(2))\t\n" }
        // Try another quote each time: not every label can be completed after every quote.
        let typed = zip(safe, safe.indices).filter { left.contains($0.0) }.map { label, index in
          // zsh sometimes gives up inside quotes and then waits for the closing one.
          let quote = shell == .zsh ? "" : ["", "\"", "'"][index % 3]
          return "rouse alarm disable \(quote)\(label.prefix(2))\t\n"
        }
        try Files.write((expanded + typed).joined() + "exit\n", to: keys)
        _ = try await clock.run(["/usr/bin/script", "-q", "-c", start, "/dev/null"], input: keys)
        return false
      }
    }
  }

  @Test func everyKindOfNameIsOffered() async throws {
    try await Clock.run { clock in
      try await clock.succeed("alarm", "add", "07:30", "--label", "Work")
      try await clock.succeed("timer", "preset", "add", "eggs", "6m")
      try await clock.succeed("timer", "start", "5m", "--label", "tea")
      for name in ["trip", "$(touch x)"] {
        try await clock.succeed("pause", "--from", "2030-01-01", "--until", "2030-01-02", "--name", name)
      }
      let pauses = try await clock.rouse(
        ["---completion"] + "pause -- positional@1 3 0 rouse pause off".split(separator: " ").map(String.init) + [""])
      #expect(pauses.output.split(separator: "\n") == ["trip"], "\(pauses)")
      for (line, word) in [
        ("alarm show -- positional@0 3 0 rouse alarm show", "Work"),
        ("card remove -- positional@0 3 0 rouse card", "right"),
        ("alarm add -- --card 5 0 rouse alarm add", "right"), ("alarm add -- --card 5 0 rouse alarm add", "all"),
        ("alarm add -- --sound 5 0 rouse alarm add", "bell"),
        ("sound preview -- positional@0 3 0 rouse sound", "birds"),
        ("noise play -- positional@0 3 0 rouse noise", "rain"), ("timer stop -- positional@0 3 0 rouse timer", "tea"),
        ("timer start -- positional@0 3 0 rouse timer", "eggs"),
        ("settings set -- positional@1 4 0 rouse settings set flash", "off"),
        ("settings set -- positional@1 4 0 rouse settings set sound", "bell"),
      ] {
        try await clock.eventually("\(line) is offered \(word)") {
          let result = try await clock.rouse(["---completion"] + line.split(separator: " ").map(String.init) + [""])
          #expect(result.code == 0 && result.errors.isEmpty)
          return result.output.split(separator: "\n").contains { $0 == word }
        }
      }
    }
  }

  /// Without a daemon, and with one that accepts the connection and never answers, the prompt comes back.
  @Test func withoutAnAnswerNothingIsOfferedAndNothingSaid() async throws {
    try await Clock.withoutDaemon { clock in
      let asked = ["---completion", "alarm", "show", "--", "positional@0", "3", "0", "rouse", "alarm", "show", ""]
      let alone = try await clock.rouse(asked)
      #expect(alone.code == 0 && alone.errors.isEmpty && alone.output.allSatisfy(\.isNewline))
      let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(listener) }
      let address = try #require(UnixAddress(clock.socketPath))
      try #require(address.withPointer { bind(listener, $0, $1) } == 0 && listen(listener, 8) == 0)
      let result = try await clock.rouse(asked)
      #expect(result.code == 0 && result.output.isEmpty && result.errors.isEmpty)
    }
  }
}

extension Clock {
  fileprivate func run(_ words: [String], input: String = "/dev/null") async throws -> Program.Result {
    try await Program(
      words,
      environment: [
        "PATH=\(Files.builtPrograms):/usr/bin:/bin", "HOME=\(folder)", "ZDOTDIR=\(folder)",
        "ROUSE_SOCKET=\(socketPath)", "TERM=xterm", "LC_ALL=C.UTF-8",
      ], input: input, outputTo: folder + "/shell"
    ).result()
  }

  fileprivate func script(for shell: CompletionTests.Shell) async throws -> String {
    let path = "\(folder)/completion.\(shell)"
    try Files.write(Array(try await succeed("--generate-completion-script", shell.rawValue).utf8), to: path)
    return path
  }
}
