/// Labels, by which people name alarms.
extension AlarmBook {
  /// Returns the alarms that people may mean by a label: those that have exactly this one, or else those that have it in
  /// other letters, small or large. Alarms that never ring again count only where no other has the label.
  public func alarms(labeled label: String, at now: Instant, in zone: ZoneRules) -> [Alarm] {
    guard !label.isEmpty else { return [] }
    var found = alarms.filter { $0.label == label }
    if found.isEmpty {
      let lowercased = label.lowercased()
      found = alarms.filter { $0.label.lowercased() == lowercased }
    }
    let coming = found.filter { $0.canStillRing(at: now, in: zone) }
    return coming.isEmpty ? found : coming
  }

  /// Returns the label for an alarm that is to be saved: its own, or one such as `Work 2` where another alarm that can
  /// still ring has it. An alarm that shares its label already keeps it.
  public func freeLabel(for alarm: Alarm, at now: Instant, in zone: ZoneRules) -> String {
    if let old = self.alarm(alarm.id), old.label == alarm.label, old.canStillRing(at: now, in: zone) {
      return alarm.label
    }
    var labels = TakenLabels(alarms.filter { $0.id != alarm.id && $0.canStillRing(at: now, in: zone) }.map(\.label))
    return labels.take(alarm.label)
  }

  /// An alarm that came in under the label of another one, and was given one of its own.
  public struct Renamed: Hashable, Sendable {
    public var was: String
    public var alarm: Alarm
  }

  /// Gives alarms that come in labels that no other alarm has, among those that can still ring.
  ///
  /// - Parameter coming: The ids of the alarms that come in, or `nil` if all of them do.
  public mutating func freeLabels(
    of coming: Set<String>? = nil, at now: Instant, in zone: ZoneRules
  ) -> [Renamed] {
    let all = alarms.indices.filter { alarms[$0].canStillRing(at: now, in: zone) }
    func isComing(_ place: Int) -> Bool { coming?.contains(alarms[place].id) ?? true }
    var labels = TakenLabels(all.filter { !isComing($0) }.map { alarms[$0].label })
    return all.filter(isComing).compactMap { place in
      let was = alarms[place].label
      alarms[place].label = labels.take(was)
      return alarms[place].label == was ? nil : Renamed(was: was, alarm: alarms[place])
    }
  }
}

/// Labels that alarms have, while others get theirs.
private struct TakenLabels {
  private var all: Set<String>
  /// The first number that may be free, by the label that was asked for.
  private var numbers: [String: Int] = [:]

  init(_ all: [String]) { self.all = Set(all) }

  /// Takes a label, or the first free one of those that are numbered after it. An empty label means no alarm.
  mutating func take(_ label: String) -> String {
    guard !label.isEmpty, !all.insert(label).inserted else { return label }
    let numbered = NumberedLabel(label)
    var number = numbers[label] ?? numbered.first
    while !all.insert(numbered[number]).inserted { number += 1 }
    numbers[label] = number + 1
    return numbered[number]
  }
}

/// A label and those that are numbered after it: `Work`, `Work 2`, `Work 3` and so on. `Work 3` follows `Work 2`.
struct NumberedLabel {
  private let label: String
  private let base: Substring
  let first: Int

  init(_ label: String) {
    self.label = label
    if let (base, number) = Self.parts(label), (2...9999).contains(number) {
      (self.base, first) = (base, number + 1)
    } else {
      (base, first) = (label[...], 2)
    }
  }

  /// Returns `Work` and 2 for `Work 2`, or `nil` if the label ends with no number.
  static func parts(_ label: String) -> (base: Substring, number: Int)? {
    guard let space = label.lastIndex(of: " "), let number = Int(label[space...].dropFirst()) else { return nil }
    return (label[..<space], number)
  }

  /// The beginnings of these labels, without their numbers. Long ones are cut, the more the longer the number is.
  var bases: Set<String> {
    label.isEmpty ? [] : Set([2, 10, 100, 1000, 10_000].map { String(self[$0].dropLast(1 + String($0).count)) })
  }

  subscript(number: Int) -> String {
    let ending = " \(number)"
    var beginning = base.prefix(Alarm.longestLabel - ending.count)
    while beginning.utf8.count + ending.utf8.count > Alarm.longestLabelInBytes { beginning.removeLast() }
    return beginning + ending
  }

  /// Returns the number of a label that is one of these, 1 for the label itself, or `nil` if it is none of them.
  func number(of other: String) -> Int? {
    guard other != label, !label.isEmpty else { return other == label ? 1 : nil }
    guard let number = Self.parts(other)?.number, number >= first, self[number] == other else { return nil }
    return number
  }
}

extension Alarm {
  /// Whether it has a ring to come, or would have if it were enabled. A ring for one time that has begun is over by this.
  public func canStillRing(at now: Instant, in zone: ZoneRules) -> Bool { passed(by: now, in: zone) == nil }

  /// `Mon-Fri 07:30`, `2026-12-24 07:30`.
  public func words(at now: Instant, in zone: ZoneRules) -> String {
    switch recurrence {
    case .once(let local): "\(local.date) \(local.time)"
    case .instant(let due): "\(zone.local(due).date) \(zone.local(due).time)"
    default: recurrence.rule?.words(on: zone.local(now).date) ?? ""
    }
  }
}
