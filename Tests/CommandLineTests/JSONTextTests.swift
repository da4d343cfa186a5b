import Testing

@testable import Control
@testable import rouse

struct JSONTextTests {
  @Test func schemaStandsBesideTheReplysKeys() throws {
    let text = try JSONText.text(ListCards.Reply(cards: [Sample.card]), isPretty: false)
    #expect(
      text == """
        {"cards":[{"created":"2026-11-01T10:00:00+01:00","enrolled":false,"id":"c1","kind":"dismiss","name":"bathroom"}],"schema":1}
        """)
  }

  @Test func theUnsetIsNull() throws {
    let event = EventView(time: "t", nanoseconds: "9", event: "fired", alarmId: nil, label: nil, detail: nil)
    #expect(
      try JSONText.line(event) == """
        {"alarmId":null,"detail":null,"event":"fired","label":null,"nanoseconds":"9","schema":1,"time":"t"}
        """)
  }

  @Test func anAlarmStandsUnderItsKeyWithItsNotes() throws {
    let text = try JSONText.text(AlarmSaved(alarm: Sample.alarm(next: nil), notes: ["n"]), isPretty: false)
    #expect(text.hasPrefix(#"{"alarm":{"#))
    #expect(text.hasSuffix(#""notes":["n"],"schema":1}"#))
    #expect(text.contains(#""days":["mon","tue","wed","thu","fri"]"#))
    #expect(text.contains(#""next":null"#))
    #expect(text.contains(#""volume":60"#))
  }

  @Test func aSettingAndACardStandUnderTheirKeysInOneLine() throws {
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
}
