import Control

extension Entity {
  /// All of a clock that is so; what it has no device for, and what nobody may set, is not there.
  ///
  /// One of each id: alarms that a backup has brought are called as it says, `a` and `a_time` perhaps.
  static func all(of clock: HomeStateView) -> [Entity] {
    var ids = Set<String>()
    return (shown(clock) + scores(clock) + sensors(clock) + settable(clock)).filter { ids.insert($0.id).inserted }
  }

  /// No timestamp, no number (Home Assistant's word for it).
  private static let none = "None"

  private static func shown(_ clock: HomeStateView) -> [Entity] {
    let problems = JSONWriter.document { json in
      json.texts("problems", clock.verdict.problems.prefix(20).map { $0.forTheHouse(atMost: 200) })
      json.isSo("time_is_trusted", clock.trusted)
      json.textOrNull("commands_problem", clock.commandsProblem?.forTheHouse(atMost: 200))
    }
    return [
      Entity("next_alarm", .sensor, "Next alarm", state: clock.next?.time ?? none)
        .with("dev_cla", "timestamp").with("ic", "mdi:alarm").with(attributes: alarmList(clock)),
      Entity("state", .sensor, "State", state: clock.state.rawValue)
        .with("dev_cla", "enum").with("ops", .texts(HomeStateView.State.allCases.map(\.rawValue)))
        .with(attributes: ring(clock)),
      Entity("ringing", .binarySensor, "Ringing", state: onOff(clock.state == .ringing))
        .with("ic", "mdi:alarm-bell"),
      Entity("missed", .sensor, "Missed alarms", state: "\(clock.missed)").with("ic", "mdi:alarm-off"),
      Entity("problem", .binarySensor, "Problem", state: onOff(clock.verdict.state == .atRisk))
        .with("dev_cla", "problem").diagnostic.with(attributes: problems),
      Entity("verdict", .sensor, "Next ring", state: clock.verdict.state.rawValue)
        .with("dev_cla", "enum").with("ops", .texts(HomeStateView.VerdictView.State.allCases.map(\.rawValue)))
        .diagnostic,
      Entity("last_dismissal", .sensor, "Last dismissed", state: clock.dismissal?.time ?? none)
        .with("dev_cla", "timestamp").diagnostic.with(attributes: dismissal(clock)),
      Entity("happened", .event, "Alarm")
        .with("evt_typ", .texts(HomeHappening.allCases.map(\.rawValue))).with("ic", "mdi:alarm"),
    ]
  }

  /// 0 to 100 for how waking goes, as `rouse insight` has it.
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
    // Bounded, as a number of such a size is no reading.
    let tenths = Int((min(max(value, -1e9), 1e9) * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return Entity(id, .sensor, name, state: "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)")
      .with("dev_cla", kind).with("unit_of_meas", unit).with("stat_cla", "measurement")
  }

  static func onOff(_ isOn: Bool) -> String { isOn ? "ON" : "OFF" }

  // MARK: Attributes

  /// Home Assistant keeps no more than 16 KiB of attributes in its history.
  private static let mostAlarms = 30

  private static func alarmList(_ clock: HomeStateView) -> [UInt8] {
    JSONWriter.document { json in
      json.textOrNull("label", clock.next?.label.forTheHouse())
      json.textOrNull("local", clock.next?.local)
      json.textOrNull("alarm_id", clock.next?.alarmId)
      json.count("alarm_count", clock.alarms.count)
      json.key("alarms")
      json.array { json in
        for alarm in clock.alarms.prefix(mostAlarms) {
          json.object { json in
            json.text("id", alarm.id)
            json.text("label", alarm.label.forTheHouse(atMost: 60))
            json.text("time", alarm.time)
            json.textOrNull("days", alarm.days)
            json.textOrNull("date", alarm.date)
            json.isSo("enabled", alarm.enabled)
            json.isSo("skip_next", alarm.skipNext)
            json.isSo("locked", alarm.locked)
            json.textOrNull("next", alarm.next)
          }
        }
      }
    }
  }

  private static func ring(_ clock: HomeStateView) -> [UInt8] {
    JSONWriter.document { json in
      json.textOrNull("label", clock.ringing?.label.forTheHouse())
      json.textOrNull("due", clock.ringing?.due)
      json.textOrNull("alarm_id", clock.ringing?.alarmId)
    }
  }

  private static func dismissal(_ clock: HomeStateView) -> [UInt8] {
    JSONWriter.document { json in
      json.textOrNull("label", clock.dismissal?.label.forTheHouse())
      json.textOrNull("card", clock.dismissal?.card?.forTheHouse())
    }
  }
}
