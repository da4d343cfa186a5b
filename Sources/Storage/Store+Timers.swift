import AlarmClock

/// Timers and their presets. Rows with any invalid value are put aside, so that they cannot affect alarms.
extension Store {
  /// Returns the timers in the order in which they were started.
  public func timers() throws(StorageError) -> [Timer] {
    var taken: Set<String> = []
    return try rows(
      of: .timers,
      """
      SELECT id, length, label, preset, phase, paused_left, due, due_since_boot, boot, \(Self.chimeList), rowid
      FROM timers ORDER BY rowid
      """
    ) { row, reading throws(Flaw) in
      Timer(
        id: try reading.id(&taken), label: try reading.needed("label", row.text(2), ColumnText.name),
        length: try reading.length(row),
        preset: try reading.needed("preset", row.optionalText(3)) { name throws(InvalidValue) in
          if let name { try TimerPreset.name(name, field: "preset") } else { nil }
        },
        overrides: try reading.chime(row, from: 9), phase: try reading.phase(row))
    }
  }

  public func presets() throws(StorageError) -> [TimerPreset] {
    var taken: Set<String> = []
    return try rows(
      of: .presets,
      "SELECT name, length, \(Self.chimeList), rowid FROM presets ORDER BY name"
    ) { row, reading throws(Flaw) in
      let name = try reading.needed("name", reading.key) { name throws(InvalidValue) in
        try TimerPreset.name(name, field: "name")
      }
      guard taken.insert(name).inserted else { throw reading.flaw("name", "another preset has this name") }
      return TimerPreset(name: name, length: try reading.length(row), overrides: try reading.chime(row, from: 2))
    }
  }

  public func save(_ timer: Timer) throws(StorageError) {
    let (phase, left, deadline) = Self.columns(timer.phase)
    try put(
      in: .timers,
      [
        "id": timer.id, "label": timer.label, "length": timer.length, "preset": timer.preset, "phase": phase,
        "paused_left": left, "due": deadline?.due, "due_since_boot": deadline?.sinceBoot, "boot": deadline?.boot,
      ], own: Self.columns(timer.overrides))
  }

  public func removeTimer(_ id: String) throws(StorageError) { try delete(id, from: .timers) }

  public func save(_ preset: TimerPreset) throws(StorageError) {
    try put(in: .presets, ["name": preset.name, "length": preset.length], own: Self.columns(preset.overrides))
  }

  // MARK: Columns

  private static let chimeList = Setting.ofTimers.compactMap(\.ofTimer?.column).joined(separator: ", ")

  private static func columns(_ own: ChimeOverrides) -> [(key: String, value: StoredValue?)] {
    Setting.ofTimers.compactMap(\.ofTimer).map { ($0.column, $0.stored(own)) }
  }

  private static func columns(_ phase: Timer.Phase) -> (word: String, left: Duration?, deadline: Deadline?) {
    switch phase {
    case .running(let deadline): ("running", nil, deadline)
    case .paused(let left): ("paused", left, nil)
    case .ended(let deadline): ("ended", nil, deadline)
    }
  }
}

extension RowReading {
  fileprivate func chime(_ row: borrowing SQLRow, from first: Int32) throws(Flaw) -> ChimeOverrides {
    var own = ChimeOverrides()
    for (index, setting) in Setting.ofTimers.enumerated() {
      try needed("value", row.ownValue(first + Int32(index))) { stored throws(InvalidValue) in
        try setting.ofTimer?.take(&own, stored)
      }
    }
    return own
  }

  fileprivate func length(_ row: borrowing SQLRow) throws(Flaw) -> Duration {
    let length = Duration.nanoseconds(row.integer(1))
    guard Timer.lengths.contains(length) else { throw flaw("length", "no timer lasts \(length)") }
    return length
  }

  /// Longer than any machine stays up.
  private static let longestUp: Duration = .seconds(100 * 366 * 86_400)

  fileprivate func phase(_ row: borrowing SQLRow) throws(Flaw) -> Timer.Phase {
    let word = row.text(4)
    if word == "paused" {
      let left = Duration.nanoseconds(row.integer(5))
      guard left >= .zero, left <= Timer.lengths.upperBound else { throw flaw("left", "no timer has \(left) left") }
      return .paused(left: left)
    }
    let sinceBoot = Duration.nanoseconds(row.integer(7))
    guard (.zero - Self.longestUp...Self.longestUp).contains(sinceBoot), row.text(8).utf8.count <= 100 else {
      throw flaw("end", "no computer was up for \(sinceBoot)")
    }
    let deadline = Deadline(due: row.instant(6), sinceBoot: sinceBoot, boot: row.text(8))
    switch word {
    case "running": return .running(until: deadline)
    case "ended": return .ended(at: deadline)
    default: throw flaw("phase", "there is no such phase")
    }
  }
}
