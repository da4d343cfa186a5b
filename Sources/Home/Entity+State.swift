import Control

extension Entity {
  /// Returns all entities of a clock, except those of missing devices, and those that nobody may set.
  ///
  /// Each id occurs once: alarms keep their ids from a backup, which may be `a` and `a_time`.
  static func all(of clock: HomeStateView) -> [Entity] {
    var ids = Set<String>()
    return (shown(clock) + scores(clock) + sensors(clock) + settable(clock)).filter { ids.insert($0.id).inserted }
  }

  /// Home Assistant's word for an unknown timestamp or number.
  private static let none = "None"

  private static func shown(_ clock: HomeStateView) -> [Entity] {
    let problems = JSONWriter.document { json in
      json.field("problems", clock.verdict.problems.prefix(20).map { $0.forTheHouse(atMost: 200) })
      json.field("time_is_trusted", clock.trusted)
      json.field("commands_problem", clock.commandsProblem?.forTheHouse(atMost: 200))
    }
    return [
      Entity("next_alarm", .sensor, "Next alarm", state: clock.next?.time ?? none)
        .with("dev_cla", "timestamp").with("ic", "mdi:alarm").with(attributes: alarmList(clock)),
      Entity("state", .sensor, "State", state: clock.state.rawValue)
        .with("dev_cla", "enum").with("ops", HomeStateView.State.allCases.map(\.rawValue))
        .with(attributes: ring(clock)),
      Entity("ringing", .binarySensor, "Ringing", state: onOff(clock.state == .ringing))
        .with("ic", "mdi:alarm-bell"),
      Entity("missed", .sensor, "Missed alarms", state: "\(clock.missed)").with("ic", "mdi:alarm-off"),
      Entity("problem", .binarySensor, "Problem", state: onOff(clock.verdict.state == .atRisk))
        .with("dev_cla", "problem").diagnostic.with(attributes: problems),
      Entity("verdict", .sensor, "Next ring", state: clock.verdict.state.rawValue)
        .with("dev_cla", "enum").with("ops", HomeStateView.VerdictView.State.allCases.map(\.rawValue))
        .diagnostic,
      Entity("last_dismissal", .sensor, "Last dismissed", state: clock.dismissal?.time ?? none)
        .with("dev_cla", "timestamp").diagnostic.with(attributes: dismissal(clock)),
      Entity("happened", .event, "Alarm")
        .with("evt_typ", HomeHappening.allCases.map(\.rawValue)).with("ic", "mdi:alarm"),
    ]
  }

  /// Scores of `rouse insight`, 0 to 100.
  private static func scores(_ clock: HomeStateView) -> [Entity] {
    guard let scores = clock.scores else { return [] }
    let named = [
      ("waking", "Waking score", scores.waking), ("rhythm", "Rhythm score", scores.rhythm),
      ("readiness", "Readiness score", scores.readiness),
    ]
    return named.map { id, name, score in
      Entity("score_\(id)", .sensor, name, state: score.map { "\(min(max($0, 0), 100))" } ?? none)
        .with("unit_of_meas", "%").with("stat_cla", "measurement").with("ic", "mdi:gauge").diagnostic
    }
  }

  private static func sensors(_ clock: HomeStateView) -> [Entity] {
    let readings = clock.readings
    return [
      clock.underVoltage.map { low in
        Entity("under_voltage", .binarySensor, "Under-voltage", state: onOff(low)).with("dev_cla", "problem").diagnostic
      },
      readings.illuminance.map { measured("illuminance", "Illuminance", $0, "illuminance", "lx") },
      readings.temperature.map { measured("temperature", "Temperature", $0, "temperature", "°C") },
      readings.humidity.map { measured("humidity", "Humidity", $0, "humidity", "%") },
    ].compactMap(\.self)
  }

  private static func measured(
    _ id: String, _ name: String, _ value: Double, _ kind: String, _ unit: String
  ) -> Entity {
    // Larger values are not readings, and could overflow.
    let tenths = Int((min(max(value, -1e9), 1e9) * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return Entity(id, .sensor, name, state: "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)")
      .with("dev_cla", kind).with("unit_of_meas", unit).with("stat_cla", "measurement")
  }

  static func onOff(_ isOn: Bool) -> String { isOn ? "ON" : "OFF" }

  // MARK: Attributes

  /// Home Assistant stores at most 16 KiB of attributes in its history.
  private static let mostAlarms = 30

  private static func alarmList(_ clock: HomeStateView) -> [UInt8] {
    JSONWriter.document { json in
      json.field("label", clock.next?.label.forTheHouse())
      json.field("local", clock.next?.local)
      json.field("alarm_id", clock.next?.alarmId)
      json.field("alarm_count", clock.alarms.count)
      json.key("alarms")
      json.array { json in
        for alarm in clock.alarms.prefix(mostAlarms) {
          json.object { json in
            json.field("id", alarm.id)
            json.field("label", alarm.label.forTheHouse(atMost: 60))
            json.field("time", alarm.time)
            json.field("days", alarm.days)
            json.field("date", alarm.date)
            json.field("enabled", alarm.enabled)
            json.field("skip_next", alarm.skipNext)
            json.field("locked", alarm.locked)
            json.field("next", alarm.next)
          }
        }
      }
    }
  }

  private static func ring(_ clock: HomeStateView) -> [UInt8] {
    JSONWriter.document { json in
      json.field("label", clock.ringing?.label.forTheHouse())
      json.field("due", clock.ringing?.due)
      json.field("alarm_id", clock.ringing?.alarmId)
    }
  }

  private static func dismissal(_ clock: HomeStateView) -> [UInt8] {
    JSONWriter.document { json in
      json.field("label", clock.dismissal?.label.forTheHouse())
      json.field("card", clock.dismissal?.card?.forTheHouse())
    }
  }
}
