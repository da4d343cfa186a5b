import AlarmClock

extension AlarmList: JSONWritten {
  public func write(to json: inout JSONWriter) { json.object { $0.field("alarms", alarms) } }
}

extension AlarmView: JSONWritten {
  public func write(to json: inout JSONWriter) {
    json.object { json in for (key, write) in Self.fields { write(self, key, &json) } }
  }

  private typealias Field = @Sendable (AlarmView, JSONKey, inout JSONWriter) -> Void

  private static func fact(
    _ name: String, _ value: @escaping @Sendable (Facts) -> some JSONWritten
  ) -> (String, Field) { (name, { alarm, key, json in json.field(key, value(alarm.facts)) }) }

  /// The facts and settings, sorted by name. Settings that were not sent are left out.
  private static let fields: [(JSONKey, Field)] = {
    let settings: [(String, Field)] = SettingKey.ofAlarms.map { setting in
      (setting.fieldName, { alarm, key, json in if let value = alarm.values[setting] { json.field(key, value) } })
    }
    let facts = [
      fact("id") { $0.id }, fact("label") { $0.label }, fact("recurrence") { $0.recurrence }, fact("time") { $0.time },
      fact("date") { $0.date }, fact("days") { $0.days?.days.map(\.word) }, fact("pattern") { $0.pattern },
      fact("group") { $0.group }, fact("holidays") { $0.holidays }, fact("exceptions") { $0.exceptions },
      fact("enabled") { $0.enabled }, fact("skipNext") { $0.skipNext }, fact("skipped") { $0.skipped },
      fact("skipReason") { $0.skipReason }, fact("ringing") { $0.ringing }, fact("next") { $0.next },
      fact("playsInstead") { $0.playsInstead }, fact("ladder") { $0.ladder }, fact("locked") { $0.locked },
      fact("inherited") { $0.inherited }, fact("cards") { $0.cards },
    ]
    return (facts + settings).sorted { $0.0 < $1.0 }.map { (JSONKey($0.0), $0.1) }
  }()
}

extension OccurrenceView: JSONWritten {
  public func write(to json: inout JSONWriter) {
    json.object([
      "alarmId": alarmId, "inSeconds": inSeconds, "label": label, "reason": reason, "special": special, "time": time,
    ])
  }
}

extension PatternView: JSONWritten {
  public func write(to json: inout JSONWriter) {
    json.object([
      "cycle": cycle, "every": every, "from": from, "monthDays": monthDays, "until": until, "words": words,
    ])
  }
}

extension ExceptionView: JSONWritten {
  public func write(to json: inout JSONWriter) { json.object(["date": date, "time": time, "what": what]) }
}

extension RungView: JSONWritten {
  public func write(to json: inout JSONWriter) { json.object(["after": after, "what": what]) }
}

extension SentValue: JSONWritten {
  public func write(to json: inout JSONWriter) {
    switch self {
    case .flag(let flag): flag.write(to: &json)
    case .number(let number): number.write(to: &json)
    case .text(let text): text.write(to: &json)
    }
  }
}
