import ArgumentParser
import Control
import Testing

@testable import rouse

struct MessageTests {
  private static func view(
    _ text: String = "bin day", id: String = "k3f9xa", inDays: Int = 0, left: Int = 600
  ) -> MessageView {
    MessageView(
      id: id, text: text, drawn: "bin day", until: "2026-11-22T21:40:00+01:00", inDays: inDays, left: left, beep: false)
  }

  private func parsed(_ line: [String]) throws -> any ParsableCommand {
    try Rouse.parseAsRoot(TypedWords(["show"] + line).arguments)
  }

  static let texts: [(typed: [String], text: String, span: String?, until: String?, beeps: Bool)] = [
    (["bin day"], "bin day", nil, nil, false), (["bin", "day", "--for", "10m"], "bin day", "10m", nil, false),
    (["bin day", "--until", "08:00", "--beep"], "bin day", nil, "08:00", true),
    (["text", "list"], "list", nil, nil, false), (["text", "clear", "all"], "clear all", nil, nil, false),
    (["ls"], "ls", nil, nil, false), (["--", "-5"], "-5", nil, nil, false), (["List"], "List", nil, nil, false),
    ([""], "", nil, nil, false),
  ]

  @Test(arguments: texts)
  func whateverIsNoVerbIsTheMessage(typed: [String], text: String, span: String?, until: String?, beeps: Bool) throws {
    let command = try #require(try parsed(typed) as? ShowTextCommand).command
    #expect(command.text == text && command.span == span && command.until == until && command.beeps == beeps)
  }

  @Test func verbsStayVerbs() throws {
    #expect(try parsed(["list"]) is ShowListCommand && (try parsed(["list", "--json"]) is ShowListCommand))
    #expect(try parsed(["clear", "all"]) is ShowClearCommand && (try parsed(["clear"]) is ShowClearCommand))
  }

  @Test(arguments: [[], ["tea", "--for", "10m", "--until", "08:00"], ["list", "tea"]])
  func whatMakesNoSenseIsRefused(typed: [String]) { #expect(throws: (any Error).self) { try parsed(typed) } }

  @Test func whatIsShownIsSaidWithItsEndAndItsDayUnlessThatIsTodayAndOfSeveralOneHasToBeNamed() {
    #expect(
      MessageText.sentence(Self.view()) == "bin day (k3f9xa) is shown until 21:40 (10 min), alternating with the time.")
    let long = String(repeating: "a", count: 41)
    #expect(MessageText.subject(Self.view(long)) == String(long.prefix(39)) + "… (k3f9xa)")
    #expect(MessageText.subject(Self.view("a\u{1B}b")) == "a?b (k3f9xa)")
    let tea = Self.view("tea", id: "abcdef")
    #expect(
      MessageText.table([Self.view(), tea]).rendered()
        == """
        LEFT    UNTIL  ID      TEXT
        10 min  21:40  k3f9xa  bin day
        10 min  21:40  abcdef  tea
        """)
    let error = ShowClearCommand.unclear([Self.view(), tea])
    #expect(error.code == .usage && error.what == "there are 2 messages")
    #expect(error.fix.hasSuffix("k3f9xa (bin day), abcdef (tea)") && error.fix.contains("`rouse show clear all`"))
    let tomorrow = Self.view(inDays: 1, left: 43_200)
    let later = Self.view("tea", id: "abcdef", inDays: 2, left: 88_000)
    #expect(
      MessageText.sentence(tomorrow)
        == "bin day (k3f9xa) is shown until tomorrow 21:40 (12 h), alternating with the time.")
    #expect(
      MessageText.table([Self.view(), tomorrow, later]).rendered()
        == """
        LEFT    UNTIL           ID      TEXT
        10 min  21:40           k3f9xa  bin day
        12 h    tomorrow 21:40  k3f9xa  bin day
        1 day   Sun 21:40       abcdef  tea
        """)
  }
}
