import AlarmClock
import Control
import FoundationEssentials
import Insight

/// Data for the verbs of `insight`, read once: the clock's state and the history of rings.
struct InsightSource {
  let status: StatusView
  let history: WakingHistory
  /// Desired sleep before an alarm.
  let sleep: Duration

  /// The daemon's limit, which no clock reaches.
  private static let most = 100_000

  /// - Parameter first: returns the first day to read, given today.
  init(
    _ client: ControlClient,
    from first: (LocalDate) throws(InvalidValue) -> LocalDate = { $0.adding(days: -Finding.span) }
  ) throws {
    let status = try client.send(GetStatus())
    let cards = try client.send(ListCards()).cards
    let settings = try Self.settings(client)
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

  private static func settings(_ client: ControlClient) throws -> Settings {
    var settings = Settings()
    for setting in try client.send(ListSettings()).settings {
      guard [.sleepTime, .bedtime, .reminders].contains(setting.key), let value = setting.value else { continue }
      try settings.set(setting.key, to: value, knownSounds: [])
    }
    return settings
  }

  init(
    _ status: StatusView, _ cards: [CardView], _ rings: [HistoryView], _ happenings: [HappeningView],
    _ settings: Settings = Settings(), zone: ZoneRules
  ) throws(ControlError) {
    self.status = status
    sleep = settings.reminders.sleep
    // Take the interruptions from the rings, to agree with `rouse history`.
    let beside = happenings.compactMap(Happening.init).filter { !Happening.interruptions.contains($0.kind) }
    history = WakingHistory(
      rings: rings.compactMap(RingRecord.init), happenings: beside + Self.interruptions(of: rings),
      cards: cards.compactMap(WakingHistory.EnrolledCard.init), zone: zone, now: try Self.now(status),
      hasProblem: !status.verdict.problems.isEmpty, bedtimeReminder: WakingHistory.BedtimeReminder(settings))
  }

  /// Counts an interruption of several rings only once: each of the rings reports it.
  private static func interruptions(of rings: [HistoryView]) -> [Happening] {
    rings.flatMap(\.interruptions).distinct.compactMap(Happening.init)
  }

  private static func now(_ status: StatusView) throws(ControlError) -> Instant {
    guard let now = RFC3339.parse(status.clock.now) else {
      throw ControlError(
        .internal, "the daemon tells a time that is none: \(Terminal.printable(status.clock.now))",
        why: "nothing can be said of today without it", fix: "see that both have one version: `rouse --version`")
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
        why: "without them nobody knows on which day a ring was", fix: "sudo apt install --reinstall tzdata",
        stillWorks: "alarms ring; `rouse history` shows the rings")
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

extension Happening {
  /// `nil` if the kind is unknown, as from a newer daemon.
  init?(_ view: HappeningView) { self.init(view.kind, view.began, view.ended, label: view.label) }

  init?(_ view: InterruptionView) { self.init(view.kind.rawValue, view.began, view.ended) }

  /// `nil` if the kind or a time is invalid.
  private init?(_ kind: String, _ began: String, _ ended: String, label: String? = nil) {
    guard let kind = Kind(rawValue: kind), let began = RFC3339.parse(began), let ended = RFC3339.parse(ended)
    else { return nil }
    self.init(kind, began: began, ended: ended, label: label)
  }
}

extension WakingHistory.EnrolledCard {
  /// `nil` if the card cannot end a ring.
  init?(_ view: CardView) {
    guard view.enrolled, view.kind == .dismiss, let created = RFC3339.parse(view.created) else { return nil }
    self.init(name: view.name, created: created)
  }
}
