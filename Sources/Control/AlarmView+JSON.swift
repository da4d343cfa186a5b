import AlarmClock

extension ListAlarms.Reply: JSONWritten {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("alarms")
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
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.text("alarmId", alarmId)
      json.count("inSeconds", inSeconds)
      json.text("label", label)
      json.textOrNull("reason", reason)
      json.texts("special", special)
      json.text("time", time)
    }
  }
}

extension PatternView: JSONWritten {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.texts("cycle", cycle)
      json.key("every")
      json.optional(every) { $0.number($1) }
      json.textOrNull("from", from)
      json.texts("monthDays", monthDays)
      json.textOrNull("until", until)
      json.text("words", words)
    }
  }
}

extension ExceptionView: JSONWritten {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.text("date", date)
      json.textOrNull("time", time)
      json.text("what", what)
    }
  }
}

extension RungView: JSONWritten {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.count("after", after)
      json.text("what", what)
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
