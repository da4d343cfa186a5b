/// What is left of the book after people had it erased.
extension AlarmBook {
  /// Without presets and settings, and without alarms and cards where those were named. Alarms that stay ring exactly as
  /// before: what they take from the settings, and what says whether they ring, stays with them.
  public func erased(alarms: Bool, cards: Bool) -> AlarmBook {
    var left = self
    left.presets = []
    if alarms { (left.alarms, left.pauses, left.holidays) = ([], [], Holidays()) }
    if cards { left.cards = [] }
    for key in SettingKey.allCases where left.alarms.isEmpty || !Self.ofRings.contains(key) {
      key.setting.reset(&left.settings)
    }
    return left
  }

  /// The settings that are others in what is left.
  public func resettings(to left: AlarmBook) -> [SettingKey] {
    SettingKey.allCases.filter { settings.text(of: $0) != left.settings.text(of: $0) }
  }

  /// The settings that alarms go by.
  private static let ofRings = Set(SettingKey.ofAlarms).union([.guidance, .pause, .clockSource])

  /// The sounds that alarms and settings name.
  public var namedSounds: Set<String> {
    Set(alarms.compactMap(\.overrides.sound) + [settings.sound].compactMap(\.self))
  }
}
