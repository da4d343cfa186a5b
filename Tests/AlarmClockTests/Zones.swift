import TestSupport
import Testing

@testable import AlarmClock

enum Zones {
  static func bytes(_ name: String) -> [UInt8] { Files.bytes("/usr/share/zoneinfo/\(name)") }

  static func rules(_ name: String) throws -> ZoneRules { try ZoneRules(name: name, tzif: bytes(name)) }

  static let names = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Australia/Sydney", "America/Sao_Paulo", "Pacific/Apia",
    "Asia/Kathmandu", "Africa/Casablanca", "Africa/Cairo", "Europe/Dublin", "UTC",
  ]
}

func local(_ text: String) throws -> LocalDateTime { try #require(LocalDateTime(text)) }
func date(_ text: String) throws -> LocalDate { try #require(LocalDate(text)) }
func time(_ text: String) throws -> LocalTime { try #require(LocalTime(text)) }
func instant(_ text: String) throws -> Instant { try #require(RFC3339.parse(text)) }
func key(_ text: String) throws -> Occurrence.Key { try #require(Occurrence.Key(text)) }

/// Returns the refusal that `body` throws, or `nil` if it succeeds.
func refusal(_ body: () throws -> some Any) throws -> InvalidValue? {
  do { _ = try body() } catch let error as InvalidValue { return error }
  return nil
}

/// Returns the refusal of a change to the book, or `nil` if it succeeds.
func refused(_ body: () throws -> some Any) throws -> AlarmBook.Refusal? {
  do { _ = try body() } catch let refusal as AlarmBook.Refusal { return refusal }
  return nil
}

/// Saturday, 2026-11-21, 06:00 UTC.
let saturday = Instant(seconds: 1_795_240_800)

/// Returns the moment in UTC at which the alarm's next occurrence is armed, and locked if it rings soon.
func moment(
  of alarm: Alarm, in book: AlarmBook, at now: Instant = saturday, ended: Set<Occurrence.Key> = []
) -> AlarmBook.Moment {
  var moment = AlarmBook.Moment(now: now, zone: .utc, standings: [alarm.id: AlarmBook.Standing(ended: ended)])
  let armed = book.next(of: alarm, at: moment)
  let isLocked = armed?.lockedFrom.map { $0 <= now } ?? false
  moment.standings[alarm.id] = AlarmBook.Standing(armed: armed, ended: ended, lock: isLocked ? .ringsSoon : nil)
  return moment
}

extension BookComparison {
  /// Merges the clocks on `saturday`. New alarms are called `new1`, `new2` and so on.
  func merged(_ choices: ImportChoices) throws -> (book: AlarmBook, renamed: [AlarmBook.Renamed]) {
    try merged(choices, at: saturday, in: .utc) { ids in
      (1...).lazy.map { "new\($0)" }.first { !ids.contains($0) } ?? ""
    }
  }
}

extension Card {
  /// Creates an enrolled card, by default with its id as its name.
  static func made(
    _ id: String, _ name: String? = nil, kind: Kind = .dismiss, digest: UInt8 = 1, isEnrolled: Bool = true
  ) -> Card {
    Card(
      id: id, name: name ?? id, kind: kind, digest: [digest], isEnrolled: isEnrolled, created: Instant(seconds: 0))
  }
}
