import AlarmClock

extension ListAlarms.Reply: JSONWritten {
  private static let alarms = JSONKey("alarms")

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key(Self.alarms)
      json.array { json in for alarm in alarms { alarm.write(to: &json) } }
    }
  }
}

extension AlarmView: JSONWritten {
  public func write(to json: inout JSONWriter) {
    json.object { json in for field in Self.fields { field(self, &json) } }
  }

  private typealias Field = @Sendable (AlarmView, inout JSONWriter) -> Void

  /// Its facts, and the settings beside them, by name.
  private static let fields: [Field] = {
    let settings: [(String, Field)] = SettingKey.ofAlarms.map { key in
      let name = JSONKey(key.fieldName)
      return (
        key.fieldName,
        { alarm, json in
          guard let value = alarm.values[key] else { return }
          json.key(name)
          value.write(to: &json)
        }
      )
    }
    let facts: [(String, Field)] = Facts.fields.map { name, write in
      let key = JSONKey(name)
      return (
        name,
        { alarm, json in
          json.key(key)
          write(alarm.facts, &json)
        }
      )
    }
    return (facts + settings).sorted { $0.0 < $1.0 }.map(\.1)
  }()
}

extension AlarmView.Facts {
  fileprivate static let fields: [(String, @Sendable (Self, inout JSONWriter) -> Void)] = [
    ("id", { $1.string($0.id) }),
    ("label", { $1.string($0.label) }),
    ("recurrence", { $1.string($0.recurrence) }),
    ("time", { $1.string($0.time) }),
    ("date", { $1.optional($0.date) { $0.string($1) } }),
    ("days", { $1.optional($0.days) { json, days in json.strings(days.days.map { $0.word }) } }),
    ("pattern", { $1.optional($0.pattern) { $1.write(to: &$0) } }),
    ("group", { $1.string($0.group) }),
    ("holidays", { $1.string($0.holidays) }),
    ("exceptions", { facts, json in json.array { json in for date in facts.exceptions { date.write(to: &json) } } }),
    ("enabled", { $1.flag($0.enabled) }),
    ("skipNext", { $1.flag($0.skipNext) }),
    ("skipped", { $1.optional($0.skipped) { $0.string($1) } }),
    ("skipReason", { $1.optional($0.skipReason) { $0.string($1) } }),
    ("ringing", { $1.flag($0.ringing) }),
    ("next", { $1.optional($0.next) { $1.write(to: &$0) } }),
    ("playsInstead", { $1.optional($0.playsInstead) { $0.string($1) } }),
    ("ladder", { facts, json in json.array { json in for rung in facts.ladder { rung.write(to: &json) } } }),
    ("locked", { $1.flag($0.locked) }),
    ("inherited", { $1.strings($0.inherited) }),
    ("cards", { $1.strings($0.cards) }),
  ]
}

extension OccurrenceView: JSONWritten {
  private static let keys = (
    alarmId: JSONKey("alarmId"), inSeconds: JSONKey("inSeconds"), label: JSONKey("label"),
    reason: JSONKey("reason"), special: JSONKey("special"), time: JSONKey("time")
  )

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key(Self.keys.alarmId)
      json.string(alarmId)
      json.key(Self.keys.inSeconds)
      json.number(inSeconds)
      json.key(Self.keys.label)
      json.string(label)
      json.key(Self.keys.reason)
      json.optional(reason) { $0.string($1) }
      json.key(Self.keys.special)
      json.strings(special)
      json.key(Self.keys.time)
      json.string(time)
    }
  }
}

extension PatternView: JSONWritten {
  private static let keys = (
    cycle: JSONKey("cycle"), every: JSONKey("every"), from: JSONKey("from"), monthDays: JSONKey("monthDays"),
    until: JSONKey("until"), words: JSONKey("words")
  )

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key(Self.keys.cycle)
      json.strings(cycle)
      json.key(Self.keys.every)
      json.optional(every) { $0.number($1) }
      json.key(Self.keys.from)
      json.optional(from) { $0.string($1) }
      json.key(Self.keys.monthDays)
      json.strings(monthDays)
      json.key(Self.keys.until)
      json.optional(until) { $0.string($1) }
      json.key(Self.keys.words)
      json.string(words)
    }
  }
}

extension ExceptionView: JSONWritten {
  private static let keys = (date: JSONKey("date"), time: JSONKey("time"), what: JSONKey("what"))

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key(Self.keys.date)
      json.string(date)
      json.key(Self.keys.time)
      json.optional(time) { $0.string($1) }
      json.key(Self.keys.what)
      json.string(what)
    }
  }
}

extension RungView: JSONWritten {
  private static let keys = (after: JSONKey("after"), what: JSONKey("what"))

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key(Self.keys.after)
      json.number(after)
      json.key(Self.keys.what)
      json.string(what)
    }
  }
}

extension SentValue: JSONWritten {
  public func write(to json: inout JSONWriter) {
    switch self {
    case .flag(let flag): json.flag(flag)
    case .number(let number): json.number(number)
    case .text(let text): json.string(text)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func strings(_ texts: [String]) { array { json in for text in texts { json.string(text) } } }
}
