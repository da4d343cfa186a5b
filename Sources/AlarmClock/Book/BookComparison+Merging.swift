extension BookComparison {
  /// Returns mine with the user's choices from theirs and everything that only they have, and the alarms of theirs that
  /// get another label. `newID` returns an id that is not in the given set.
  public func merged(
    _ choices: ImportChoices, at now: Instant, in zone: ZoneRules, newID: (Set<String>) -> String
  ) throws(AlarmBook.Refusal) -> (book: AlarmBook, renamed: [AlarmBook.Renamed]) {
    var book = mine
    let places = Dictionary(mine.alarms.enumerated().map { ($1.id, $0) }) { first, _ in first }
    var ids = Set(mine.alarms.map(\.id)).union(theirs.alarms.map(\.id))
    // The alarms that are added, or take over their values under another label.
    var coming: Set<String> = []
    // Copies beside alarms of mine, by the ids of mine. Days off of theirs apply to the copy and do not silence mine.
    var copies: [String: String] = [:]
    var pauses = Named(mine.pauses, theirs.pauses, DaysOff.longestName)
    var calendars = Named(mine.holidays.calendars, theirs.holidays.calendars, DaysOff.longestName)
    var presets = Named(mine.presets, theirs.presets, Alarm.longestLabel)
    for difference in differences {
      let choice = choices[difference.name]
      switch difference {
      case .alarm(nil, let added?):
        book.alarms.append(added)
        coming.insert(added.id)
      case .alarm(let own?, let other?) where choice == .theirs:
        if let place = places[own.id] { book.alarms[place] = other }
        if own.label != other.label || !own.canStillRing(at: now, in: zone) { coming.insert(own.id) }
      case .alarm(let own?, var copy?) where choice == .both:
        copy.id = newID(ids)
        copies[own.id] = copy.id
        ids.insert(copy.id)
        book.alarms.append(copy)
        coming.insert(copy.id)
      case .pause(let own, let other?): pauses.take(own, other.callingAlarm(copies), choice)
      case .calendar(let own, let other?): calendars.take(own, other.callingAlarm(copies), choice)
      case .preset(let own, let other?): presets.take(own, other, choice)
      case .setting(let key) where choice == .theirs: key.setting.take(&book.settings, theirs.settings)
      case .alarm, .pause, .calendar, .preset, .setting: break
      }
    }
    book.pauses = pauses.all.sorted(by: Pause.comesFirst)
    book.holidays = Holidays(calendars.all)
    book.presets = presets.all.sorted { $0.name < $1.name }
    if book.alarms.count > AlarmBook.mostAlarms { throw .tooManyAlarms }
    if book.pauses.count > Pause.most { throw .tooManyPauses }
    if book.holidays.calendars.count > HolidayCalendar.most { throw .tooManyCalendars }
    if book.holidays.count > HolidayCalendar.mostDays { throw .tooManyHolidays }
    if book.presets.count > Timer.most { throw .tooManyPresets }
    let renamed = book.freeLabels(of: coming, at: now, in: zone)
    return (book, renamed)
  }

  private struct Named<Thing: Nameable> {
    private var byName: [String: Thing]
    private var names: Set<String>
    private let longest: Int

    var all: [Thing] { Array(byName.values) }

    init(_ mine: [Thing], _ theirs: [Thing], _ longest: Int) {
      byName = Dictionary(mine.map { ($0.name, $0) }) { first, _ in first }
      names = Set(byName.keys).union(theirs.map(\.name))
      self.longest = longest
    }

    mutating func take(_ own: Thing?, _ other: Thing, _ choice: ImportChoice) {
      guard own != nil, choice != .theirs else { return byName[other.name] = other }
      guard choice == .both else { return }
      var copy = other
      copy.name = BookComparison.freeName(beside: other.name, taken: names, longest)
      names.insert(copy.name)
      byName[copy.name] = copy
    }
  }

  // MARK: Names of added copies

  /// Returns `trip (theirs)`, `trip (theirs 2)` and so on, cut to `longest` characters.
  static func name(beside name: String, place: Int, _ longest: Int) -> String {
    let word = place == 1 ? "theirs" : "theirs \(place)"
    let ending = " (\(word))"
    var beginning = name.prefix(max(0, longest - ending.count))
    while beginning.utf8.count + ending.utf8.count > Alarm.longestLabelInBytes { beginning.removeLast() }
    return String(beginning) + ending
  }

  /// Returns the number of such a name, or `nil` if it does not have this form.
  static func place(ofName name: String) -> Int? {
    var word = name[...]
    if word.last == ")", let start = word.lastIndex(of: "(") { word = word[word.index(after: start)...].dropLast() }
    guard word.hasPrefix("theirs") else { return nil }
    let number = word.dropFirst("theirs".count)
    guard !number.isEmpty else { return 1 }
    let places = 2...AlarmBook.mostAlarms + 1
    return number.first == " " ? Int(number.dropFirst()).flatMap { places.contains($0) ? $0 : nil } : nil
  }

  private static func freeName(beside other: String, taken: Set<String>, _ longest: Int) -> String {
    (1...AlarmBook.mostAlarms + 1).lazy.map { name(beside: other, place: $0, longest) }.first { !taken.contains($0) }
      ?? other
  }

  // MARK: Rings that calendars skip

  /// Returns the rings of my and of added alarms that each differing calendar of theirs would skip here, by its name.
  /// All calendars together use no more checks than one added calendar.
  public func silencings(at now: Instant, in zone: ZoneRules) -> [String: AlarmBook.Silencing] {
    var book = mine
    var coming: [HolidayCalendar] = []
    for difference in differences {
      switch difference {
      case .alarm(nil, let added?): book.alarms.append(added)
      case .calendar(_, let other?): coming.append(other)
      case .alarm, .pause, .calendar, .preset, .setting: break
      }
    }
    var silencings: [String: AlarmBook.Silencing] = [:]
    for calendar in coming {
      book.holidays = mine.holidays.saving(calendar)
      silencings[calendar.name] = book.silencing(
        by: [calendar], over: mine.holidays, at: now, in: zone, looks: AlarmBook.Silencing.mostLooks / coming.count)
    }
    return silencings
  }

  /// Returns why to ask for confirmation of what all added calendars skip together, or `nil` if that is usual.
  public func doubt(
    about merged: AlarmBook, at now: Instant, in zone: ZoneRules
  ) -> (calendars: [String], doubt: AlarmBook.Silencing.Doubt)? {
    let coming = merged.holidays.calendars.filter { mine.holidays.calendar($0.name) != $0 }
    return merged.silencing(by: coming, over: mine.holidays, at: now, in: zone).doubt.map { (coming.map(\.name), $0) }
  }
}
