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

  /// Returns the place in mine of the alarm that each of theirs stands beside, or `nil` if only they have it.
  ///
  /// - Parameter theirs: Each in all the forms in which it may be here. Their ids, labels and times are the same.
  static func partners(of theirs: [[Alarm]], in mine: [Alarm]) -> [Int?] {
    let places = Dictionary(mine.enumerated().map { ($1.id, $0) }) { first, _ in first }
    var partners = theirs.map { $0.first.flatMap { places[$0.id] } }
    var taken = Set(partners.compactMap(\.self))
    // The first of several first.
    var free: [Sameness: [Int]] = [:]
    for index in mine.indices.reversed() where !taken.contains(index) {
      free[Sameness(mine[index]), default: []].append(index)
    }
    for (index, forms) in theirs.enumerated() where partners[index] == nil {
      partners[index] = forms.first.flatMap { free[Sameness($0)]?.popLast() }
    }
    taken.formUnion(partners.compactMap(\.self))
    // One of theirs that took the place of one of mine may have another label here.
    let renamed = Beside(mine.enumerated().filter { !taken.contains($0.offset) }.map(\.element))
    for (index, forms) in theirs.enumerated() where partners[index] == nil {
      let found = forms.flatMap(renamed.ids).compactMap { places[$0] }
      partners[index] = found.first { taken.insert($0).inserted }
    }
    return partners
  }

  /// - Returns: also which of mine are one of theirs, as imports have left them beside the one that theirs stands beside; by
  ///   the id of that one.
  static func alarms(
    _ mine: AlarmBook, _ theirs: AlarmBook, _ partners: [Int?], at now: Instant, in zone: ZoneRules
  ) -> (differences: [Difference], copies: [String: [String]]) {
    let beside = Dictionary(partners.enumerated().compactMap { index, partner in partner.map { ($0, index) } }) {
      first, _ in first
    }
    // What stands beside another one of theirs is to become that one, maybe.
    let known = Beside(
      mine.alarms.enumerated().compactMap { place, own in
        let own = own.forgettingPast(at: now, in: zone)
        return beside[place].map { own.number(as: theirs.alarms[$0]) != nil } ?? true ? own : nil
      })
    var copies: [String: [String]] = [:]
    var differences: [Difference] = mine.alarms.enumerated().compactMap { place, own in
      guard let index = beside[place] else { return .alarm(mine: own, theirs: nil) }
      let other = theirs.alarms[index]
      guard own.forgettingPast(at: now, in: zone).number(as: other) == nil else { return nil }
      let ids = known.ids(of: other)
      copies[own.id] = ids
      return ids.isEmpty ? .alarm(mine: own, theirs: other) : nil
    }
    for (index, partner) in partners.enumerated() where partner == nil {
      differences.append(.alarm(mine: nil, theirs: theirs.alarms[index]))
    }
    return (differences, copies)
  }

  /// Those of mine that may be theirs, as an import has left them beside another of mine. Which labels such alarms have was
  /// free then, and those before it may be gone: so they are found by all else.
  private struct Beside {
    private struct Key: Hashable {
      let alarm: Alarm
      /// The label, or the label without its number.
      let name: String
    }

    private var labeled: [Key: [Alarm]] = [:]
    /// In the order of their numbers.
    private var numbered: [Key: [(number: Int, alarm: Alarm)]] = [:]
    /// Imports leave a few copies of an alarm. A file with thousands of them is not compared with each.
    private static let most = 100

    init(_ mine: [Alarm]) {
      labeled = Dictionary(grouping: mine) { Key(alarm: $0.withoutName, name: $0.label) }
      for own in mine {
        guard let (base, number) = NumberedLabel.parts(own.label) else { continue }
        numbered[Key(alarm: own.withoutName, name: String(base)), default: []].append((number, own))
      }
      for key in numbered.keys { numbered[key]?.sort { $0.number < $1.number } }
    }

    /// The ids of those that are this one of theirs, in the order of their labels.
    func ids(of other: Alarm) -> [String] {
      let alarm = other.withoutName
      let same = labeled[Key(alarm: alarm, name: other.label)] ?? []
      let label = NumberedLabel(other.label)
      let copies = label.bases.flatMap { base -> [(number: Int, alarm: Alarm)] in
        let fitting = (numbered[Key(alarm: alarm, name: base)] ?? []).lazy.filter { number, own in
          number >= label.first && own.label != other.label && label[number] == own.label
        }
        return Array(fitting.prefix(Self.most))
      }
      return (same.prefix(Self.most) + copies.sorted { $0.number < $1.number }.map(\.alarm)).map(\.id)
    }
  }

  /// Pauses or calendars that are not alike. What they have for an alarm that is here beside mine is for that one.
  ///
  /// - Parameter copies: those alarms, by the ids of mine.
  static func daysOff<Kind: ScopedDaysOff & Hashable>(
    _ mine: [Kind], _ theirs: [Kind], _ name: WritableKeyPath<Kind, String>, _ copies: [String: [String]]
  ) -> [(mine: Kind?, theirs: Kind?)] {
    // It may have come before the alarm came beside mine, or for another of several that did.
    named(mine, theirs.map { $0.callingAlarms(copies) }, name, DaysOff.longestName)
  }

  /// Things that go by a name, and are not alike; in the order of their names.
  ///
  /// - Parameters:
  ///   - theirs: each in all the forms in which it may be here; in the first it would come.
  ///   - longest: how long such a name can be.
  static func named<Thing: Hashable>(
    _ mine: [Thing], _ theirs: [[Thing]], _ name: WritableKeyPath<Thing, String>, _ longest: Int
  ) -> [(mine: Thing?, theirs: Thing?)] {
    let own = Dictionary(mine.map { ($0[keyPath: name], $0) }) { first, _ in first }
    let others = Dictionary(theirs.compactMap { forms in forms.first.map { ($0[keyPath: name], forms) } }) {
      first, _ in first
    }
    return Set(own.keys).union(others.keys).sorted().compactMap { key in
      guard let forms = others[key] else { return (own[key], nil) }
      guard let known = own[key] else { return (nil, forms.first) }
      if forms.contains(known) { return nil }
      // It may be here already beside mine. What stands beside another one of theirs is to become that one, maybe.
      let isHere = own.contains { beside, copy in
        guard let place = place(ofName: beside), beside == Self.name(beside: key, place: place, longest),
          others[beside]?.contains(copy) ?? true
        else { return false }
        var copy = copy
        copy[keyPath: name] = key
        return forms.contains(copy)
      }
      return isHere ? nil : (known, forms.first)
    }
  }
}

extension Alarm {
  fileprivate var withoutName: Alarm {
    var alarm = self
    (alarm.id, alarm.label) = ("", "")
    return alarm
  }

  /// Returns the number in the label that an import has given to this one of theirs (1: none), or `nil` if it is another
  /// alarm.
  fileprivate func number(as other: Alarm) -> Int? {
    withoutName == other.withoutName ? NumberedLabel(other.label).number(of: label) : nil
  }
}
