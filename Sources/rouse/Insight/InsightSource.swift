import AlarmClock
import Control
import FoundationEssentials
import Insight

/// What the clock keeps of rings, and how it is: asked for once, and all that a verb of `insight` needs.
struct InsightSource {
  let status: StatusView
  let history: WakingHistory
  /// What people want to sleep before an alarm.
  let sleep: Duration

  /// Nobody has so many; the daemon gives no more at once.
  private static let most = 100_000

  /// - Parameter first: from which day on rings are asked for, of the present one.
  init(_ client: ControlClient, from first: (LocalDate) throws(InvalidValue) -> LocalDate) throws {
    let status = try client.send(GetStatus())
    let cards = try client.send(ListCards()).cards
    let settings = try Self.settings(client)
    let zone = try Self.zone(status.clock.zone)
    let today = zone.local(try Self.now(status)).date
    // Scores look at the days before, and a night begins on the evening before.
    let day = try first(today).adding(days: -DayScores.span - 1)
    // No clock rang before the time that it counts from.
    let since = day.year < 1970 ? nil : day.description
    var rings: [HistoryView] = []
    try client.stream(ReadHistory(since: since, until: nil, alarm: nil, missed: false, limit: Self.most)) {
      rings.append($0)
    }
    var happenings: [HappeningView] = []
    try client.stream(ReadHappenings(since: since)) { happenings.append($0) }
    try self.init(status, cards, rings, happenings, settings, zone: zone)
  }

  /// Those of the night.
  private static func settings(_ client: ControlClient) throws -> Settings {
    var settings = Settings()
    for setting in try client.send(ListSettings()).settings {
      guard [.sleepTime, .bedtime, .reminders].contains(setting.key), let value = setting.value else { continue }
      try settings.set(setting.key, to: value, knownSounds: [])
    }
    return settings
  }

  /// What the dashboard needs.
  init(_ client: ControlClient) throws {
    try self.init(client) { today throws(InvalidValue) in today.adding(days: -Finding.span) }
  }

  init(
    _ status: StatusView, _ cards: [CardView], _ rings: [HistoryView], _ happenings: [HappeningView],
    _ settings: Settings = Settings(), zone: ZoneRules
  ) throws(ControlError) {
    self.status = status
    sleep = settings.reminders.sleep
    // What interrupted rings is told with them: so nothing here differs from `rouse history`.
    let beside = happenings.compactMap(Happening.init).filter { !Happening.interruptions.contains($0.kind) }
    history = WakingHistory(
      rings: rings.compactMap(RingRecord.init), happenings: beside + Self.interruptions(of: rings),
      cards: cards.compactMap(WakingHistory.EnrolledCard.init), zone: zone, now: try Self.now(status),
      hasProblem: !status.verdict.problems.isEmpty, bedtimeReminder: WakingHistory.BedtimeReminder(settings))
  }

  /// One that met several rings is told with each, and is one.
  private static func interruptions(of rings: [HistoryView]) -> [Happening] {
    var told: Set<InterruptionView> = []
    return rings.flatMap(\.interruptions).filter { told.insert($0).inserted }.compactMap(Happening.init)
  }

  private static func now(_ status: StatusView) throws(ControlError) -> Instant {
    guard let now = RFC3339.parse(status.clock.now) else {
      throw ControlError(
        .internal, "the daemon tells a time that is none: \(Terminal.printable(status.clock.now))",
        why: "nothing can be said of today without it", fix: "see that both have one version: `rouse --version`")
    }
    return now
  }

  /// The rules by which the daemon has local times, read by ourselves: from the same files.
  static func zone(_ name: String) throws(ControlError) -> ZoneRules {
    if name == ZoneRules.utc.name { return .utc }
    let path = "/usr/share/zoneinfo/\(name)"
    do {
      return try ZoneRules(name: name, tzif: Array(Data(contentsOf: URL(filePath: path))))
    } catch {
      throw ControlError(
        .noSuchFile,
        "the rules of the time zone \(Terminal.printable(name)) cannot be read from \(Terminal.printable(path))",
        why: "without them nobody knows on which day a ring was", fix: "sudo apt install --reinstall tzdata",
        stillWorks: "alarms ring; `rouse history` shows the rings")
    }
  }
}

extension RingRecord {
  /// nil: a time of it is none.
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

extension Happening {
  /// nil: it is of a kind that a later daemon knows.
  init?(_ view: HappeningView) { self.init(view.kind, view.began, view.ended, label: view.label) }

  init?(_ view: InterruptionView) { self.init(view.kind.rawValue, view.began, view.ended) }

  /// nil: a time of it is none.
  private init?(_ kind: String, _ began: String, _ ended: String, label: String? = nil) {
    guard let kind = Kind(rawValue: kind), let began = RFC3339.parse(began), let ended = RFC3339.parse(ended)
    else { return nil }
    self.init(kind, began: began, ended: ended, label: label)
  }
}

extension WakingHistory.EnrolledCard {
  /// nil: it ends no ring.
  init?(_ view: CardView) {
    guard view.enrolled, view.kind == .dismiss, let created = RFC3339.parse(view.created) else { return nil }
    self.init(name: view.name, created: created)
  }
}
