import AlarmClock
import ArgumentParser
import Control
import Testing

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

  static let keys: [(option: String, key: SettingKey)] = [
    ("--pre-alarm 2m", .preAlarm), ("--catch-up 0s", .catchUp), ("--snooze 2", .snooze),
    ("--snooze-time 5m", .snoozeTime), ("--wake-check off", .wakeCheck), ("--cancel-lock default", .cancelLock),
    ("--sound tone", .sound), ("--volume 5", .volume), ("--fade-in 1s", .fadeIn), ("--vibration off", .vibration),
    ("--buzzer-after 0s", .buzzerAfter), ("--silence-after 1m", .silenceAfter), ("--soften off", .soften),
    ("--vibration-pattern steady", .vibrationPattern), ("--speak on", .speak), ("--flash off", .flash),
  ]

  @Test func everyValueOfAnAlarmHasItsOption() throws {
    #expect(Set(Self.keys.map(\.key)) == Set(SettingKey.ofAlarms))
    for (option, key) in Self.keys {
      let value = String(option.split(separator: " ")[1])
      let added = try Self.parse("alarm add 07:30 \(option)", as: AlarmAddCommand.self)
      #expect(added.options.input(time: nil) == AlarmInput(values: [key: value]))
      let edited = try Self.parse("alarm edit Work \(option)", as: AlarmEditCommand.self)
      #expect(edited.options.input(time: nil) == AlarmInput(values: [key: value]))
      let copied = try Self.parse("alarm copy Work \(option)", as: AlarmCopyCommand.self)
      #expect(copied.options.input(time: nil) == AlarmInput(values: [key: value]))
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
    #expect(HelpTopic(arguments: ["help", "--help"]) == nil)
    #expect(HelpTopic(arguments: ["alarm", "list"]) == nil)
  }

  /// The parser wraps help to the terminal's width. Line breaks in the source, or examples wider than 80 columns, would
  /// be broken twice.
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
}
