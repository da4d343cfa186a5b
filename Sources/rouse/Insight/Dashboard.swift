import AlarmClock
import Control
import FoundationEssentials
import Insight

/// Contents of `rouse insight`: the clock's state and the history of rings, read once, and what follows from them.
/// A class, because code to copy a struct of this size adds 30 kB to the program.
final class Dashboard {
  let status: StatusView
  let history: WakingHistory
  /// Desired sleep before an alarm.
  let sleep: Duration

  lazy var part = PartOfDay(hour: history.zone.local(history.now).time.hour)
  /// Last seven days, today last.
  lazy var scores = history.scores(in: history.last(DayScores.span))
  lazy var today = history.scores(of: history.today)
  /// Today's rings, sorted by due time.
  lazy var rings = Array(history.rings(in: history.last(1)))
  /// Last 30 days, including today.
  lazy var month = Measures(history, history.last(30))
  /// The most actionable first.
  lazy var findings = Finding.all(in: history)
  /// The only finding shown without `--detailed`; `nil` if there is none, or each was shown this week.
  lazy var lead = Finding.lead(of: findings, in: history)

  /// The daemon's limit, which no clock reaches.
  private static let most = 100_000

  /// - Parameter first: returns the first day to read, given today.
  convenience init(
    _ client: ControlClient,
    from first: (LocalDate) throws(InvalidValue) -> LocalDate = { $0.adding(days: -Finding.span) }
  ) throws {
    let status = try client.send(GetStatus())
    let cards = try client.send(ListCards()).cards
    var settings = Settings()
    for setting in try client.send(ListSettings()).settings {
      guard [.sleepTime, .bedtime, .reminders].contains(setting.key), let value = setting.value else { continue }
      try settings.set(setting.key, to: value, knownSounds: [])
    }
    let zone = try Self.zone(status.clock.zone)
    let today = zone.local(try Self.now(status)).date
    // Scores look back by their span, and the first night begins on the evening before.
    let day = try first(today).adding(days: -DayScores.span - 1)
    // The clock's time starts in 1970: read everything.
    let since = day.year < 1970 ? nil : day.description
    var rings: [HistoryView] = []
    try client.stream(ReadHistory(since: since, until: nil, alarm: nil, missed: false, limit: Self.most)) {
      rings.append($0)
    }
    var happenings: [HappeningView] = []
    try client.stream(ReadHappenings(since: since)) { happenings.append($0) }
    try self.init(status, cards, rings, happenings, settings, zone: zone)
  }

  init(
    _ status: StatusView, _ cards: [CardView], _ rings: [HistoryView], _ happenings: [HappeningView],
    _ settings: Settings = Settings(), zone: ZoneRules
  ) throws(ControlError) {
    self.status = status
    sleep = settings.reminders.sleep
    // Take the interruptions from the rings, to agree with `rouse history`. Several rings may report the same one.
    let interruptions = rings.flatMap(\.interruptions).distinct.compactMap {
      Self.happening($0.kind.rawValue, $0.began, $0.ended, label: nil)
    }
    let others = happenings.compactMap { Self.happening($0.kind, $0.began, $0.ended, label: $0.label) }
      .filter { !Happening.interruptions.contains($0.kind) }
    let enders = cards.filter { $0.enrolled && $0.kind == .dismiss }.compactMap { card in
      RFC3339.parse(card.created).map { WakingHistory.EnrolledCard(name: card.name, created: $0) }
    }
    history = WakingHistory(
      rings: rings.compactMap(RingRecord.init), happenings: others + interruptions, cards: enders, zone: zone,
      now: try Self.now(status),
      hasProblem: !status.verdict.problems.isEmpty, bedtimeReminder: WakingHistory.BedtimeReminder(settings))
  }

  /// Returns `nil` if the kind is unknown, as from a newer daemon, or a time is invalid.
  private static func happening(_ kind: String, _ began: String, _ ended: String, label: String?) -> Happening? {
    guard let kind = Happening.Kind(rawValue: kind), let began = RFC3339.parse(began), let ended = RFC3339.parse(ended)
    else { return nil }
    return Happening(kind, began: began, ended: ended, label: label)
  }

  private static func now(_ status: StatusView) throws(ControlError) -> Instant {
    guard let now = RFC3339.parse(status.clock.now) else {
      throw ControlError(
        .internal, "the daemon sent an invalid time: \(Terminal.printable(status.clock.now))",
        why: "the dashboard needs the time", fix: "check that both have the same version: `rouse --version`")
    }
    return now
  }

  /// Reads the rules of a time zone from the same files as the daemon.
  static func zone(_ name: String) throws(ControlError) -> ZoneRules {
    if name == ZoneRules.utc.name { return .utc }
    let path = "/usr/share/zoneinfo/\(name)"
    do {
      return try ZoneRules(name: name, tzif: Array(Data(contentsOf: URL(filePath: path))))
    } catch {
      throw ControlError(
        .noSuchFile,
        "the rules of the time zone \(Terminal.printable(name)) cannot be read from \(Terminal.printable(path))",
        why: "without them the day of a ring is unknown", fix: "sudo apt install --reinstall tzdata",
        stillWorks: "alarms ring; `rouse history` shows the rings")
    }
  }

  /// Decides what comes first.
  enum PartOfDay: String, Hashable {
    case morning, afternoon, evening, night

    static let eveningBegins = 18

    init(hour: Int) {
      switch hour {
      case 5..<12: self = .morning
      case 12..<Self.eveningBegins: self = .afternoon
      case Self.eveningBegins..<22: self = .evening
      default: self = .night
      }
    }
  }
}

extension RingRecord {
  /// `nil` if the due time is invalid.
  init?(_ view: HistoryView) {
    guard let due = RFC3339.parse(view.due) else { return nil }
    self.init(
      alarmID: view.alarmId, key: view.due, label: view.label, due: due, ended: view.ended.flatMap(RFC3339.parse),
      outcome: view.outcome.flatMap { Outcome(rawValue: $0.rawValue) }, card: view.card, snoozes: view.snoozes,
      tally: RingTally(
        began: view.began.flatMap(RFC3339.parse), wrongCodes: view.wrongCodes, unread: .seconds(view.unreadSeconds),
        checks: view.wakeChecks, failedChecks: view.failedWakeChecks), isTrusted: view.trusted)
  }
}
