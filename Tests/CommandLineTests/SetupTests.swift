import Control
import TestSupport
import Testing

@testable import rouse

/// The questions of `rouse setup`, answers files, and the record of answers.
struct SetupTests {
  typealias Reading = SetupQuestion.Reading

  private static let card = SetupQuestion.card.source
  private static let speaker = SetupQuestion.devices[0]

  static let cases: [(question: SetupQuestion, typed: String, reading: Reading)] = [
    (card, "", .value("new")), (card, "  \t", .value("new")), (card, "new", .value("new")), (card, "N", .value("new")),
    (card, " code ", .value("code")), (card, "c", .value("code")), (card, "skip", .later), (card, "LATER", .later),
    (card, "x", .unclear("Please type new, code or skip.")),
    (card, "newer", .unclear("Please type new, code or skip.")),
    (.spare.source, "none", .value("none")),
    // Both `new` and `none` begin with `n`.
    (.spare.source, "n", .unclear("Please type new, code, none or skip.")),
    // Only what somebody noticed counts.
    (speaker, "", .value("no")), (speaker, "y", .value("yes")), (speaker, "Yes", .value("yes")),
    (speaker, "a", .value("again")), (speaker, "yess", .unclear("Please type yes, no, again or skip.")),
    // Other people are concerned, so the whole word is required.
    (.evidence, "", .value("no")), (.evidence, "yes", .value("yes")), (.evidence, "n", .value("no")),
    (.evidence, "y", .unclear("Please type the whole word yes, or no, or skip.")),
    (.alarm, "", .value("07:30")), (.alarm, " 6:45am ", .value("6:45am")), (.alarm, "skip", .later),
    (.alarm, "--json", .unclear("Please do not begin with a dash, or type skip.")),
    (.quiet, "22:00-07:00", .value("22:00-07:00")), (.alarmLabel, "Früh raus", .value("Früh raus")),
  ]

  @Test(arguments: cases)
  func anAnswerIsReadAsItWasMeant(question: SetupQuestion, typed: String, reading: Reading) {
    #expect(question.read(typed) == reading, "\(question.key): \(typed)")
  }

  @Test func everyQuestionCanBeAnsweredWithEnterOrByALineOfAFile() throws {
    let all = SetupQuestion.all
    #expect(Set(all.map { $0.key }).count == all.count)
    for question in all {
      #expect(question.read("") == .value(question.fallback))
      #expect(question.read(question.fallback) == .value(question.fallback))
      #expect(question.read("skip") == .later)
      let prompt = question.prompt(number: 12)
      #expect(prompt.hasPrefix("12. ") && prompt.hasSuffix(" [\(question.fallback)]: "))
      #expect(!prompt.contains("  ") && prompt.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    }
    #expect(SetupQuestion.card.file.read("", fallback: "door.png") == .value("door.png"))
    #expect(Self.card.prompt(number: 3, fallback: "code").hasSuffix("(new or code) [code]: "))
    let answers = try SetupAnswers(
      "# of the evening\n\nspeaker: y\r\n  Card-Name : kitchen door \ncard: CODE\nevidence: no\n", path: "f")
    #expect(answers.values == ["speaker": "yes", "card-name": "kitchen door", "card": "code", "evidence": "no"])
  }

  @Test(arguments: [
    ("speaker: y\nspeeker: y", "line 2 of f cannot be used", "there is no question `speeker`", "use one of: speaker"),
    ("alarm at seven", "line 1 of f", "it is not an answer: `alarm at seven`", "`alarm: 07:30`"),
    ("alarm:", "line 1 of f", "`alarm` cannot be ``", "there is no answer after the colon"),
    ("alarm: 07:30\nalarm: 08:00", "line 2 of f", "`alarm` is answered twice", "leave one"),
    ("speaker: maybe", "line 1 of f", "`speaker` cannot be `maybe`", "please type yes, no"),
    ("speaker: again", "line 1 of f", "a file cannot repeat a test", "`speaker: no`"),
    ("alarm: later", "line 1 of f", "cannot postpone a question", "leave the line out"),
    // These questions need a person.
    ("act: yes", "line 1 of f", "there is no question `act`", "use one of"),
    ("evidence: yes", "line 1 of f", "a file cannot turn on `evidence`", "`rouse settings set evidence on`"),
    ("card-name: --force", "line 1 of f", "`card-name` cannot be `--force`", "a dash"),
  ])
  func whatAFileCannotAnswerIsRefusedBeforeAnythingIsDone(text: String, what: String, why: String, fix: String) throws {
    let error = try #require(throws: ControlError.self) { _ = try SetupAnswers(text, path: "f") }
    #expect(error.code == .usage)
    #expect(error.what.hasPrefix(what) && error.why.contains(why) && error.fix.contains(fix), "\(error)")
    #expect(error.why.hasSuffix("; nothing was done"))
  }

  @Test func answersAreKeptForTheClockThatTheyAreAbout() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/of/mine/setup.json"
    var record = SetupRecord(path: path, of: Sample.status())
    #expect(record.entries.isEmpty)
    record.keep("yes", to: "speaker", isSaid: false)
    record.keep("no", to: "lamp", isSaid: true)
    let again = SetupRecord(path: path, of: Sample.status())
    let entries: [String: SetupRecord.Entry] = [
      "speaker": .init(answer: "yes", isSaid: false), "lamp": .init(answer: "no", isSaid: true),
    ]
    #expect(again.entries == entries)
    var other = Sample.status()
    other.board.name = "raspberry-pi-4"
    #expect(SetupRecord(path: path, of: other).entries.isEmpty)
  }

  @Test(arguments: ["", "{", "[]", #"{"clock":"mock /var/lib/rouse","answers":3}"#, "\u{0}\u{1}"])
  func aFileThatIsBrokenCountsAsNone(text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "setup.json")
    var record = SetupRecord(path: path, of: Sample.status())
    #expect(record.entries.isEmpty)
    record.keep("off", to: "quiet", isSaid: false)
    #expect(SetupRecord(path: path, of: Sample.status()).entries.count == 1)
  }

  @Test func theEndSaysWhatIsLeftAndWhatWasOnlySaid() throws {
    let folder = try TemporaryFolder()
    var record = SetupRecord(path: folder.path + "/s", of: Sample.status())
    let plain = Style()
    let done = SetupGuide.ending(Sample.status(), record, open: [], plain)
    #expect(
      done.prefix(3) == [
        "Nothing is set. First: `rouse alarm add 07:30`", "MOCK BOARD: no real hardware is driven",
        "Nothing is left for later.",
      ])
    for (answer, question, isSaid) in [
      ("yes", "speaker", true), ("yes", "camera", true), ("yes", "lamp", false), ("no", "buzzer", true),
    ] { record.keep(answer, to: question, isSaid: isSaid) }
    let left = SetupGuide.ending(Sample.status(), record, open: ["a spare"], plain)
    #expect(left.contains("- a spare") && left.contains("From the answers file, not tested: speaker, camera."))
    #expect(!left.contains("Nothing is left for later."))
    #expect(left.contains { $0.contains("for two years") && $0.contains("`rouse data`") })
    let house = SetupGuide.house(Sample.status().clock).joined(separator: "\n")
    for word in ["RTC", "supply", "card", "not trusted now"] { #expect(house.contains(word)) }
  }
}
