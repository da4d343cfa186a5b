import AlarmClock

extension HomeStateView {
  /// Derives the state from the status, the alarms and the settings. The caller adds the rest.
  package init(_ status: StatusView, _ alarms: [Control.AlarmView], _ settings: Settings) {
    // Ringing is more important than snoozed, and snoozed than checking.
    let order: [Control.RingView.State] = [.ringing, .snoozed, .checking]
    let ring = order.compactMap { state in status.rings.first { $0.state == state } }.first
    self.init(
      name: settings.name, version: status.version, state: ring.flatMap { State(rawValue: $0.state.rawValue) } ?? .idle,
      ringing: ring.map { RingView(alarmId: $0.alarmId, label: $0.label, due: $0.due) },
      next: status.next.map { NextView($0, settings) },
      alarms: alarms.prefix(Self.mostListed).map { AlarmView($0) }, missed: status.misses.count,
      verdict: VerdictView(status.verdict), underVoltage: status.power?.low, trusted: status.clock.trusted,
      readings: status.readings.rounded, volume: settings.volume,
      sound: settings.text(of: .sound) ?? Settings.builtInSound, noise: status.noise?.sound)
  }
}

extension HomeStateView.DismissalView {
  package init(_ event: EventView) { self.init(time: event.time, label: event.label ?? "", card: event.detail) }
}

extension HomeStateView.LastRingView {
  package init(_ event: EventView, _ outcome: Outcome) {
    self.init(time: event.time, label: event.label ?? "", outcome: outcome)
  }
}

extension HomeStateView.NextView {
  fileprivate init(_ next: OccurrenceView, _ settings: Settings) {
    // The time is local, with an offset.
    let (date, time) = (next.time.prefix(10), LocalTime(String(next.time.dropFirst(11).prefix(5))))
    self.init(
      alarmId: next.alarmId, label: next.label, time: next.time,
      local: time.map { "\(date) \($0.text(settings.timeFormat))" } ?? next.time)
  }
}

extension HomeStateView.AlarmView {
  fileprivate init(_ alarm: Control.AlarmView) {
    // A cycle has several times; the house gets the next one.
    let coming = alarm.next.map { String($0.time.dropFirst(11).prefix(5)) } ?? "00:00"
    self.init(
      id: alarm.id, label: alarm.label, time: alarm.time.isEmpty ? coming : alarm.time,
      days: alarm.pattern?.words ?? alarm.days?.description, date: alarm.date,
      enabled: alarm.enabled, skipNext: alarm.skipNext, locked: alarm.locked, next: alarm.next?.time)
  }
}

extension HomeStateView.VerdictView {
  fileprivate init(_ verdict: Control.VerdictView) {
    let state: State =
      switch verdict.state {
      case .nothingSet: .nothingSet
      case .ready: .ready
      case .atRisk: .atRisk
      }
    self.init(state: state, problems: verdict.problems.map { "\($0.check): \($0.what)".withoutPaths })
  }
}

extension ReadingsView {
  /// Rounded, so that the state does not change with every measurement.
  fileprivate var rounded: ReadingsView {
    func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }
    return ReadingsView(
      illuminance: illuminance.map { $0 < 10 ? tenths($0) : $0.rounded() }, temperature: temperature.map(tenths),
      humidity: humidity.map { $0.rounded() })
  }
}

extension String {
  /// Replaces apparent file paths by `…`, because they do not concern the house.
  package var withoutPaths: String {
    var text = ""
    var isStart = true
    var isPath = false
    for character in self {
      if isPath, !character.isWhitespace, !",;)`\"'".contains(character) { continue }
      isPath = isStart && character == "/"
      isStart = character.isWhitespace || "(`\"':".contains(character)
      text += isPath ? "…" : String(character)
    }
    return text
  }
}
