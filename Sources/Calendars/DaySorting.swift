import AlarmClock

/// Selects the days off in a calendar that classifies its events by their descriptions, as Google's calendars do:
/// public holidays, observances and regional holidays.
struct DaySorting {
  private let choice: HolidayCalendar.Choice
  private var isSorted = false
  /// Whether the days with a description (in the form of `key`) are days off, or `nil` if the user has to decide.
  private var kinds: [String: Bool?] = [:]
  /// The descriptions of series, which also apply to events that replace one of their days.
  private var described: [[UInt8]: [String]] = [:]

  init(_ events: [CalendarEvent], _ choice: HolidayCalendar.Choice) {
    self.choice = choice
    for event in events where event.replacedDay == nil && !event.description.isEmpty {
      if let uid = event.uid { described[uid] = event.description }
    }
    guard choice.only.isEmpty else { return }
    isSorted = Self.isSorted(events.filter { $0.days != nil && $0.replacedDay == nil })
    guard isSorted else { return }
    for event in events where event.days != nil && kinds.count < Self.mostWords {
      let lines = lines(of: event)
      let key = Self.key(lines)
      if kinds[key] == nil { kinds.updateValue(Self.isDayOff(lines), forKey: key) }
    }
  }

  /// Returns whether an event counts, or `nil` if the user has to decide.
  func counts(_ event: CalendarEvent) -> Bool? {
    let lines = lines(of: event)
    if choice.except.contains(where: { $0.lowercased() == event.name.lowercased() }) { return false }
    if !choice.only.isEmpty { return choice.only.contains { Self.has(lines, $0.lowercased()) } }
    return isSorted ? kinds[Self.key(lines)] ?? nil : true
  }

  func word(of event: CalendarEvent) -> String { lines(of: event).first ?? "" }

  private func lines(of event: CalendarEvent) -> [String] {
    guard event.description.isEmpty, event.replacedDay != nil, let uid = event.uid else { return event.description }
    return described[uid] ?? []
  }

  /// - Parameter text: a part of the description, or its whole first line in quotes; in lowercase.
  private static func has(_ lines: [String], _ text: String) -> Bool {
    if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
      return (lines.first ?? "").lowercased() == text.dropFirst().dropLast()
    }
    return lines.joined(separator: " ").lowercased().contains(text)
  }

  private static func key(_ lines: [String]) -> String { (lines.first ?? "") + (isHint(lines) ? "\n" : "") }

  private static func isDayOff(_ lines: [String]) -> Bool? {
    guard let word = lines.first.map(plain), !isHint(lines) else { return lines.isEmpty ? nil : false }
    if DayWords.publicHolidays.contains(word) { return true }
    let isObservance = DayWords.observances.contains { word.hasPrefix($0) || word.hasSuffix($0) }
    // More words than "public holiday" name a region.
    let isElsewhere = (DayWords.publicHolidays + DayWords.regions).contains { word.contains($0) }
    return isObservance || isElsewhere ? false : nil
  }

  /// Whether the description explains how to hide the event. Google says this only for observances, in all languages.
  private static func isHint(_ lines: [String]) -> Bool {
    lines.dropFirst().contains { line in
      let line = line.lowercased()
      return line.contains("google") && !line.contains("google.") && !line.contains("://")
    }
  }

  private static func plain(_ word: String) -> String {
    var word = word.prefix(100).lowercased()[...]
    while let last = word.last, ".:;! ".contains(last) { word.removeLast() }
    return String(word)
  }

  /// Whether the descriptions classify days. Known words do. Unknown ones are assumed to if all events have one,
  /// several share one, and none is a sentence.
  private static func isSorted(_ events: [CalendarEvent]) -> Bool {
    let isKnown = { (event: CalendarEvent) in
      guard let word = event.description.first.map(plain) else { return false }
      return isHint(event.description) || DayWords.publicHolidays.contains { isBeginning($0, of: word) }
        || word.count <= longestWord
          && (DayWords.observances + DayWords.regions).contains { word.hasPrefix($0) || word.hasSuffix($0) }
    }
    if events.contains(where: isKnown) { return true }
    let words = Set(events.map { $0.description.first.map(plain) ?? "" }).sorted()
    guard words.count > 1, words[0] != "" else { return false }
    // For example `Holiday` and `Holiday in Bavaria`.
    let isPart = zip(words, words.dropFirst()).contains { $1.hasPrefix($0) }
    guard isPart || words.allSatisfy({ $0.count <= longestWord }) else { return false }
    return isPart || words.count == 2 || words.count < Set(events.map(\.name)).count
  }

  private static func isBeginning(_ phrase: String, of word: String) -> Bool {
    word == phrase || word.hasPrefix(phrase) && word.dropFirst(phrase.count).first?.isLetter != true
  }

  /// In characters; longer descriptions are sentences.
  private static let longestWord = 60
  /// The most distinct descriptions that are examined.
  private static let mostWords = 500
}
