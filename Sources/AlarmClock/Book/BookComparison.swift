/// Two books beside each other: mine, which is in force, and theirs, of a copy that is to be imported.
///
/// Their alarms are first made to fit this clock. One of theirs stands beside one of mine that has its id, or else its
/// label and its time, as two clocks have it that were set up by hand; or else one that differs in the number of its label
/// alone, as an import gives it. Then it gets the id of mine. It names the cards that
/// are here, by id or else by name. An alarm of theirs that can never ring again is left out, unless it has the id of one of
/// mine; then it is off, as is one that could not be ended. Presets, pauses and calendars go by their names.
public struct BookComparison: Hashable, Sendable {
  /// As it is here; with their cards, where those are taken.
  public let mine: AlarmBook
  /// As it would be here.
  public let theirs: AlarmBook
  /// The alarms of theirs that can never ring again, and stay there.
  public let leftOut: [Alarm]
  /// Alarms, pauses, calendars, presets and settings that are not alike, in this order.
  public let differences: [Difference]
  /// What is to be said of their alarms, by the ids these have here.
  public let remarks: [String: [Remark]]
  /// What is to be said of mine, where their cards are taken.
  public let remarksOnMine: [Remark]

  public enum Difference: Hashable, Sendable {
    /// nil: only the other clock has it. So for the next three.
    case alarm(mine: Alarm?, theirs: Alarm?)
    case pause(mine: Pause?, theirs: Pause?)
    case calendar(mine: HolidayCalendar?, theirs: HolidayCalendar?)
    case preset(mine: TimerPreset?, theirs: TimerPreset?)
    case setting(SettingKey)

    /// What a choice names, as `alarm k3f9xa`.
    public var name: String {
      switch self {
      case .alarm(let mine, let theirs): "alarm \((mine ?? theirs)?.id ?? "")"
      case .pause(let mine, let theirs): "pause \((mine ?? theirs)?.name ?? "")"
      case .calendar(let mine, let theirs): "calendar \((mine ?? theirs)?.name ?? "")"
      case .preset(let mine, let theirs): "preset \((mine ?? theirs)?.name ?? "")"
      case .setting(let key): "setting \(key.rawValue)"
      }
    }

    /// What can become of it; empty where only one clock has it: it stays, or is added.
    public var choices: [ImportChoice] {
      switch self {
      case .alarm(_?, _?), .pause(_?, _?), .calendar(_?, _?), .preset(_?, _?): ImportChoice.allCases
      case .setting: [.mine, .theirs]
      case .alarm, .pause, .calendar, .preset: []
      }
    }
  }

  public enum Remark: Hashable, Sendable {
    /// The alarm names cards that there will not be, by their names. Those that it still names answer it; every card does
    /// where it names none any more.
    case cardsMissing(Alarm, [String])
    /// It would be on, but for this.
    case off(AlarmBook.Disabled)
  }

  /// None of their cards could end a ring.
  public struct NoCard: Error, Hashable {}

  /// What says who a clock is, and what it is made of: it never comes from another one.
  public static let ofOneClock: Set<SettingKey> = [.name, .clockSource]

