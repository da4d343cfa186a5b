import AlarmClock
import Insight
import TestSupport
import Testing

/// A random period of mornings with all kinds of trouble, in a real zone.
struct GeneratedHistory {
  static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "Africa/Casablanca",
    "UTC",
  ]
  private static let second: Int64 = 1_000_000_000

  let range: ClosedRange<LocalDate>
  let history: WakingHistory
  let json: String

  init(using random: inout SeededGenerator) throws {
    let name = Self.zones.randomElement(using: &random) ?? "UTC"
    let zone = try ZoneRules(name: name, tzif: Files.bytes("/usr/share/zoneinfo/\(name)"))
    let length = Int.random(in: 1...60, using: &random)
    let first = try #require(LocalDate(year: 2026, month: 1, day: 1)).adding(
      days: Int.random(in: 0...320, using: &random))
    let last = first.adding(days: length - 1)
    let today = Bool.random(using: &random) ? last : last.adding(days: 2)
    let usual = Int.random(in: 0...1439, using: &random)
    let spread = [0, 10, 60, 400].randomElement(using: &random) ?? 0
    var rings: [RingRecord] = []
    var happenings: [Happening] = []
    for offset in -8..<length {
      let day = first.adding(days: offset)
      for alarm in 0..<max(0, Int.random(in: -1...5, using: &random) / 2) {
        let minute = (usual + Int.random(in: -spread...spread, using: &random) + 1440) % 1440
        let time = try #require(LocalTime(hour: minute / 60, minute: minute % 60))
        let due = zone.resolve(LocalDateTime(date: day, time: time)).instant
        let ring = Self.ring("alarm\(alarm)", due, using: &random)
        rings.append(ring)
        happenings += Self.happenings(of: ring, using: &random)
      }
    }
    rings.shuffle(using: &random)
    happenings.shuffle(using: &random)
    let now = zone.resolve(LocalDateTime(date: today, time: try #require(LocalTime(hour: 12, minute: 30)))).instant
    let cards = (0..<Int.random(in: 0...3, using: &random)).map { index in
      (
        created: now.nanoseconds - Int64.random(in: 0...86_400 * 30, using: &random) * Self.second,
        isEnrolled: Int.random(in: 0..<5, using: &random) > 0, ends: index < 2 || Bool.random(using: &random)
      )
    }
    let problem = Bool.random(using: &random)
    range = first...last
    history = WakingHistory(
      rings: rings, happenings: happenings,
      cards: cards.filter { $0.isEnrolled && $0.ends }.map {
        WakingHistory.EnrolledCard(name: "card", created: Instant(nanoseconds: $0.created))
      }, zone: zone, now: now, hasProblem: problem)
    let told = [
      #""zone":"\#(zone.name)""#, #""now":\#(now.nanoseconds)"#, #""today":"\#(today)""#, #""first":"\#(first)""#,
      #""last":"\#(last)""#, #""problem":\#(problem)"#,
      Self.list("cards", cards.map { #"{"created":\#($0.created),"enrolled":\#($0.isEnrolled),"ends":\#($0.ends)}"# }),
      Self.list("rings", rings.map(Self.json)), Self.list("happenings", happenings.map(Self.json)),
    ]
    json = "{\(told.joined(separator: ","))}"
  }

  private static func ring(_ alarm: String, _ due: Instant, using random: inout SeededGenerator) -> RingRecord {
    let kind = Int.random(in: 0..<20, using: &random)
    // Sometimes hours, as after a snooze that nobody ended.
    let longest: Int64 = Int.random(in: 0..<10, using: &random) == 0 ? 20_000_000 : 300_000
    let took =
      Int64.random(in: -20_000...longest, using: &random) * 1_000_000 + Int64.random(in: 0..<1_000_000, using: &random)
    let late = Int64.random(in: -30_000...3000, using: &random) * 1_000_000
    let outcome: RingRecord.Outcome? =
      switch kind {
      case 0: .missed
      case 1: .missedUnrung
      case 2: .skipped
      case 3: Bool.random(using: &random) ? nil : .skipped
      default: .dismissed
      }
    let hasBegun = outcome != .skipped && outcome != .missedUnrung && Int.random(in: 0..<9, using: &random) > 0
    return RingRecord(
      alarmID: alarm, key: "\(due.nanoseconds)", label: "", due: due,
      ended: outcome.map { _ in due + .nanoseconds(took) }, outcome: outcome,
      card: outcome == .dismissed ? "card" : nil,
      snoozes: Int.random(in: 0...2, using: &random),
      tally: RingTally(
        began: hasBegun ? due + .nanoseconds(late) : nil, wrongCodes: Int.random(in: 0...2, using: &random),
        unread: .milliseconds(Int64.random(in: 0...30_000, using: &random)),
        checks: Int.random(in: 0...2, using: &random),
        failedChecks: Int.random(in: 0...1, using: &random)), isTrusted: Int.random(in: 0..<12, using: &random) > 0)
  }

  private static func happenings(of ring: RingRecord, using random: inout SeededGenerator) -> [Happening] {
    var found: [Happening] = []
    let due = ring.due
    for kind in Happening.Kind.allCases where Int.random(in: 0..<8, using: &random) == 0 {
      let before = Int64.random(in: -120...90_000, using: &random)
      let length = Int64.random(in: 0...4000, using: &random)
      let isInterruption = Happening.interruptions.contains(kind)
      let began = due - .seconds(isInterruption ? before / 100 : before)
      found.append(Happening(kind, began: began, ended: began + .seconds(isInterruption ? length / 20 : length)))
    }
    return found
  }

  private static func list(_ name: String, _ items: [String]) -> String {
    #""\#(name)":[\#(items.joined(separator: ","))]"#
  }

  private static func json(_ ring: RingRecord) -> String {
    func number(_ moment: Instant?) -> String { moment.map { "\($0.nanoseconds)" } ?? "null" }
    let (tally, unread) = (ring.tally, ring.tally.unread.components)
    let fields = [
      #""alarm":"\#(ring.alarmID)""#, #""due":\#(number(ring.due))"#, #""began":\#(number(tally.began))"#,
      #""ended":\#(number(ring.ended))"#, #""outcome":\#(ring.outcome.map { "\"\($0.rawValue)\"" } ?? "null")"#,
      #""snoozes":\#(ring.snoozes)"#, #""wrong":\#(tally.wrongCodes)"#, #""checks":\#(tally.checks)"#,
      #""unread":\#(unread.seconds * 1000 + unread.attoseconds / 1_000_000_000_000_000)"#,
      #""failed":\#(tally.failedChecks)"#, #""trusted":\#(ring.isTrusted)"#,
    ]
    return "{\(fields.joined(separator: ","))}"
  }

  private static func json(_ happening: Happening) -> String {
    let (began, ended) = (happening.began.nanoseconds, happening.ended.nanoseconds)
    return #"{"kind":"\#(happening.kind.rawValue)","began":\#(began),"ended":\#(ended)}"#
  }
}
