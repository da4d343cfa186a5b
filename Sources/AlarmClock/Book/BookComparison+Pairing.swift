/// Which of two clocks' things stand beside each other, and are not alike.
extension BookComparison {
  /// By which two alarms of different ids are the same one: label and time. Without a label there is nothing but the time
  /// to tell it by, so that the days are to be the same too; and what rings once has one date.
  private struct Sameness: Hashable {
    let label: String
    var time: LocalTime?
    var recurrence: Recurrence?

    init(_ alarm: Alarm) {
      label = alarm.label
      if !label.isEmpty, let time = alarm.recurrence.rule?.time {
        self.time = time
      } else {
        recurrence = alarm.recurrence
      }
    }
  }

  /// Where the one of mine stands that each of theirs stands beside; nil: only they have it.
  static func partners(of theirs: [Alarm], in mine: [Alarm]) -> [Int?] {
    let places = Dictionary(mine.enumerated().map { ($1.id, $0) }) { first, _ in first }
    var partners = theirs.map { places[$0.id] }
    let taken = Set(partners.compactMap(\.self))
    // The first of several first.
    var free: [Sameness: [Int]] = [:]
    for index in mine.indices.reversed() where !taken.contains(index) {
      free[Sameness(mine[index]), default: []].append(index)
    }
    for index in theirs.indices where partners[index] == nil {
      partners[index] = free[Sameness(theirs[index])]?.popLast()
    }
    return partners
  }

  /// - Returns: also which of mine is one of theirs, as an import has left it beside the one that theirs stands beside; by
  ///   the id of that one.
  static func alarms(
    _ mine: AlarmBook, _ theirs: AlarmBook, _ partners: [Int?], at now: Instant, in zone: ZoneRules
  ) -> (differences: [Difference], copies: [String: String]) {
    let beside = Dictionary(partners.enumerated().compactMap { index, partner in partner.map { ($0, index) } }) {
      first, _ in first
    }
    let labels = Dictionary(grouping: mine.alarms, by: \.label)
    var copies: [String: String] = [:]
    var differences: [Difference] = mine.alarms.enumerated().compactMap { place, own in
      guard let index = beside[place] else { return .alarm(mine: own, theirs: nil) }
      var settled = own
      settled.forgetPast(at: now, in: zone)
      let other = theirs.alarms[index]
      guard settled != other else { return nil }
      copies[own.id] = copy(of: other, in: labels)
      return copies[own.id] == nil ? .alarm(mine: own, theirs: other) : nil
    }
    for (index, partner) in partners.enumerated() where partner == nil {
      differences.append(.alarm(mine: nil, theirs: theirs.alarms[index]))
    }
    return (differences, copies)
  }

  /// The id of one of theirs that is here already beside mine, as an import has left it.
  private static func copy(of alarm: Alarm, in labels: [String: [Alarm]]) -> String? {
    for label in besideLabels(of: alarm.label, Alarm.longestLabel) {
      guard let known = labels[label] else { return nil }
      var copy = alarm
      copy.label = label
      let found = known.first { own in
        copy.id = own.id
        return copy == own
      }
      if let found { return found.id }
    }
    return nil
  }

  /// Pauses or calendars that are not alike. What they have for an alarm that is here beside mine is for that one.
  ///
  /// - Parameter copies: those alarms, by the ids of mine.
  static func daysOff<Kind: ScopedDaysOff & Hashable>(
    _ mine: [Kind], _ theirs: [Kind], _ name: WritableKeyPath<Kind, String>, _ copies: [String: String]
  ) -> [(mine: Kind?, theirs: Kind?)] {
    let own = Dictionary(mine.map { ($0[keyPath: name], $0) }) { first, _ in first }
    // What was alike before the alarm came beside mine was not added for it.
    let called = theirs.map { other in
      own[other[keyPath: name]] == other ? other : other.callingAlarm(copies)
    }
    return named(mine, called, name, DaysOff.longestName)
  }

  /// Things that go by a name, and are not alike; in the order of their names.
  ///
  /// - Parameter longest: how long such a name can be.
  static func named<Thing: Hashable>(
    _ mine: [Thing], _ theirs: [Thing], _ name: WritableKeyPath<Thing, String>, _ longest: Int
  ) -> [(mine: Thing?, theirs: Thing?)] {
    let own = Dictionary(mine.map { ($0[keyPath: name], $0) }) { first, _ in first }
    let others = Dictionary(theirs.map { ($0[keyPath: name], $0) }) { first, _ in first }
    return Set(own.keys).union(others.keys).sorted().compactMap { key in
      guard own[key] != others[key] else { return nil }
      if let other = others[key], own[key] != nil {
        // It may be here already beside mine.
        for beside in besideLabels(of: key, longest) {
          guard var known = own[beside] else { break }
          known[keyPath: name] = key
          if known == other { return nil }
        }
      }
      return (own[key], others[key])
    }
  }
}
