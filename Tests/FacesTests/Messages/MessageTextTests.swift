import AlarmClock
import Faces
import Hardware
import Testing

@Suite struct MessageTextTests {
  static let drawings: [(typed: String, shape: DisplayShape, drawn: String, replaced: String)] = [
    ("bin day", .fourDigits, "bin day", ""), ("bin  \t day ", .fourDigits, "bin day", ""),
    ("Milk", .fourDigits, "rnilh", "Mk"), ("box van 3", .fourDigits, "boH uan 3", "xv"),
    ("Wow", .fourDigits, "UUouu", "Ww"), ("Müll", .fourDigits, "rnull", "Mü"), ("Ärzte", .fourDigits, "Arzte", "Ä"),
    ("café", .fourDigits, "cafe", "é"), ("cafe\u{301}", .fourDigits, "cafe", "é"), ("Łódź", .fourDigits, "Lodz", "Łóź"),
    ("Straße", .fourDigits, "Strasse", "ß"), ("it's", .fourDigits, "its", "'"), ("go!", .fourDigits, "go.", "!"),
    ("bus 7:30", .fourDigits, "bus 7.30", ":"), ("bus 7:30", Shapes.bare, "bus 7-30", ":"),
    ("a. b.", Shapes.bare, "a b", ""), ("a...b", .fourDigits, "a. . .b", ""), ("...", .fourDigits, " . . .", ""),
    ("tea 🍵 now", .fourDigits, "tea nouu", "🍵w"), ("שלום abc", .fourDigits, "abc", "שלום"),
    ("Milk", .fourLetters, "Milk", ""), ("Wow, café!", .fourLetters, "Wow, cafe!", "é"),
    ("it’s 7:30~", .fourLetters, "it's 7.30-", "’:~"), ("Straße", .fourLetters, "Strasse", "ß"),
  ]

  @Test(arguments: drawings.indices) func aTextIsDrawnWithWhatTheDisplayHas(index: Int) {
    let (typed, shape, drawn, replaced) = Self.drawings[index]
    let drawing = MessageDrawing(typed, on: shape)
    #expect(drawing.text == drawn)
    #expect(drawing.replacements.map(\.character) == Array(replaced))
  }

  @Test func everyLetterHasAShapeOnEveryDisplay() {
    for shape in [DisplayShape.fourDigits, .fourLetters] {
      for scalar in (0x20...0x17F as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
        for cell in MessageDrawing("a\(scalar)a", on: shape).cells {
          let character = cell.first ?? " "
          #expect(shape.draws(character), "\(scalar) is drawn as \(cell)")
        }
        let isLetter = scalar.properties.isAlphabetic && scalar.value < 0x80
        #expect(!isLetter || MessageDrawing(String(scalar), on: shape).text != "", "\(scalar)")
      }
    }
  }

  @Test(arguments: ["bin day", "bus 7:30", "5 eggs", "  tea  ", "far away", "Sn 9 pm", "ALERT", "no", "a", "card game"])
  func aTextIsTakenWithoutBlanksAroundIt(typed: String) throws {
    for shape in [DisplayShape.fourDigits, .fourLetters, Shapes.six, MessagePassTests.shape(8), Shapes.bare] {
      #expect(try Message.text(typed, on: shape) == typed.split(separator: " ").joined(separator: " "))
    }
  }