  /// - Parameters:
  ///   - here: is in force.
  ///   - copy: of the other clock. Its sounds have the ids that they have here.
  ///   - takesCards: their cards come in the place of mine, and with them the salt that they are recognized by. Without it
  ///     the digests of one clock say nothing to another, so that no single card can come.
  ///   - isTimeCertain: Alarms that can never ring again are left out. Under a clock that may be wrong, they come disabled.
  public init(
    _ here: AlarmBook, _ copy: AlarmBook, takesCards: Bool = false, isTimeCertain: Bool = true, at now: Instant,
    in zone: ZoneRules
  ) throws(NoCard) {
    let ids = Set(here.alarms.map(\.id))
    let leftOut = copy.alarms.filter { isTimeCertain && !ids.contains($0.id) && !$0.canStillRing(at: now, in: zone) }
    let copy = copy.without(leftOut)
    var (mine, theirs) = (here, copy)
    var remarksOnMine: [Remark] = []
    if takesCards {
      guard !copy.dismissCards.isEmpty else { throw NoCard() }
      (mine.cards, mine.salt) = (copy.cards, copy.salt)
      for index in mine.alarms.indices {
        let lost = mine.alarms[index].fit(here.cards, to: copy.cards)
        if !lost.isEmpty { remarksOnMine.append(.cardsMissing(mine.alarms[index], lost)) }
      }
    }
    let own = mine
    let forms = theirs.alarms.map { alarm in
      var fitting = alarm
      if !takesCards { _ = fitting.fit(copy.cards, to: own.cards) }
      return [alarm, fitting].map { $0.forgettingPast(at: now, in: zone) }
    }
    let partners = Self.partners(of: forms, in: own.alarms.map { $0.forgettingPast(at: now, in: zone) })
    var lost: [String: [String]] = [:]
    for (index, partner) in partners.enumerated() {
      var alarm = theirs.alarms[index]
      let named = alarm.cards
      // What names the same cards is alike, whether those are here or not.
      let isAlike = partner.map { mine.alarms[$0].cards == named } ?? false
      let missing = isAlike || takesCards ? [] : alarm.fit(copy.cards, to: mine.cards)
      if let partner { alarm.id = mine.alarms[partner].id }
      alarm.forgetPast(at: now, in: zone)
      if !missing.isEmpty { lost[alarm.id] = missing }
      theirs.alarms[index] = alarm
    }
    (theirs.cards, theirs.salt) = (mine.cards, mine.salt)
    theirs.callAlarms(
      Dictionary(zip(copy.alarms, theirs.alarms).map { ($0.id, $1.id) }) { first, _ in first },
      today: zone.local(now).date)
    theirs.settings.pausedUntil = theirs.pause(at: now, in: zone)
    var settings = mine.settings
    settings.pausedUntil = mine.pause(at: now, in: zone)
    let (ownSettings, otherSettings) = (settings, theirs.settings)
    let disabled = theirs.disableWhatIsOver(at: now, in: zone)
    let off = Dictionary(disabled.map { ($0.alarm.id, $0) }) { first, _ in first }
    var remarks: [String: [Remark]] = [:]
    for alarm in theirs.alarms {
      if let missing = lost[alarm.id] { remarks[alarm.id, default: []].append(.cardsMissing(alarm, missing)) }
      if let disabled = off[alarm.id] { remarks[alarm.id, default: []].append(.off(disabled)) }
    }
    (self.mine, self.theirs, self.leftOut) = (mine, theirs, leftOut)
    self.remarks = remarks
    self.remarksOnMine = remarksOnMine
    let (alarms, copies) = Self.alarms(mine, theirs, partners, at: now, in: zone)
    differences =
      alarms + Self.daysOff(mine.pauses, theirs.pauses, \.name, copies).map(Difference.pause)
      + Self.daysOff(mine.holidays.calendars, theirs.holidays.calendars, \.name, copies).map(Difference.calendar)
      + Self.named(mine.presets, theirs.presets.map { [$0] }, \.name, Alarm.longestLabel).map(Difference.preset)
      + SettingKey.allCases.filter {
        !Self.ofOneClock.contains($0) && ownSettings.text(of: $0) != otherSettings.text(of: $0)
      }.map(Difference.setting)
  }

  /// How many things are alike.
  public var alike: Int {
    let added = differences.count { difference in
      switch difference {
      case .alarm(nil, _), .pause(nil, _), .calendar(nil, _), .preset(nil, _): true
      case .alarm, .pause, .calendar, .preset, .setting: false
      }
    }
    let all =
      mine.alarms.count + mine.pauses.count + mine.holidays.calendars.count + mine.presets.count
      + SettingKey.allCases.count - Self.ofOneClock.count
    return all - (differences.count - added)
  }
}

extension Alarm {
  /// Names the cards of another clock by the ids they have here, and leaves out those that are not here.
  ///
  /// Every card answers it where none is left, or none that could end a ring of it.
  ///
  /// - Returns: the names of those that are not here.
  fileprivate mutating func fit(_ cards: [Card], to here: [Card]) -> [String] {
    guard !self.cards.isEmpty else { return [] }
    var (fitting, missing): ([String], [String]) = ([], [])
    for id in self.cards {
      let card = cards.first { $0.id == id }
      let same = here.first { $0.id == id } ?? here.first { $0.name == card?.name && $0.kind == card?.kind }
      if let same, !fitting.contains(same.id) { fitting.append(same.id) }
      if same == nil { missing.append(card?.name ?? id) }
    }
    self.cards = fitting
    if !here.contains(where: isAnswered) { self.cards = [] }
    return missing
  }

  /// A skip of a ring that has passed, as of an alarm that was off then, says nothing; nor does what was wanted of past
  /// dates.
  mutating func forgetPast(at now: Instant, in zone: ZoneRules) {
    if let key = skippedKey, key.resolved(in: zone).instant <= now { skippedKey = nil }
    let today = zone.local(now).date
    days.exceptions = days.exceptions.filter { $0.key >= today }
  }

  func forgettingPast(at now: Instant, in zone: ZoneRules) -> Alarm {
    var alarm = self
    alarm.forgetPast(at: now, in: zone)
    return alarm
  }
}

extension AlarmBook {
  /// Returns the book without some alarms, and without days off that are for one of them alone.
  fileprivate func without(_ alarms: [Alarm]) -> AlarmBook {
    let ids = Set(alarms.map(\.id))
    func stays(_ daysOff: some ScopedDaysOff) -> Bool {
      if case .alarm(let id) = daysOff.scope { !ids.contains(id) } else { true }
    }
    var book = self
    book.alarms.removeAll { ids.contains($0.id) }
    book.pauses = pauses.filter(stays)
    book.holidays = Holidays(holidays.calendars.filter(stays))
    return book
  }

  /// Has pauses and calendars name alarms by the ids that these have here, and forgets pauses that are over.
  fileprivate mutating func callAlarms(_ ids: [String: String], today: LocalDate) {
    pauses = pauses.filter { $0.until > today }.map { $0.callingAlarm(ids) }
    holidays = Holidays(holidays.calendars.map { $0.callingAlarm(ids) })
  }
}
