import AlarmClock
import FoundationEssentials
import Testing

@Suite struct TimeCodingTests {
  @Test(arguments: [(Weekdays.weekend, #"["sat","sun"]"#), (Weekdays(), "[]")])
  func weekdaysKeepTheirEncodedForm(days: Weekdays, json: String) throws {
    #expect(String(decoding: try JSONEncoder().encode(days), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(Weekdays.self, from: Data(json.utf8)) == days)
  }

  @Test(arguments: [#"["mon","Tuesday"]"#, "3"])
  func whatAreNoWeekdaysIsADecodingError(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Weekdays.self, from: Data(json.utf8)) }
  }

  @Test(arguments: ["2026-11-21T07:30", "2026-11-21T07:30:05", "@1763710200000000000", "@-1"])
  func aKeyKeepsItsText(text: String) {
    #expect(Occurrence.Key(text)?.description == text)
  }

  @Test(arguments: ["@", "tomorrow", "2026-11-21", ""])
  func otherTextIsNoKey(text: String) {
    #expect(Occurrence.Key(text) == nil)
  }
}
