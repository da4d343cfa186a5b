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
  /// still ring has it.
  public func freeLabel(for alarm: Alarm, at now: Instant, in zone: ZoneRules) -> String {
    guard !alarm.label.isEmpty else { return "" }
    let taken = Set(alarms.filter { $0.id != alarm.id && $0.canStillRing(at: now, in: zone) }.map(\.label))
    guard taken.contains(alarm.label) else { return alarm.label }
    // `Work 3` follows `Work 2`.
    var (base, first) = (alarm.label[...], 2)
    if let space = base.lastIndex(of: " "), let number = Int(base[space...].dropFirst()), (2...9999).contains(number) {
      (base, first) = (base[..<space], number + 1)
    }
    return (first...).lazy.map { number in
      let ending = " \(number)"
      var beginning = base.prefix(Alarm.longestLabel - ending.count)
      while beginning.utf8.count + ending.utf8.count > Alarm.longestLabelInBytes { beginning.removeLast() }
      return beginning + ending
    }.first { !taken.contains($0) } ?? alarm.label
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
