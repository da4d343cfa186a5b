import AlarmClock
import ArgumentParser
import Testing

@testable import Control
@testable import rouse

struct ParsingTests {
  static func parse<Verb: ParsableCommand>(_ line: String, as: Verb.Type) throws -> Verb {
    let command = try Rouse.parseAsRoot(line.split(separator: " ").map(String.init))
    return try #require(command as? Verb, "\(type(of: command))")
  }

  @Test func whatIsTypedForAnAlarmGoesToTheDaemonAsItIs() throws {
    let verb = try Self.parse(
      "alarm add 7:30am --days mon-fri --label Work --volume 101 --fade-in default --card a --card b --socket /s",
      as: AlarmAddCommand.self)
    #expect(verb.connection.socket == "/s")
    #expect(
      verb.options.input(time: verb.time)
        == AlarmInput(
          time: "7:30am", label: "Work", days: "mon-fri", values: [.volume: "101", .fadeIn: "default"],
          cards: ["a", "b"]))
  }

  @Test func everyValueOfAnAlarmHasItsOption() throws {
    let keys: [(option: String, key: SettingKey)] = [
      ("--pre-alarm 2m", .preAlarm), ("--catch-up 0s", .catchUp), ("--snooze 2", .snooze),
      ("--snooze-time 5m", .snoozeTime), ("--wake-check off", .wakeCheck), ("--cancel-lock default", .cancelLock),
      ("--sound tone", .sound), ("--volume 5", .volume), ("--fade-in 1s", .fadeIn), ("--vibration off", .vibration),
      ("--buzzer-after 0s", .buzzerAfter), ("--silence-after 1m", .silenceAfter), ("--soften off", .soften),
      ("--vibration-pattern steady", .vibrationPattern), ("--speak on", .speak), ("--flash off", .flash),
    ]
    #expect(Set(keys.map(\.key)) == Set(SettingKey.ofAlarms))
    for (option, key) in keys {
      let input = AlarmInput(values: [key: String(option.split(separator: " ")[1])])
      let added = try Self.parse("alarm add 07:30 \(option)", as: AlarmAddCommand.self)
      let edited = try Self.parse("alarm edit Work \(option)", as: AlarmEditCommand.self)
      let copied = try Self.parse("alarm copy Work \(option)", as: AlarmCopyCommand.self)
      for options in [added.options, edited.options, copied.options] { #expect(options.input(time: nil) == input) }
    }
  }

  @Test func whatIsTypedOrTheDefaultGoesToItsVerb() throws {
    #expect(try Self.parse("card new x", as: CardNewCommand.self).kind == .dismiss)
    #expect(try Self.parse("card new x --kind snooze", as: CardNewCommand.self).kind == .snooze)
    #expect(try Self.parse("card add x", as: CardAddCommand.self).kind == .dismiss)
    #expect(try Self.parse("card add x --kind snooze", as: CardAddCommand.self).kind == .snooze)
    #expect(try Self.parse("card add x", as: CardAddCommand.self).span == "60s")
    #expect(try Self.parse("card test", as: CardTestCommand.self).span == "30s")
    #expect(try Self.parse("mock fail speaker", as: MockFailCommand.self).errno == "EIO")
    // Moments and labels may begin with a dash.
    #expect(try Self.parse("log --since -2h", as: LogCommand.self).since == "-2h")
    #expect(try Self.parse("next --from -1d", as: NextCommand.self).from == "-1d")
    #expect(try Self.parse("alarm add 07:30 --label -gym-", as: AlarmAddCommand.self).options.label == "-gym-")
    #expect(try Self.parse("quiet", as: QuietCommand.self).hours == nil)
    #expect(try Self.parse("quiet 22:00-07:00", as: QuietCommand.self).hours == "22:00-07:00")
    #expect(try Self.parse("pause --until tomorrow", as: PauseCommand.self).until == "tomorrow")
    #expect(try Self.parse("pause off", as: PauseCommand.self).word == "off")
    #expect(try Self.parse("pause", as: PauseCommand.self).until == nil)
    #expect(try Self.parse("test bedtime", as: TestBedtimeCommand.self).span == "20s")
    #expect(try Self.parse("test bedtime --for 0s", as: TestBedtimeCommand.self).span == "0s")
    #expect(try Self.parse("acknowledge --json", as: AcknowledgeCommand.self).format.json)
  }

  @Test(arguments: [
    "alarm add", "alarm edit Work", "alarm list extra", "next --count 0", "next --count 1001", "next --count x",
    "log --limit -1", "card new x --output card.gif", "card new x --json", "bogus", "mock show", "settings set volume",
    "status --nonsense", "pause on", "pause off --until 2026-12-27", "pause --until off", "pause --until",
    "quiet on off", "card new x --kind weird", "card add x --kind", "acknowledge all", "test bedtime 5s",
  ])
  func aLineThatIsNotUnderstoodEndsWith64(line: String) throws {
    let error = #expect(throws: (any Error).self) { try Rouse.parseAsRoot(line.split(separator: " ").map(String.init)) }
    #expect(Rouse.exitCode(for: try #require(error)).rawValue == Control.ExitCode.usage.rawValue)
  }

  @Test(arguments: [
    ("data erase --history", true), ("data erase --all", true), ("data erase --all --alarms --cards --now --yes", true),
    ("data erase --cancel", true), ("data erase", false), ("data erase --history --all", false),
    ("data erase --history --alarms", false), ("data erase --cancel --now", false), ("data erase --now", false),
    ("data erase --cards", false), ("data erase --all --cancel", false), ("evidence delete 2026", true),
    ("evidence delete --all", true), ("evidence delete", false), ("evidence delete 2026 --all", false),
    ("import file --mine --theirs", false), ("import file --theirs --both", false), ("say", false),
    ("say time --next", false), ("say --next --status", false), ("say --status night", false),
    ("settings set sound bell --preview", true), ("settings set volume 60 --preview", true),
    ("settings set vibration strong --preview", true), ("settings set vibration-pattern pulse --preview", true),
    ("settings set brightness 3 --preview", false), ("settings set fade-in 10s --preview", false),
    ("timer start", false), ("timer extend", false), ("timer extend a b c", false), ("timer edit tea", false),
    ("timer edit", false), ("timer preset add tea", false), ("timer preset edit tea", false),
    ("timer pause a b", false), ("timer bogus", false), ("timer preset remove", false),
  ])
  func aLineIsTakenOrRefusedAsAWhole(line: String, isTaken: Bool) {
    let words = line.split(separator: " ").map(String.init)
    #expect(((try? Rouse.parseAsRoot(words)) != nil) == isTaken)
  }

  @Test func helpFindsVerbsAndRefusesOthers() throws {
    let topic = try #require(HelpTopic(arguments: ["help", "alarm", "add"]))
    #expect(try topic.verb() == AlarmAddCommand.self)
    let unknown = try #require(HelpTopic(arguments: ["help", "alarm", "snooze"]))
    let error = #expect(throws: ControlError.self) { try unknown.verb() }
    #expect(error?.code == .usage)
    #expect(HelpTopic(arguments: ["help", "--help"]) == nil && HelpTopic(arguments: ["alarm", "list"]) == nil)
  }

  /// The parser wraps help again, so line breaks, or examples wider than 80 columns, would be broken twice.
  @Test func helpIsWrappedByNobodyButTheParser() {
    func check(_ verb: any ParsableCommand.Type) {
      let lines = verb.configuration.discussion.split(separator: "\n", omittingEmptySubsequences: false)
      for (line, next) in zip(lines, lines.dropFirst()) where !line.isEmpty && !next.isEmpty {
        #expect(line.hasPrefix(" ") || next.hasPrefix(" "), "\(verb): \(line)")
      }
      for line in lines where line.hasPrefix(" ") { #expect(line.count <= 80, "\(verb): \(line)") }
      for next in verb.configuration.subcommands { check(next) }
    }
    check(Rouse.self)
  }

  private func words(_ line: String) -> TypedWords { TypedWords(line.split(separator: " ").map(String.init)) }

  @Test(arguments: [
    ("alarms", "alarm"), ("alarm ls", "alarm list"), ("alarm rm Work", "alarm remove Work"),
    ("card delete old", "card remove old"), ("evidence rm x", "evidence delete x"), ("timer new 5m", "timer start 5m"),
    ("timer rm tea", "timer cancel tea"), ("alarm new 7:30", "alarm add 7:30"), ("presets", "presets"),
    ("timer presets ls", "timer preset list"), ("alarm off Work", "alarm disable Work"),
    ("sound play bell", "sound play bell"),
    // An exact verb takes priority over a synonym, and words after the verbs stay as they are.
    ("card new x", "card new x"), ("sound add ls", "sound add ls"), ("alarm show rm", "alarm show rm"),
    ("alarm --json", "alarm --json"), ("quiet on", "quiet on"),
    // Any text is a message, even a synonym of a verb.
    ("show list", "show list"), ("show ls", "show ls"), ("show bin day", "show bin day"), ("show rm x", "show rm x"),
    // A negative number is not an option.
    ("settings set location -33.87,151.21", "settings set location -- -33.87,151.21"),
    ("settings set location -33.87,151.21 --json", "settings set location --json -- -33.87,151.21"),
    ("mock temperature -.5", "mock temperature -- -.5"), ("show -5 degrees --for 1h", "show --for 1h -- -5 degrees"),
    ("settings set location -- -1,2", "settings set location -- -1,2"),
    ("alarm add 7:00 --volume -3", "alarm add 7:00 --volume -3"), ("noise -v", "noise -v"),
    ("show text list", "show text list"), ("show clear all", "show clear all"),
  ])
  func otherWordsForAVerbAreTaken(typed: String, read: String) {
    #expect(words(typed).arguments.joined(separator: " ") == read)
  }

  @Test(arguments: [
    ("statsu", ["rouse status"]), ("alram add 7:30", ["rouse alarm"]), ("alarm ad", ["rouse alarm add"]),
    ("stat", ["rouse status"]), ("setings", ["rouse settings"]), ("card tset", ["rouse card test"]),
    ("edit", ["rouse alarm edit", "rouse timer edit"]), ("unskip Work", ["rouse alarm unskip"]),
    ("list", ["rouse alarm list", "rouse timer list", "rouse sound list"]), ("xyzzy", []), ("x", []),
    // These are no synonyms of `show`, which would display the rest of the line.
    ("get volume", ["rouse settings get", "rouse evidence get", "rouse alarm show"]),
    ("info", ["rouse alarm show", "rouse sound show", "rouse reminder show"]),
  ])
  func whatIsNoVerbIsAnsweredWithWhatMayHaveBeenMeant(typed: String, meant: [String]) throws {
    let words = words(typed)
    let unknown = try #require(words.unknown)
    #expect(words.suggestions(for: unknown) == meant)
    let refusal = words.refusal(of: unknown)
    #expect(refusal.code == .usage && refusal.what.contains(unknown))
    for command in meant { #expect(refusal.fix.contains("`\(command)`")) }
  }

  @Test(arguments: [
    "", "status", "alarm", "alarm list", "settings set volume 60", "show list", "show xyzzy", "--version",
    "alarm --help", "help x",
  ])
  func whatTheParserKnowsIsLeftToIt(typed: String) { #expect(words(typed).unknown == nil) }

  @Test(arguments: [("stop", true), ("Dismiss", true), ("snooze", true), ("timer stop", false), ("status", false)])
  func whatOnlyACardCanDoIsSaid(typed: String, isTold: Bool) { #expect((WayOut(words(typed)) != nil) == isTold) }

  @Test func theCardsThatEndARingAreNamed() throws {
    func card(_ name: String, _ kind: Card.Kind = .dismiss, enrolled: Bool = true) -> CardView {
      CardView(id: name, name: name, kind: kind, enrolled: enrolled, created: "")
    }
    let all = [card("bathroom"), card("spare"), card("unseen", enrolled: false), card("bedside", .snooze)]
    #expect(WayOut.stop.refusal(with: all).why == "only a card ends a ring: bathroom or spare")
    #expect(WayOut.stop.refusal(with: nil).why == "only a card ends a ring")
    #expect(WayOut.snooze.refusal(with: all).why == "only a snooze card does: bedside")
    #expect(WayOut.snooze.refusal(with: [card("bathroom")]).fix.contains("--kind snooze"))
    let waiting = WayOut.snooze.refusal(with: [card("chair", .snooze, enrolled: false)])
    #expect(waiting.why.contains("the camera has not seen chair yet") && waiting.fix.contains("`rouse card test`"))
  }

  @Test func theParsersComplaintsLookLikeEveryOtherError() {
    let text = ParserComplaint(
      """
      Error: Missing expected argument '<time>'
      Help:  <time>  07:30, 7:30am, or a delay: +20m.
      Usage: rouse alarm add [<options>] <time>
        See 'rouse alarm add --help' for more information.
      """)
    #expect(
      text.description == """
        missing expected argument `<time>`.
          help: <time>  07:30, 7:30am, or a delay: +20m.
          usage: rouse alarm add [<options>] <time>
          fix: see `rouse alarm add --help`
        """)
    #expect("\(ParserComplaint("Error: It isn't 'on'."))" == "it isn't `on`.")
    #expect("\(ParserComplaint("Error: Did you mean '--speak'?"))" == "did you mean `--speak`?")
    #expect("\(ParserComplaint("Error: Give one of:\n  - on"))" == "give one of:\n  - on")
  }

  private func named(_ name: String, _ id: String?) -> (name: String, id: String?, about: String) { (name, id, "x") }

  @Test func whatANameCannotSayIsOfferedByItsID() {
    let offers = Offer.all([
      named("Work", "a"), named("Tea", "b"), named("tea", "c"), named("", "d"), named("-x", "e"),
      named("bell\u{7}", "f"), named("-y", nil), named("~root", "g"),
    ])
    #expect(offers.map(\.word) == ["Work", "b", "c", "d", "e", "f", "g"])
    #expect(offers.map(\.about).prefix(3) == ["x", "Tea, x", "tea, x"])
  }

  @Test(arguments: ["a $(id)", "a `id`", "$HOME", "no!", "!-1"])
  func whatAShellWouldExpandIsOfferedByItsID(name: String) {
    for shell in [CompletionShell.bash, .zsh] {
      #expect(Offer.all([named(name, "id")], for: shell).map(\.word) == ["id"])
    }
    #expect(Offer.all([named(name, "id")], for: .fish).map(\.word) == [name])
  }

  @Test(arguments: [
    ("Work", CompletionShell.bash, "'Work'"), ("it's", .bash, #"'it'\''s'"#), ("$(id)", .bash, "'$(id)'"),
    ("a:b", .zsh, #"a\:b:about"#), (#"a\b"#, .zsh, #"a\\b:about"#), ("a b", .fish, "a b\tabout"),
  ])
  func eachShellGetsItsOwnQuotes(word: String, shell: CompletionShell, text: String) {
    #expect(Offer(word: word, about: "about").text(for: shell) == text)
    #expect(Offer(word: word, about: "").text(for: nil) == word)
  }

  @Test(arguments: [
    (SettingKey.flash, ["on", "off"]), (.timeFormat, ["12h", "24h"]), (.volume, []), (.wakeCheck, ["off"]),
    (.vibration, ["off", "light", "medium", "strong"]), (.clockSource, ["ntp", "battery"]), (.quiet, ["on", "off"]),
    (.vibrationPattern, ["steady", "pulse", "heartbeat", "escalating"]),
  ])
  func aSettingOffersTheWordsThatItTakes(key: SettingKey, words: [String]) {
    #expect(SettingWords.words(of: key) == words + ["default"])
  }
}
