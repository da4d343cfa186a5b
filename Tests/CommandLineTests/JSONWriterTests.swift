import AlarmClock
import Control
import FoundationEssentials
import Testing

/// Types that encode themselves give the same bytes as `JSONEncoder`.
struct JSONWriterTests {
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

  private static let labels = [
    "", "Work", "\"quoted\" \\ /", "\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F}", "Müller ⏰ 👩🏽‍🚀 \u{2028}\u{202E}", "日本",
  ]

  @Test(arguments: labels) func alarms(label: String) throws {
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

  @Test(arguments: 0..<3) func lists(count: Int) throws {
    let reply = ListAlarms.Reply(alarms: (0..<count).map { Sample.alarm(label: "Alarm \($0)") })
    #expect(written(reply) == (try encoded(reply)))
  }

  @Test func aSettingThatWasNotSentIsLeftOut() throws {
    let alarm = AlarmView(Sample.alarm().facts, SettingValues([.volume: 60, .soften: false]))
    #expect(written(alarm) == (try encoded(alarm)))
  }
}