  typealias Refused = (typed: String, reason: String)
  // In typed parts, because a single array is too much for Swift 6.2's type checker.
  static let refusals: [Refused] = texts + words + wordsWithTimes
  private static let texts: [Refused] = [
    ("", "it is empty"), ("   ", "it is empty"), ("a\nb", "U+000A (a line break)"),
    ("a\u{0}b", "U+0000 (a control character)"),
    ("a\r\nb", "U+000D (a line break)"), ("a\tb", "U+0009 (a tab)"), ("a\u{1}b", "U+0001 (a control character)"),
    ("a\u{7F}", "U+007F (a control character)"),
    ("\u{1B}[31mred", "U+001B (a control character)"), ("\u{202E}yad nib", "U+202E RIGHT-TO-LEFT OVERRIDE"),
    ("bin\u{200B}day", "U+200B ZERO WIDTH SPACE"), ("bin\u{200D} day", "U+200D ZERO WIDTH JOINER"),
    ("\u{FEFF}tea", "U+FEFF ZERO WIDTH NO-BREAK SPACE"), ("te\u{AD}a", "U+00AD SOFT HYPHEN"),
    ("tea\u{2028}", "U+2028 LINE SEPARATOR"), ("\u{2066}tea\u{2069}", "U+2066 LEFT-TO-RIGHT ISOLATE"),
    ("tea\u{E0041}", "U+E0041 TAG LATIN CAPITAL LETTER A"), ("7\u{200B}:30", "U+200B ZERO WIDTH SPACE"),
    (String(repeating: "a", count: 201), "it is 201 characters long"),
    ("a" + String(repeating: "\u{301}", count: 900), "longer than 1600 bytes"),
    (String(repeating: "🎉", count: 200), "cannot show any of it"), ("שלום", "cannot show any of it"),
    ("...", "cannot show any of it"), ("07:30", "taken for the time"), ("7.30", "taken for the time"),
    ("0730", "taken for the time"), ("7", "taken for the time"), ("22.11", "taken for the time"),
    ("11-22", "taken for the time"), ("1h40", "taken for the time"), ("21.5 C", "taken for the time"),
    ("21°", "taken for the time"), ("1 2:3 0", "taken for the time"), ("7\u{301}", "taken for the time"),
  ]
  private static let words: [Refused] = DisplayWord.all.flatMap { (word: String) -> [Refused] in
    let capitals = word.uppercased()
    let forms = [word, capitals, word.lowercased(), " \(word) ", "\(word).", "\(capitals)!"]
    return forms.map { ($0, "the display itself shows `") }
  }
  private static let wordsWithTimes: [Refused] = ["Sn 9", "sn12", "AL 7:30", "al0730", "card!"].map {
    ($0, "the display itself shows `")
  }

  @Test(arguments: refusals) func whatPassesForSomethingElseIsRefused(typed: String, reason: String) throws {
    for shape in [Shapes.four, Shapes.bare] {
      let error = #expect(throws: InvalidValue.self) { try Message.text(typed, on: shape) }
      #expect(error?.reason.contains(reason) == true, "\(typed): \(String(describing: error))")
      #expect(error?.remedy.isEmpty == false)
      #expect(String(describing: error).unicodeScalars.count < 1_000)
    }
  }

  /// Emoji consist of several characters, some of them invisible alone; the display omits them.
  @Test(arguments: [
    "tea ☕\u{FE0F}", "hi 👨\u{200D}👩\u{200D}👧", "go 🏴\u{E0067}\u{E0062}\u{E007F} go", "ok \u{1F1E9}\u{1F1EA}",
  ])
  func whatHoldsAnEmojiTogetherIsNotInvisible(typed: String) throws {
    #expect(try Message.text(typed, on: .fourDigits) == typed)
  }

  /// Letters that look like digits on the display: I, O, S and Z, G.
  @Test(
    arguments: [
      ("I:O5", "1.05"), ("i:os", nil), ("IS", "15"), ("O6:3O", "06.30"), ("GO", "60"), ("G.30", "6.30"),
      ("SO.5 C", "50.5 C"), ("hi", nil), ("if", nil), ("6ood", nil), ("go", nil), ("bIS", nil), ("IOU", nil),
      ("Ali", nil), ("GOAL", nil),
      ("7a", nil),
    ] as [(String, String?)])
  func lettersThatReadAsANumberAreRefusedOnSevenSegments(typed: String, seen: String?) throws {
    guard let seen else { return #expect(try Message.text(typed, on: .fourDigits) == typed) }
    let error = #expect(throws: InvalidValue.self) { try Message.text(typed, on: .fourDigits) }
    #expect(error?.reason.hasPrefix("on the display it looks like `\(seen)`, and could be taken for the time") == true)
    #expect(error?.remedy.contains("bus 7:30") == true)
    #expect(throws: Never.self, "fourteen segments tell them apart") {
      if !typed.contains(where: \.isNumber) { _ = try Message.text(typed, on: .fourLetters) }
    }
  }

  @Test(arguments: [("SOS", true), ("dar", true), ("SO 5", false), ("Far", false)])
  func sevenSegmentsMakeOtherThingsOfLettersAndFourteenDoNot(typed: String, isForBoth: Bool) throws {
    #expect(throws: InvalidValue.self) { try Message.text(typed, on: .fourDigits) }
    if isForBoth { #expect(try Message.text(typed, on: .fourLetters) == typed) }
  }
}
