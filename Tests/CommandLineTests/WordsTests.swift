import AlarmClock
import Testing

@testable import Control
@testable import rouse

/// Words that the parser would not understand.
struct WordsTests {
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
    ("alarm add 7:00 --volume -3", "alarm add 7:00 --volume -3"),
    ("noise -v", "noise -v"),
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
    let bathroom = CardView(id: "a", name: "bathroom", kind: .dismiss, enrolled: true, created: "")
    let spare = CardView(id: "b", name: "spare", kind: .dismiss, enrolled: true, created: "")
    let unseen = CardView(id: "c", name: "unseen", kind: .dismiss, enrolled: false, created: "")
    let bedside = CardView(id: "d", name: "bedside", kind: .snooze, enrolled: true, created: "")
    let all = [bathroom, spare, unseen, bedside]
    #expect(WayOut.stop.refusal(with: all).why == "only a card ends a ring: bathroom or spare")
    #expect(WayOut.stop.refusal(with: nil).why == "only a card ends a ring")
    #expect(WayOut.snooze.refusal(with: all).why == "only a snooze card does: bedside")
    #expect(WayOut.snooze.refusal(with: [bathroom]).fix.contains("--kind snooze"))
    let chair = CardView(id: "e", name: "chair", kind: .snooze, enrolled: false, created: "")
    let waiting = WayOut.snooze.refusal(with: [chair])
    #expect(waiting.why.contains("chair waits to be seen") && waiting.fix.contains("`rouse card test`"))
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
}
