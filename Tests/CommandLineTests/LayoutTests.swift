import AlarmClock
import Testing

@testable import rouse

/// Output that is too wide for the screen, and output for screen readers.
struct LayoutTests {
  private static func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

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
    #expect(Self.lines(text).allSatisfy { Terminal.width(String($0)) <= columns }, "\(text)")
    for word in ["k3f9xa", "m2n8qr", "Work", "days", "begin", "early"] { #expect(text.contains(word)) }
    #expect(text.contains("Left out, as the screen is narrow: LEFT") == (columns <= 50))
  }

  @Test func whatIsNoScreenGetsWholeLinesAndPlainRowsAreSentences() {
    #expect(Self.lines(Self.alarms.rendered(style: Style())).count == 3)
    #expect(
      Self.alarms.rendered(style: Style(isPlain: true)) == """
        next Tue 2026-11-24 07:30, left 1 day 6 h, id k3f9xa, label Work on days that begin early.
        id m2n8qr.
        """)
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

  @Test func colourTakesNoRoomAndAListingHangsUnderItsKey() {
    let style = Style(isColoured: true, columns: 10)
    #expect(style.width(style.red("FAILED") + " now") == 10)
    #expect(style.wrapped(style.red("FAILED") + " now") == style.red("FAILED") + " now")
    var listing = Listing()
    listing.add("clock", "not trusted at all")
    #expect(listing.rendered(style: Style(columns: 20)) == "clock: not trusted\n       at all")
  }

  @Test func plainIsAFlagOfEveryVerb() {
    #expect(Style.withoutPlain(["status", "--plain", "--json"]) == ["status", "--json"])
    #expect(Style.withoutPlain(["say", "--", "--plain"]) == ["say", "--", "--plain"])
  }

  @Test func settingsStandInGroupsOfEightAtMostEachInOne() {
    #expect(SettingGroup.allCases.flatMap(\.keys).count == SettingKey.allCases.count)
    for group in SettingGroup.allCases { #expect((1...8).contains(group.keys.count)) }
    #expect(SettingKey.found(by: "SNOOZE") == [.snooze, .snoozeTime])
    #expect(SettingKey.found(by: "nothing of the kind").isEmpty)
  }
}
