extension AlarmBook {
  /// Returns the alarms that the user may mean by a label: exact matches if there are any, otherwise matches in any
  /// case. Alarms that will never ring again count only if no other alarm has the label.
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

  /// Returns the label to save: `Work`, or `Work 2` if another alarm that can still ring has it. A shared one stays.
  public func freeLabel(for alarm: Alarm, at now: Instant, in zone: ZoneRules) -> String {
    if let old = self.alarm(alarm.id), old.label == alarm.label, old.canStillRing(at: now, in: zone) {
      return alarm.label
    }
    var labels = TakenLabels(alarms.filter { $0.id != alarm.id && $0.canStillRing(at: now, in: zone) }.map(\.label))
    return labels.take(alarm.label)
  }

  /// An alarm that was added with a new label because its own was taken.
  public struct Renamed: Hashable, Sendable {
    public var was: String
    public var alarm: Alarm
  }

  /// Makes the labels of added alarms (`coming`, `nil` for all) unique among the alarms that can still ring.
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

private struct TakenLabels {
  private var all: Set<String>
  /// The first number that may be free, by requested label.
  private var numbers: [String: Int] = [:]

  init(_ all: [String]) { self.all = Set(all) }

  /// Takes a label, or if it is taken, the first free numbered one. An empty label is never taken.
  mutating func take(_ label: String) -> String {
    guard !label.isEmpty, !all.insert(label).inserted else { return label }
    let numbered = NumberedLabel(label)
    var number = numbers[label] ?? numbered.first
    while !all.insert(numbered[number]).inserted { number += 1 }
    numbers[label] = number + 1
    return numbered[number]
  }
}

/// A label and its successors: `Work`, `Work 2`, `Work 3` and so on. The first successor of `Work 2` is `Work 3`.
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

  /// Returns `Work` and 2 for `Work 2`, or `nil` if the label does not end with a number.
  static func parts(_ label: String) -> (base: Substring, number: Int)? {
    guard let space = label.lastIndex(of: " "), let number = Int(label[space...].dropFirst()) else { return nil }
    return (label[..<space], number)
  }

  /// The numbered labels without their numbers. Long ones are cut, more for longer numbers.
  var bases: Set<String> {
    label.isEmpty ? [] : Set([2, 10, 100, 1000, 10_000].map { String(self[$0].dropLast(1 + String($0).count)) })
  }

  subscript(number: Int) -> String {
    let ending = " \(number)"
    var beginning = base.prefix(Alarm.longestLabel - ending.count)
    while beginning.utf8.count + ending.utf8.count > Alarm.longestLabelInBytes { beginning.removeLast() }
    return beginning + ending
  }

  /// Returns the number of another label in this sequence, 1 for the label itself, or `nil` if it is not in it.
  func number(of other: String) -> Int? {
    guard other != label, !label.isEmpty else { return other == label ? 1 : nil }
    guard let number = Self.parts(other)?.number, number >= first, self[number] == other else { return nil }
    return number
  }
}
