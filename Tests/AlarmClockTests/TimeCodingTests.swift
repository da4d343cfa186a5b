import AlarmClock
import FoundationEssentials
import Testing

@Suite struct TimeCodingTests {
  private func roundTrip<Value: Codable & Equatable>(_ value: Value, _ json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(Value.self, from: Data(json.utf8)) == value)
  }

  @Test func valuesKeepTheirEncodedForm() throws {
    try roundTrip(Instant(nanoseconds: 1_763_710_200_000_000_001), "1763710200000000001")
    try roundTrip(try date("2026-11-21"), #""2026-11-21""#)
    try roundTrip(try time("07:30"), #""07:30""#)
    try roundTrip(try local("2026-11-21T07:30:05"), #""2026-11-21T07:30:05""#)
    try roundTrip(Weekdays.weekend, #"["sat","sun"]"#)
    try roundTrip(Weekdays(), "[]")
    try roundTrip(Recurrence.once(try local("2026-11-21T07:30")), #"{"once":"2026-11-21T07:30"}"#)
    try roundTrip(
      Recurrence.weekly(Weekdays(.monday), at: try time("07:30")), #"{"at":"07:30","weekly":["mon"]}"#)
    try roundTrip(Recurrence.instant(Instant(nanoseconds: 5)), #"{"instant":5}"#)
    try roundTrip(Occurrence.Key.instant(Instant(nanoseconds: -5)), #""@-5""#)
    try roundTrip(
      Occurrence(key: .local(try local("2026-11-21T07:30")), due: Instant(nanoseconds: 7), adjustment: .movedByGap),
      #"{"adjustment":"movedByGap","due":7,"key":"2026-11-21T07:30"}"#)
  }

  @Test func invalidTextIsADecodingError() {
    func isRefused<Value: Decodable>(_ type: Value.Type, _ json: String) {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(type, from: Data(json.utf8)) }
    }
    isRefused(LocalDate.self, #""2026-02-29""#)
    isRefused(LocalTime.self, #""25:00""#)
    isRefused(LocalDateTime.self, #""2026-11-21""#)
    isRefused(Weekdays.self, #"["mon","Tuesday"]"#)
    isRefused(Weekdays.self, "3")
    isRefused(Occurrence.Key.self, #""@""#)
    isRefused(Occurrence.Key.self, #""tomorrow""#)
    isRefused(Recurrence.self, "{}")
    isRefused(Recurrence.self, #"{"weekly":["mon"]}"#)
    isRefused(Instant.self, "1e30")
  }

  @Test(arguments: ["2026-11-21T07:30", "2026-11-21T07:30:05", "@1763710200000000000", "@-1"])
  func aKeyKeepsItsText(text: String) {
    #expect(Occurrence.Key(text)?.description == text)
  }
}
