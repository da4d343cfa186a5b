import AlarmClock
import FoundationEssentials
import Testing

@testable import Control
@testable import rouse

struct JSONTextTests {
  @Test func schemaStandsBesideTheKeysOfAReplyAndTheUnsetIsNull() throws {
    #expect(
      try JSONText.text(ListCards.Reply(cards: [Sample.card]), isPretty: false) == """
        {"cards":[{"created":"2026-11-01T10:00:00+01:00","enrolled":false,"id":"c1","kind":"dismiss","name":"bathroom"}],"schema":1}
        """)
    let event = EventView(time: "t", nanoseconds: "9", event: "fired", alarmId: nil, label: nil, detail: nil)
    #expect(
      try JSONText.line(event) == """
        {"alarmId":null,"detail":null,"event":"fired","label":null,"nanoseconds":"9","schema":1,"time":"t"}
        """)
    let text = try JSONText.text(AlarmSaved(alarm: Sample.alarm(next: nil), notes: ["n"]), isPretty: false)
    #expect(text.hasPrefix(#"{"alarm":{"#) && text.hasSuffix(#""notes":["n"],"schema":1}"#))
    for pair in [#""days":["mon","tue","wed","thu","fri"]"#, #""next":null"#, #""volume":60"#] {
      #expect(text.contains(pair))
    }
    let setting = SettingView(key: .sound, value: nil, isDefault: true, help: "h")
    #expect(
      try JSONText.line(["setting": setting]) == """
        {"schema":1,"setting":{"help":"h","isDefault":true,"isSupported":true,"key":"sound","playsInstead":null,"value":null}}
        """)
    #expect(try JSONText.line(["card": Sample.card]).hasPrefix(#"{"card":{"#))
    // Pretty text has several lines, an item of a stream has one.
    #expect(try !JSONText.line(CardProgress(state: .seen, card: Sample.card)).contains("\n"))
    #expect(try JSONText.text(CardProgress(state: .looking), isPretty: true).contains("\n"))
  }

  /// Types that encode themselves give the same bytes as this.
  private func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func written(_ value: some JSONWritten) -> String {
    var json = JSONWriter()
    value.write(to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    "", "Work", "\"quoted\" \\ /", "\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F}", "Müller ⏰ 👩🏽‍🚀 \u{2028}\u{202E}", "日本",
  ])
  func alarms(label: String) throws {
    var rich = Sample.alarm(label: label, next: nil, locked: true)
    rich.cards = [label, "spare"]
    rich.date = "2026-12-24"
    rich.playsInstead = label
    rich.ladder = []
    for alarm in [
      Sample.alarm(label: label), Sample.alarm(label: label, days: nil, enabled: false, skipNext: true),
      Sample.alarm(next: Sample.occurrence(special: ["skipped", label])), rich,
    ] {
      #expect(written(alarm) == (try encoded(alarm)))
    }
  }

  @Test(arguments: 0..<3) func listsAndSettingsThatWereNotSent(count: Int) throws {
    let reply = ListAlarms.Reply(alarms: (0..<count).map { Sample.alarm(label: "Alarm \($0)") })
    #expect(written(reply) == (try encoded(reply)))
    let alarm = AlarmView(Sample.alarm().facts, SettingValues([.volume: 60, .soften: false]))
    #expect(written(alarm) == (try encoded(alarm)))
  }
}
