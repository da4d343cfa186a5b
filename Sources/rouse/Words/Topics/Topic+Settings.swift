import AlarmClock

extension Topic {
  /// What each setting declares of itself.
  static let settings = Topic(
    name: "settings", about: "every setting, what it takes, and its default",
    sections: [
      Section(
        "SETTINGS OF ALARMS",
        .text(
          "An alarm inherits these, or has its own: `rouse alarm edit ALARM --volume 60`; `default` inherits again."),
        .terms(SettingKey.ofAlarms.map(term))),
      Section(
        "SETTINGS OF TIMERS",
        .text(
          """
          Timers follow sound, volume and vibration of alarms too, or have their own: `rouse timer start 5m --chime off`.
          """),
        .terms(ofTimers.map(term))),
      Section(
        "SETTINGS OF THE CLOCK",
        .terms(SettingKey.allCases.filter { !SettingKey.ofAlarms.contains($0) && !ofTimers.contains($0) }.map(term))),
    ])

  private static let ofTimers: [SettingKey] = [.chime, .chimeFor, .countdown]

  private static func term(_ key: SettingKey) -> Term {
    let first = Settings().text(of: key).map { ". Default: \($0)." } ?? ". Default: unset."
    return Term(key.rawValue, key.setting.help + first)
  }
}
