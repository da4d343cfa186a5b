import AlarmClock

extension Finding {
  /// Returns the findings of the days up to today, the most actionable first.
  public static func all(in history: WakingHistory) -> [Finding] {
    let found: [[Finding?]] = [
      [history.missedAlarms, history.interrupted, history.buzzerStoodIn, history.unreadCodes], history.wrongCards,
      history.slowWeekdays, [history.slower, history.untested], history.skippedAlarms, [history.oneCard],
      history.unusedCards, [history.untrustedRings],
    ]
    return found.joined().compactMap(\.self)
  }
}

extension WakingHistory {
  private var month: ArraySlice<MeasuredRing> { rings(in: last(FindingLimit.month)) }
  private var rung: [MeasuredRing] { month.filter { $0.outcome != .skipped } }

  /// Returns the happenings of these kinds that began within the last `days`, including today.
  private func recent(_ kinds: [Happening.Kind], days: Int) -> [Happening] {
    let range = last(days)
    return happenings.filter { kinds.contains($0.kind) && range.contains(zone.local($0.began).date) }
  }

  // MARK: Rings that went wrong

  fileprivate var missedAlarms: Finding? {
    let missed = rings(in: last(FindingLimit.week)).count { $0.outcome == .missed || $0.outcome == .missedUnrung }
    guard missed > 0 else { return nil }
    return Finding(
      .missed,
      "\(Count.text(missed, "alarm")) of the last \(FindingLimit.week) days \(missed == 1 ? "was" : "were") missed.",
      advice: "See which, and what happened", command: "rouse history --missed --since \(FindingLimit.week)d")
  }

  fileprivate var interrupted: Finding? {
    let quit = rung.filter(\.isQuit)
    guard quit.count >= FindingLimit.quitRings else { return nil }
    let kinds = Happening.interruptions.compactMap { kind -> String? in
      let count = quit.count { $0.quits.contains { $0.kind == kind } }
      return count == 0 ? nil : "\(kind.words) in \(count)"
    }
    return Finding(
      .interrupted,
      "\(quit.count) of \(Count.text(rung.count, "ring")) in \(FindingLimit.month) days were interrupted: "
        + "\(kinds.joined(separator: ", ")).", advice: "Look at what is wrong", command: "rouse doctor")
  }

  fileprivate var buzzerStoodIn: Finding? {
    let count = recent([.buzzerStoodIn], days: FindingLimit.month).count
    guard count >= FindingLimit.buzzers else { return nil }
    return Finding(
      .buzzerStoodIn,
      "The speaker failed in \(count) rings of the last \(FindingLimit.month) days, and the buzzer stood in for it.",
      advice: "Test the speaker", command: "rouse test devices")
  }

  fileprivate var unreadCodes: Finding? {
    let unread = rung.count { $0.record.tally.unread > FindingLimit.unread }
    guard unread >= FindingLimit.unreadRings else { return nil }
    let seconds = FindingLimit.unread.components.seconds
    return Finding(
      .unreadCodes,
      "In \(unread) of \(Count.text(rung.count, "ring")) a code was in view for over \(seconds) s and could not be read.",
      advice: "More light or another distance helps", command: "rouse camera aim")
  }

