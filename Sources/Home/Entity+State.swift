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
    let problems = JSONWriter.document([
      "problems": clock.verdict.problems.prefix(20).map { $0.publishable(atMost: 200) },
      "time_is_trusted": clock.trusted, "commands_problem": clock.commandsProblem?.publishable(atMost: 200),
    ])
    let ring = JSONWriter.document([
      "label": clock.ringing?.label.publishable(), "due": clock.ringing?.due, "alarm_id": clock.ringing?.alarmId,
    ])
    let dismissal = JSONWriter.document([
      "label": clock.dismissal?.label.publishable(), "card": clock.dismissal?.card?.publishable(),
    ])
    return [
      Entity("next_alarm", .sensor, "Next alarm", state: clock.next?.time ?? none, attributes: alarmList(clock))
        .with("dev_cla", "timestamp").with("ic", "mdi:alarm"),
      Entity("state", .sensor, "State", state: clock.state.rawValue, attributes: ring)
        .with("dev_cla", "enum").with("ops", HomeStateView.State.allCases.map(\.rawValue)),
      Entity("ringing", .binarySensor, "Ringing", state: onOff(clock.state == .ringing))
        .with("ic", "mdi:alarm-bell"),
      Entity("missed", .sensor, "Missed alarms", state: "\(clock.missed)").with("ic", "mdi:alarm-off"),
      Entity(
        "problem", .binarySensor, "Problem", state: onOff(clock.verdict.state == .atRisk), attributes: problems
      ).with("dev_cla", "problem").diagnostic,
      Entity("verdict", .sensor, "Next ring", state: clock.verdict.state.rawValue)
        .with("dev_cla", "enum").with("ops", HomeStateView.VerdictView.State.allCases.map(\.rawValue))
        .diagnostic,
      Entity(
        "last_dismissal", .sensor, "Last dismissed", state: clock.dismissal?.time ?? none, attributes: dismissal
      ).with("dev_cla", "timestamp").diagnostic,
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
    // Larger values are not readings. The sum of -0 and 0 has no sign.
    let rounded = (min(max(value, -1e9), 1e9) * 10).rounded() / 10 + 0
    return Entity(id, .sensor, name, state: "\(rounded)")
      .with("dev_cla", kind).with("unit_of_meas", unit).with("stat_cla", "measurement")
  }

  static func onOff(_ isOn: Bool) -> String { isOn ? "ON" : "OFF" }

  // MARK: Attributes

  /// Home Assistant stores at most 16 KiB of attributes in its history.
  private static let mostAlarms = 30

  private static func alarmList(_ clock: HomeStateView) -> [UInt8] {
    let alarms = clock.alarms.prefix(mostAlarms).map { alarm in
      JSONObject([
        "id": alarm.id, "label": alarm.label.publishable(atMost: 60), "time": alarm.time, "days": alarm.days,
        "date": alarm.date, "enabled": alarm.enabled, "skip_next": alarm.skipNext, "locked": alarm.locked,
        "next": alarm.next,
      ])
    }
    return JSONWriter.document([
      "label": clock.next?.label.publishable(), "local": clock.next?.local, "alarm_id": clock.next?.alarmId,
      "alarm_count": clock.alarms.count, "alarms": alarms,
    ])
  }
}
