import AlarmClock

extension Topic {
  /// What each setting declares of itself.
  static let settings = Topic(
    name: "settings", about: "every setting, what it takes, and its default",
    sections: [
      Section(
        "INHERITANCE",
        .text(
          """
          An alarm inherits most of these, or has its own: `rouse alarm edit ALARM --volume 60`; `default` inherits again. \
          Timers follow sound, volume and vibration too, or have their own: `rouse timer start 5m --chime off`.
          """))
    ]
      + SettingGroup.allCases.map { group in
        Section("\(group.rawValue.uppercased()): \(group.title.uppercased())", .terms(group.keys.map(term)))
      })

  private static func term(_ key: SettingKey) -> Term {
    let first = Settings().text(of: key).map { ". Default: \($0)." } ?? ". Default: unset."
    return Term(key.rawValue, key.setting.help + first)
  }
}
