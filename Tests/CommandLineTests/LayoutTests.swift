import AlarmClock
import Testing

@testable import rouse

/// Output that is too wide for the screen, and output for screen readers.
struct LayoutTests {
  private static let alarms: Table = {
    var table = Table(header: ["NEXT", "LEFT", "ID", "LABEL"])
    table.expendable = ["LEFT", "NEXT"]
    table.rows = [
      ["Tue 2026-11-24 07:30", "1 day 6 h", "k3f9xa", "Work on days that begin early"], ["-", "-", "m2n8qr", ""],
    ]
    return table
  }()

  @Test(arguments: [40, 50, 80, 120])
  func aTableIsAsWideAsTheScreenAtMostAndBreaksNoWord(columns: Int) {
    let text = Self.alarms.rendered(style: Style(columns: columns))
    #expect(text.split(separator: "\n").allSatisfy { Terminal.width(String($0)) <= columns }, "\(text)")
    for word in ["k3f9xa", "m2n8qr", "Work", "days", "begin", "early"] { #expect(text.contains(word)) }
    #expect(text.contains("Left out on this narrow screen: LEFT") == (columns <= 50))
  }

  @Test func whatIsNoScreenGetsWholeLinesAndPlainRowsAreSentencesForEveryVerb() {
    #expect(Self.alarms.rendered(style: Style()).split(separator: "\n").count == 3)
    #expect(
      Self.alarms.rendered(style: Style(isPlain: true)) == """
        next Tue 2026-11-24 07:30, left 1 day 6 h, id k3f9xa, label Work on days that begin early.
        id m2n8qr.
        """)
    #expect(Style.withoutPlain(["status", "--plain", "--json"]) == ["status", "--json"])
    #expect(Style.withoutPlain(["say", "--", "--plain"]) == ["say", "--", "--plain"])
  }

  @Test(arguments: [
    ("one two three", 9, "one two\n  three"), ("one two", nil, "one two"),
    ("now `rouse alarm add` it", 12, "now\n  `rouse alarm add`\n  it"),
    ("don`t go (`rouse alarm add`) it", 12, "don`t go\n  (`rouse alarm add`)\n  it"),
    ("unbreakable", 4, "unbreakable"), ("lamp    ok, tried", 12, "lamp    ok,\n  tried"),
  ])
  func sentencesWrapBetweenWordsAndCommandsStayWhole(text: String, columns: Int?, expected: String) {
    #expect(Style(columns: columns).wrapped(text, next: "  ") == expected)
  }

  @Test func colourTakesNoRoomAndIsLeftOutWithoutLosingWordsAndAListingHangsUnderItsKey() {
    #expect(Style(isColoured: false).red("FAILED") == "FAILED")
    #expect(Style(isColoured: true).red("FAILED") == "\u{1B}[1;31mFAILED\u{1B}[0m")
    let style = Style(isColoured: true, columns: 10)
    #expect(style.width(style.red("FAILED") + " now") == 10)
    #expect(style.wrapped(style.red("FAILED") + " now") == style.red("FAILED") + " now")
    var listing = Listing()
    listing.add("clock", "not trusted at all")
    #expect(listing.rendered(style: Style(columns: 20)) == "clock: not trusted\n       at all")
  }

  @Test func settingsStandInGroupsOfEightAtMostEachInOne() {
    #expect(SettingGroup.allCases.flatMap(\.keys).count == SettingKey.allCases.count)
    for group in SettingGroup.allCases { #expect((1...8).contains(group.keys.count)) }
    #expect(SettingKey.found(by: "SNOOZE") == [.snooze, .snoozeTime])
    #expect(SettingKey.found(by: "nothing of the kind").isEmpty)
  }

  @Test func columnsAndListingsAlignByDisplayWidthAndLinesEndWithoutBlanks() {
    var table = Table(header: ["ID", "LABEL", "LEFT"], rightAligned: [2])
    table.rows = [["a", "茶", "5 s"], ["bb", "café", "10 min"]]
    #expect(
      table.rendered(style: Style(isColoured: false)) == """
        ID  LABEL    LEFT
        a   茶        5 s
        bb  café   10 min
        """)
    var short = Table(header: ["ID", "LABEL"])
    short.rows = [["a", ""], ["b", "long label"]]
    #expect(short.rendered(style: Style(isColoured: false)).split(separator: "\n")[1] == "a")
    var listing = Listing()
    listing.add("id", "1")
    listing.add("volume", "80")
    listing.add(continuing: "(default)")
    #expect(listing.rendered() == "    id: 1\nvolume: 80\n        (default)")
    #expect([1, 2].map { Table.count($0, "alarm") } == ["1 alarm", "2 alarms"])
  }

  @Test(arguments: [
    ("tea", 3), ("café", 4), ("cafe\u{301}", 4), ("茶", 2), ("한국", 4), ("ｆ", 2), ("⏰", 2), ("👩‍👧", 2), ("", 0),
  ])
  func widthIsCountedInTerminalColumns(text: String, width: Int) {
    #expect(Terminal.width(text) == width)
  }

  @Test(arguments: [
    ("\u{1B}[31mred", "?[31mred"), ("a\nb", "a?b"), ("tab\there", "tab?here"), ("\u{9B}31m", "?31m"), ("日本", "日本"),
  ])
  func controlCharactersNeverReachTheTerminal(text: String, shown: String) {
    #expect(Terminal.printable(text) == shown)
  }

  @Test func onlyTheProgramsOwnEscapesLeaveIt() {
    let own = Output.own("\u{1B}[2J\r")
    for text in ["\u{1B}[31mred", "\r", own.replacing(own.prefix(1), with: "x")] {
      #expect(!Output.plain("label \(text)\n").contains { ($0 < 0x20 && $0 != 10) || $0 == 0x7F })
    }
    #expect(String(decoding: Output.plain(own + "\u{1B}[31mred\n\t"), as: UTF8.self) == "\u{1B}[2J\r?[31mred\n\t")
    // Swift treats a carriage return and line feed as one character.
    #expect(String(decoding: Output.plain(Output.own("\u{1B}[K\r\n\r")), as: UTF8.self) == "\u{1B}[K\r\n\r")
  }
}
