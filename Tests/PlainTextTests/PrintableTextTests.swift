import PlainText
import Testing

@Suite struct PrintableTextTests {
  @Test(arguments: [
    ("plain", "plain", "plain"), ("Grüße, 日本, 👩‍👧 שלום", "Grüße, 日本, 👩‍👧 שלום", "Grüße, 日本, 👩‍👧 שלום"),
    ("\u{1B}]0;x\u{7}", "?]0;x?", "\\u001b]0;x\\u0007"), ("a\nb\r\n\tc", "a?b???c", "a\nb\\u000d\n\\u0009c"),
    ("\u{9B}2J\u{85}", "?2J?", "\\u009b2J\\u0085"), ("\u{7F}\0", "??", "\\u007f\\u0000"),
    ("\u{202E}gnp.exe\u{202C}", "?gnp.exe?", "\\u202egnp.exe\\u202c"), ("\u{2066}x\u{2069}", "?x?", "\\u2066x\\u2069"),
    ("\u{2028}\u{2029}", "??", "\\u2028\\u2029"), ("é\u{1B}é", "é?é", "é\\u001bé"),
  ])
  func nothingButVisibleTextIsLeft(text: String, printable: String, json: String) {
    #expect(text.printable() == printable)
    #expect(text.printableJSON == json)
  }

  @Test func whatIsToStayStays() {
    #expect("a\n\tb\u{1B}".printable(keeping: ["\n", "\t"]) == "a\n\tb?")
  }
}
