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

  /// Rows with two texts: a text with hidden characters, and the text as shown.
  @Test(arguments: [
    ("Wo\u{200B}rk", "Wo?rk"), ("\u{200E}Work\u{200F}", "?Work?"), ("Wo\u{AD}rk", "Wo?rk"),
    ("\u{FEFF}a\u{2060}", "?a?"),
    ("a\u{61C}b\u{180E}c", "a?b?c"), ("a\u{E0041}\u{E007F}", "a??"), ("a\u{FFF9}b\u{FFFB}", "a?b?"),
    ("a\u{34F}b\u{115F}\u{3164}", "a?b??"), ("a\u{FE0F}", "a?"), ("\u{FE0F}", "?"), ("é\u{FE0F}\u{FE0F}", "é\u{FE0F}?"),
    ("a\u{200D}b\u{200C}c", "a?b?c"), ("日\u{200C}本", "日?本"), ("👩\u{200D}", "👩?"), ("👩\u{200D}a", "👩?a"),
    ("1\u{FE0F}", "1?"), ("می\u{200C}", "می?"), ("\u{200C}می", "?می"),
  ])
  func hiddenCharactersAreShown(text: String, shown: String) { #expect(text.printable() == shown) }

  @Test(arguments: [
    "می\u{200C}خواهم", "क\u{94D}\u{200D}ष", "👨‍👩‍👧‍👦", "👩🏽‍🚀", "🏳️‍🌈", "👁️‍🗨️", "❤️‍🔥", "1️⃣", "☕️ tea", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🇩🇪", "葛\u{E0100}飾",
  ])
  func hiddenCharactersOfWordsAndEmojiStay(text: String) { #expect(text.printable() == text) }

  @Test func whatIsToStayStays() {
    #expect("a\n\tb\u{1B}".printable(keeping: ["\n", "\t"]) == "a\n\tb?")
  }
}
