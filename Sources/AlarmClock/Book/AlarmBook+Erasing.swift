/// The remainder of the book after an erasure.
extension AlarmBook {
  /// Returns the book without presets and settings, and without alarms and cards if requested. The remaining alarms
  /// ring exactly as before, so the settings that they depend on are kept.
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

  public func resettings(to left: AlarmBook) -> [SettingKey] {
    SettingKey.allCases.filter { settings.text(of: $0) != left.settings.text(of: $0) }
  }

  private static let ofRings = Set(SettingKey.ofAlarms).union([.guidance, .pause, .clockSource])

  public var namedSounds: Set<String> {
    Set(alarms.compactMap(\.overrides.sound) + [settings.sound].compactMap(\.self))
  }
}