  fileprivate var wrongCards: [Finding] {
    let names = recent([.wrongCard], days: FindingLimit.month).compactMap(\.label)
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +).filter { $0.value >= FindingLimit.wrongCards }
    // The most frequent first, then by name.
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { name, count in
      Finding(
        .wrongCard, about: name,
        "The card \(name) was shown \(count) times in \(FindingLimit.month) days to rings that it does not end.",
        advice: "See which card ends which alarm", command: "rouse alarm list")
    }
  }

  // MARK: Habits

  fileprivate var slowWeekdays: [Finding] {
    let days = days(in: last(FindingLimit.weeks * FindingLimit.week)).filter(\.counts)
    let (advice, command) = bedtimeReminder.help
    return Weekday.allCases.compactMap { weekday -> (Finding, Int)? in
      let these = days.filter { $0.date.weekday == weekday }
      let slow = these.count { $0.isSlow }
      guard these.count >= FindingLimit.weekdays, slow * 4 >= these.count * FindingLimit.slowQuarters else {
        return nil
      }
      let finding = Finding(
        .slowWeekday, about: weekday.word,
        "On \(slow) of \(these.count) \(weekday.name)s it took you over "
          + "\(SpanText.format(milliseconds: FindingLimit.slow)).",
        advice: advice, command: command)
      return (finding, slow)
    }.sorted { $0.1 > $1.1 }.map(\.0)
  }

  fileprivate var slower: Finding? {
    guard let trend = Trend(month.compactMap(\.timeToCard)), trend.after - trend.before >= FindingLimit.rise,
      trend.after * 2 >= trend.before * FindingLimit.riseHalves
    else { return nil }
    return Finding(
      .slower,
      "Your time to the card rose from \(SpanText.format(milliseconds: trend.before)) to "
        + "\(SpanText.format(milliseconds: trend.after)) within \(FindingLimit.month) days.",
      advice: "See how", command: "rouse insight chart waking --range \(FindingLimit.month)d")
  }

  fileprivate var untested: Finding? {
    let week = days(in: last(FindingLimit.week)).filter(\.counts)
    let tests = recent([.bedtimePassed, .bedtimeFailed], days: FindingLimit.week)
    guard week.count >= FindingLimit.days, tests.isEmpty else { return nil }
    return Finding(
      .untested, "The clock has not been tested at bedtime for \(FindingLimit.week) days.",
      advice: "Test it now", command: "rouse test bedtime")
  }

  fileprivate var skippedAlarms: [Finding] {
    let today = today.daysSinceEpoch
    let rings = rings(in: last(FindingLimit.skippedWeeks * FindingLimit.week))
    // Weeks with a skipped ring, by alarm; 0 is the latest week.
    var weeks: [String: Set<Int64>] = [:]
    var labels: [String: String] = [:]
    for ring in rings where ring.outcome == .skipped {
      let id = ring.record.alarmID
      weeks[id, default: []].insert((today - ring.day.daysSinceEpoch) / Int64(FindingLimit.week))
      labels[id] = ring.record.label
    }
    return weeks.filter { $0.value.count == FindingLimit.skippedWeeks }.keys.sorted().map { id in
      let name = labels[id].flatMap { $0.isEmpty ? nil : $0 } ?? id
      return Finding(
        .skipped, about: id, "The alarm \(name) was skipped in each of the last \(FindingLimit.skippedWeeks) weeks.",
        advice: "See on which days it rings", command: "rouse alarm show \(id)")
    }
  }

  // MARK: Readiness

  fileprivate var oneCard: Finding? {
    guard cards.count == 1, !rung.isEmpty else { return nil }
    return Finding(
      .oneCard, "There is only one card: if it is lost or wet, a ring goes on until it gives up.",
      advice: "Make a spare", command: "rouse setup")
  }

  fileprivate var unusedCards: [Finding] {
    guard cards.count > 1, !rung.isEmpty else { return [] }
    let shown = cardsRead(in: last(FindingLimit.unusedDays))
    return cards.filter { card in
      !shown.contains(card.name) && now - card.created > FindingLimit.unusedCard
    }.map { card in
      let age = Int((now - card.created).components.seconds / 86_400)
      return Finding(
        .unusedCard, about: card.name,
        "The card \(card.name) has not been used for \(min(age, FindingLimit.unusedDays)) days.",
        advice: "Check that it still reads", command: "rouse card test")
    }
  }

  fileprivate var untrustedRings: Finding? {
    let month = last(FindingLimit.month)
    let count = untrusted.count { month.contains($0) }
    guard count >= FindingLimit.untrusted else { return nil }
    return Finding(
      .untrusted, "In \(count) rings of the last \(FindingLimit.month) days the clock was not certain of its time.",
      advice: "See why", command: "rouse doctor")
  }
}

extension WakingHistory.BedtimeReminder {
  /// Advice on getting to bed on time: always something that is not set yet.
  fileprivate var help: (advice: String, command: String) {
    switch self {
    case .withoutBedtime:
      ("With a bedtime the clock reminds you to go to bed on time", "rouse settings set bedtime 22:30")
    case .off: ("A reminder to go to bed on time helps", "rouse reminder on bedtime")
    case .allOff: ("A reminder to go to bed on time helps", "rouse reminder on")
    case .on(let time):
      ("An earlier reminder helps", "rouse reminder on bedtime --at \(time.adding(minutes: -30).text(.hours24))")
    }
  }
}

extension WakingHistory.Day {
  fileprivate var isSlow: Bool {
    guard let first = rings.first(where: { $0.outcome != .skipped }) else { return false }
    return first.timeToCard.map { $0 > FindingLimit.slow } ?? true
  }
}
