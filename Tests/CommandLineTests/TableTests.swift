import Testing

@testable import rouse

struct TableTests {
  private static let plain = Style(isColoured: false)

  @Test func columnsAndListingsAlignByDisplayWidthAndLinesEndWithoutBlanks() {
    var table = Table(header: ["ID", "LABEL", "LEFT"], rightAligned: [2])
    table.rows = [["a", "茶", "5 s"], ["bb", "café", "10 min"]]
    #expect(
      table.rendered(style: Self.plain) == """
        ID  LABEL    LEFT
        a   茶        5 s
        bb  café   10 min
        """)
    var short = Table(header: ["ID", "LABEL"])
    short.rows = [["a", ""], ["b", "long label"]]
    #expect(short.rendered(style: Self.plain).split(separator: "\n")[1] == "a")
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

  @Test func colourIsLeftOutWithoutLosingWords() {
    #expect(Self.plain.red("FAILED") == "FAILED")
    #expect(Style(isColoured: true).red("FAILED") == "\u{1B}[1;31mFAILED\u{1B}[0m")
  }
}
