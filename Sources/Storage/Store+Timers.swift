import AlarmClock

/// Timers and their presets. A row that cannot be read is left out and named: no alarm may suffer from it.
extension Store {
  /// What was read, and the keys of what could not be.
  public struct Readable<Value: Sendable>: Sendable {
    public var values: [Value]
    public var damaged: [String]

    public init(values: [Value] = [], damaged: [String] = []) {
      self.values = values
      self.damaged = damaged
    }
  }

  /// All timers, the one that was started first at the beginning.
  public func timers() throws(StorageError) -> Readable<Timer> {
    try readable(
      """
      SELECT id, length, sound, volume, vibration, vibration_pattern, chime, label, preset, phase, paused_left, due,
        due_since_boot, boot
      FROM timers ORDER BY rowid
      """
    ) { row throws(StorageError) in
      Timer(
        id: row.text(0), label: try Self.label(row.text(7)), length: try Self.length(row), preset: row.optionalText(8),
        overrides: try Self.overrides(row), phase: try Self.phase(row))
    }
  }

  /// All presets, by name.
  public func presets() throws(StorageError) -> Readable<TimerPreset> {
    try readable(
      "SELECT name, length, sound, volume, vibration, vibration_pattern, chime FROM presets ORDER BY name"
    ) { row throws(StorageError) in
      TimerPreset(name: row.text(0), length: try Self.length(row), overrides: try Self.overrides(row))
    }
  }

  /// Stores a new timer or the new state of one.
  public func save(_ timer: Timer) throws(StorageError) {
    let (phase, left, deadline) = Self.columns(timer.phase)
    try database.run(
      """
      INSERT INTO timers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET label = excluded.label, length = excluded.length, preset = excluded.preset,
        sound = excluded.sound, volume = excluded.volume, vibration = excluded.vibration,
        vibration_pattern = excluded.vibration_pattern, chime = excluded.chime, phase = excluded.phase,
        paused_left = excluded.paused_left, due = excluded.due, due_since_boot = excluded.due_since_boot,
        boot = excluded.boot
      """,
      [
        .text(timer.id), .text(timer.label), .integer(timer.length.wholeNanoseconds), SQLValue(timer.preset),
      ] + Self.columns(timer.overrides) + [
        .text(phase), left.map { .integer($0.wholeNanoseconds) } ?? .null,
        deadline.map { .integer($0.due.nanoseconds) } ?? .null,
        deadline.map { .integer($0.sinceBoot.wholeNanoseconds) } ?? .null, SQLValue(deadline?.boot),
      ])
  }

  public func removeTimer(_ id: String) throws(StorageError) {
    try database.run("DELETE FROM timers WHERE id = ?", [.text(id)])
  }

  /// Stores a new preset, or the new values of one.
  public func save(_ preset: TimerPreset) throws(StorageError) {
    try database.run(
      """
      INSERT INTO presets VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET length = excluded.length, sound = excluded.sound, volume = excluded.volume,
        vibration = excluded.vibration, vibration_pattern = excluded.vibration_pattern, chime = excluded.chime
      """, [.text(preset.name), .integer(preset.length.wholeNanoseconds)] + Self.columns(preset.overrides))
  }

  public func removePreset(_ name: String) throws(StorageError) {
    try database.run("DELETE FROM presets WHERE name = ?", [.text(name)])
  }

  // MARK: Columns

  private func readable<Value: Sendable>(
    _ sql: String, _ value: (borrowing SQLRow) throws(StorageError) -> Value
  ) throws(StorageError) -> Readable<Value> {
    var found = Readable<Value>()
    _ = try database.run(sql) { row in
      do throws(StorageError) { found.values.append(try value(row)) } catch { found.damaged.append(row.text(0)) }
    }
    return found
  }

  private static func columns(_ own: ChimeOverrides) -> [SQLValue] {
    [
      SQLValue(own.sound), SQLValue(own.volume), SQLValue(own.vibration?.rawValue),
      SQLValue(own.vibrationPattern?.rawValue), SQLValue(own.chimes.map { $0 ? 1 : 0 }),
    ]
  }

  /// Columns 2 to 6 of both tables.
  private static func overrides(_ row: borrowing SQLRow) throws(StorageError) -> ChimeOverrides {
    var own = ChimeOverrides(
      sound: row.optionalText(2), volume: row.optionalInteger(3), chimes: row.optionalInteger(6).map { $0 != 0 })
    guard (0...100).contains(own.volume ?? 0) else { throw damage("a volume of \(own.volume ?? 0)") }
    if let text = row.optionalText(4) { own.vibration = try ColumnText.vibration(text) }
    if let text = row.optionalText(5) { own.vibrationPattern = try ColumnText.vibrationPattern(text) }
    return own
  }

  private static func label(_ text: String) throws(StorageError) -> String {
    do { return try checkedName(text, field: "a label") } catch { throw damage("a label: \(error.reason)") }
  }

  private static func length(_ row: borrowing SQLRow) throws(StorageError) -> Duration {
    let length = Duration.nanoseconds(row.integer(1))
    guard Timer.lengths.contains(length) else { throw damage("a length of \(length)") }
    return length
  }

  private static func columns(_ phase: Timer.Phase) -> (word: String, left: Duration?, deadline: Deadline?) {
    switch phase {
    case .running(let deadline): ("running", nil, deadline)
    case .paused(let left): ("paused", left, nil)
    case .ended(let deadline): ("ended", nil, deadline)
    }
  }

  private static func phase(_ row: borrowing SQLRow) throws(StorageError) -> Timer.Phase {
    let deadline = Deadline(
      due: Instant(nanoseconds: row.integer(11)), sinceBoot: .nanoseconds(row.integer(12)), boot: row.text(13))
    switch row.text(9) {
    case "running": return .running(until: deadline)
    case "ended": return .ended(at: deadline)
    case "paused":
      let left = Duration.nanoseconds(row.integer(10))
      guard left >= .zero, left <= Timer.lengths.upperBound else { throw damage("\(left) left") }
      return .paused(left: left)
    case let other: throw damage("`\(other)` is no phase")
    }
  }

  private static func damage(_ what: String) -> StorageError { StorageError(.corrupt, "reading a timer", what) }
}
