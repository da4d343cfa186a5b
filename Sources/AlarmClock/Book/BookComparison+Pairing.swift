extension BookComparison {
  /// The features by which two alarms with different ids are the same: label and time. Without a label, the days must
  /// be equal too, and one-offs must have the same date.
  private struct Sameness: Hashable {
    let label: String
    let time: LocalTime?
    let recurrence: Recurrence?

    init(_ alarm: Alarm) {
      label = alarm.label
      time = label.isEmpty ? nil : alarm.recurrence.rule?.time
      recurrence = time == nil ? alarm.recurrence : nil
    }
  }

  /// Returns the index in `mine` of the counterpart of each of `theirs`, or `nil` if only they have it. Each alarm is
  /// given in all forms that it may have here, with the same id, label and time.
  static func partners(of theirs: [[Alarm]], in mine: [Alarm]) -> [Int?] {
    let places = Dictionary(mine.enumerated().map { ($1.id, $0) }) { first, _ in first }
    var partners = theirs.map { $0.first.flatMap { places[$0.id] } }
    var taken = Set(partners.compactMap(\.self))
    // Reversed, so that `popLast` returns the earliest of several.
    var free: [Sameness: [Int]] = [:]
    for index in mine.indices.reversed() where !taken.contains(index) {
      free[Sameness(mine[index]), default: []].append(index)
    }
    for (index, forms) in theirs.enumerated() where partners[index] == nil {
      partners[index] = forms.first.flatMap { free[Sameness($0)]?.popLast() }
    }
    taken.formUnion(partners.compactMap(\.self))
    // An alarm of theirs that replaced one of mine may have another label here.
    let renamed = Beside(mine.enumerated().filter { !taken.contains($0.offset) }.map(\.element))
    for (index, forms) in theirs.enumerated() where partners[index] == nil {
      let found = forms.flatMap(renamed.ids).compactMap { places[$0] }
      partners[index] = found.first { taken.insert($0).inserted }
    }
    return partners
  }

  /// Finds the alarms that differ, and by a counterpart's id the copies that earlier imports left beside it.
  static func alarms(
    _ mine: AlarmBook, _ theirs: AlarmBook, _ partners: [Int?], at now: Instant, in zone: ZoneRules
  ) -> (differences: [Difference], copies: [String: [String]]) {
    let beside = Dictionary(partners.enumerated().compactMap { index, partner in partner.map { ($0, index) } }) {
      first, _ in first
    }
    // The counterpart of another alarm of theirs that differs from it may be about to become that one.
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

  /// Finds copies of their alarms among mine that earlier imports have added beside another alarm. Such a copy got a
  /// label that was free at that time, and lower numbers may be free again by now, so everything but the label is
  /// compared.
  private struct Beside {
    private struct Key: Hashable {
      let alarm: Alarm
      /// The label, or the label without its number.
      let name: String
    }

    private var labeled: [Key: [Alarm]] = [:]
    /// Sorted by number.
    private var numbered: [Key: [(number: Int, alarm: Alarm)]] = [:]
    /// Imports leave few copies of an alarm. The limit keeps a file with thousands of them from being slow.
    private static let most = 100

    init(_ mine: [Alarm]) {
      labeled = Dictionary(grouping: mine) { Key(alarm: $0.withoutName, name: $0.label) }
      for own in mine {
        guard let (base, number) = NumberedLabel.parts(own.label) else { continue }
        numbered[Key(alarm: own.withoutName, name: String(base)), default: []].append((number, own))
      }
      for key in numbered.keys { numbered[key]?.sort { $0.number < $1.number } }
    }

    /// Returns the ids of the copies of `other`, sorted by label.
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

  /// Finds named things that differ, sorted by name. Each of `theirs` is given in all forms that it may have here, the
  /// one to import first. `longest` is the longest name, in characters.
  static func named<Thing: Nameable & Hashable>(
    _ mine: [Thing], _ theirs: [[Thing]], _ longest: Int
  ) -> [(mine: Thing?, theirs: Thing?)] {
    let own = Dictionary(mine.map { ($0.name, $0) }) { first, _ in first }
    let others = Dictionary(theirs.compactMap { forms in forms.first.map { ($0.name, forms) } }) { first, _ in first }
    return Set(own.keys).union(others.keys).sorted().compactMap { key in
      guard let forms = others[key] else { return (own[key], nil) }
      guard let known = own[key] else { return (nil, forms.first) }
      if forms.contains(known) { return nil }
      // It may already be here under another name, beside mine. A thing that is the counterpart of another one of
      // theirs, and differs from it, may be about to become that one.
      let isHere = own.contains { beside, copy in
        guard let place = place(ofName: beside), beside == Self.name(beside: key, place: place, longest),
          others[beside]?.contains(copy) ?? true
        else { return false }
        var copy = copy
        copy.name = key
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

  /// Returns the number that an import appended to the label of `other`, 1 for none, or `nil` if this is not a copy.
  fileprivate func number(as other: Alarm) -> Int? {
    withoutName == other.withoutName ? NumberedLabel(other.label).number(of: label) : nil
  }

  /// Replaces another clock's card ids by those of the same cards here. Returns the names of the missing cards, which
  /// it removes. If no card is left that could end a ring, every card ends it.
  mutating func fit(_ cards: [Card], to here: [Card]) -> [String] {
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

  /// Returns the alarm without past exceptions and without a past skip, which an alarm can keep while it is off.
  func forgettingPast(at now: Instant, in zone: ZoneRules) -> Alarm {
    var alarm = self
    if let key = skippedKey, key.resolved(in: zone).due <= now { alarm.skippedKey = nil }
    let today = zone.local(now).date
    alarm.days.exceptions = days.exceptions.filter { $0.key >= today }
    return alarm
  }
}
