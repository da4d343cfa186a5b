extension Settings {
  /// Returns the value as user input, or `nil` if unset.
  public func text(of key: SettingKey) -> String? { key.setting.text(self) }

  /// Sets a value from user input; `default` resets it. Changes nothing if it throws.
  public mutating func set(
    _ key: SettingKey, to text: String, knownSounds: [String], field: String? = nil
  ) throws(InvalidValue) {
    guard text != SettingKey.defaultWord else { return key.setting.reset(&self) }
    try key.setting.set(&self, TypedValue(text, field: field ?? key.rawValue, sounds: knownSounds))
  }

  /// Sets a value from the database.
  public mutating func take(_ key: SettingKey, stored text: String) throws(InvalidValue) {
    if key == .sound { try FieldText.checkSoundID(text, field: "--\(key.rawValue)") }
    try set(key, to: text, knownSounds: [text])
  }
}

extension RingOverrides {
  public func text(of key: SettingKey) -> String? { key.setting.ofAlarm?.text(self) }

  /// Sets an override of one of `Setting.ofAlarms`; `default` inherits again.
  public mutating func set(_ key: SettingKey, to text: String, knownSounds: [String]) throws(InvalidValue) {
    try key.set(text, in: &self, key.setting.ofAlarm, knownSounds, owner: "alarm")
  }
}

extension ChimeOverrides {
  public func text(of key: SettingKey) -> String? { key.setting.ofTimer?.text(self) }

  /// Sets an override of one of `Setting.ofTimers`; `default` inherits again.
  public mutating func set(_ key: SettingKey, to text: String, knownSounds: [String]) throws(InvalidValue) {
    try key.set(text, in: &self, key.setting.ofTimer, knownSounds, owner: "timer")
  }
}

extension SettingKey {
  fileprivate func set<Owner>(
    _ text: String, in owner: inout Owner, _ own: OwnValue<Owner>?, _ knownSounds: [String], owner name: String
  ) throws(InvalidValue) {
    let typed = TypedValue(text, field: "--\(rawValue)", sounds: knownSounds)
    guard let own else {
      throw typed.refusal(
        "it belongs to the clock, not to one \(name)", "use `rouse settings set \(rawValue) \(text)`")
    }
    try own.set(&owner, text == SettingKey.defaultWord ? nil : typed)
  }
}
