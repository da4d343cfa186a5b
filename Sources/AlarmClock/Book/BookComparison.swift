/// A comparison of two books: mine, which is in force, and theirs, from a copy that is to be imported.
///
/// First, their alarms are adapted to this clock. The counterpart of an alarm of theirs is my alarm with the same id;
/// otherwise one with the same label and time, as on two clocks that were set up by hand; otherwise one that differs
/// only in the number that an import appends to the label. Their alarm gets the id of its counterpart and refers to my
/// cards, found by id or name. Alarms of theirs that can never ring again are left out, unless they have the id of one
/// of mine; then they are disabled, as are alarms that no card could end. Presets, pauses and calendars are matched by
/// name.
public struct BookComparison: Hashable, Sendable {
  /// The book in force, but with their cards if those are taken.
  public let mine: AlarmBook
  /// Their book, adapted to this clock.
  public let theirs: AlarmBook
  /// Their alarms that can never ring again and are not imported.
  public let leftOut: [Alarm]
  /// In this order: alarms, pauses, calendars, presets, settings.
  public let differences: [Difference]
  /// Remarks on their alarms, by their ids here.
  public let remarks: [String: [Remark]]
  /// Remarks on my alarms, if their cards are taken.
  public let remarksOnMine: [Remark]

  public enum Difference: Hashable, Sendable {
    /// A side is `nil` if that clock does not have the thing. This also applies to the next three cases.
    case alarm(mine: Alarm?, theirs: Alarm?)
    case pause(mine: Pause?, theirs: Pause?)
    case calendar(mine: HolidayCalendar?, theirs: HolidayCalendar?)
    case preset(mine: TimerPreset?, theirs: TimerPreset?)
    case setting(SettingKey)

    /// The name for a choice, such as `alarm k3f9xa`.
    public var name: String {
      switch self {
      case .alarm(let mine, let theirs): "alarm \((mine ?? theirs)?.id ?? "")"
      case .pause(let mine, let theirs): "pause \((mine ?? theirs)?.name ?? "")"
      case .calendar(let mine, let theirs): "calendar \((mine ?? theirs)?.name ?? "")"
      case .preset(let mine, let theirs): "preset \((mine ?? theirs)?.name ?? "")"
      case .setting(let key): "setting \(key.rawValue)"
      }
    }

    /// The possible choices. Empty if only one clock has the thing: mine stays, theirs is added.
    public var choices: [ImportChoice] {
      switch self {
      case .alarm(_?, _?), .pause(_?, _?), .calendar(_?, _?), .preset(_?, _?): ImportChoice.allCases
      case .setting: [.mine, .theirs]
      case .alarm, .pause, .calendar, .preset: []
      }
    }
  }

  public enum Remark: Hashable, Sendable {
    /// The named cards will not be here. The alarm's other cards still end it, or every card if it has no others.
    case cardsMissing(Alarm, [String])
    case off(AlarmBook.Disabled)
  }

  /// None of their cards could end a ring.
  public struct NoCard: Error, Hashable {}

  /// Settings that identify a clock or describe its hardware. They are never imported.
  public static let ofOneClock: Set<SettingKey> = [.name, .clockSource]

  /// - Parameters:
  ///   - here: The book in force.
  ///   - copy: The book of the other clock, with sounds already renamed to their ids here.
  ///   - takesCards: Whether their cards and salt replace mine. Single cards are useless with another salt.
  ///   - isTimeCertain: Whether to leave out alarms that can never ring again rather than import them disabled.
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
    let forms = theirs.alarms.map { alarm in
      var fitting = alarm
      if !takesCards { _ = fitting.fit(copy.cards, to: mine.cards) }
      return [alarm, fitting].map { $0.forgettingPast(at: now, in: zone) }
    }
    let partners = Self.partners(of: forms, in: mine.alarms.map { $0.forgettingPast(at: now, in: zone) })
    var lost: [String: [String]] = [:]
    for (index, partner) in partners.enumerated() {
      var alarm = theirs.alarms[index]
      let named = alarm.cards
      // Alarms that name the same cards are equal, whether the cards are here or not.
      let isAlike = partner.map { mine.alarms[$0].cards == named } ?? false
      let missing = isAlike || takesCards ? [] : alarm.fit(copy.cards, to: mine.cards)
      if let partner { alarm.id = mine.alarms[partner].id }
      alarm = alarm.forgettingPast(at: now, in: zone)
      if !missing.isEmpty { lost[alarm.id] = missing }
      theirs.alarms[index] = alarm
    }
    (theirs.cards, theirs.salt) = (mine.cards, mine.salt)
    let called = Dictionary(zip(copy.alarms, theirs.alarms).map { ($0.id, $1.id) }) { first, _ in first }
    let today = zone.local(now).date
    theirs.pauses = theirs.pauses.filter { $0.until > today }.map { $0.callingAlarm(called) }
    theirs.holidays = Holidays(theirs.holidays.calendars.map { $0.callingAlarm(called) })
    theirs.settings.pausedUntil = theirs.pause(at: now, in: zone)
    var settings = mine.settings
    settings.pausedUntil = mine.pause(at: now, in: zone)
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
    // A pause or calendar may have been imported before its alarm was copied, or for another of several copies.
    let pauses = Self.named(mine.pauses, theirs.pauses.map { $0.callingAlarms(copies) }, DaysOff.longestName)
    let calendars = Self.named(
      mine.holidays.calendars, theirs.holidays.calendars.map { $0.callingAlarms(copies) }, DaysOff.longestName)
    differences =
      alarms + pauses.map(Difference.pause) + calendars.map(Difference.calendar)
      + Self.named(mine.presets, theirs.presets.map { [$0] }, Alarm.longestLabel).map(Difference.preset)
      + SettingKey.allCases.filter {
        !Self.ofOneClock.contains($0) && settings.text(of: $0) != theirs.settings.text(of: $0)
      }.map(Difference.setting)
  }

  /// The number of things that are equal.
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
