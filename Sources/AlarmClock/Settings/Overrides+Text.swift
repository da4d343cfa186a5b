/// One own value of an alarm or a timer, as people typed it.
private struct OwnText {
  /// nil: inherited again.
  let text: String?
  let field: String

  init(_ text: String, field: String) {
    self.text = text == SettingKey.defaultWord ? nil : text
    self.field = field
  }

  func read<Value>(_ parse: (String, String) throws(InvalidValue) -> Value) throws(InvalidValue) -> Value? {
    guard let text else { return nil }
    return try parse(text, field)
  }

  func sound(_ known: [String]) throws(InvalidValue) -> String? {
    try read { text, field throws(InvalidValue) in try FieldText.sound(text, known: known, field: field) }
  }

  func refusal(of key: SettingKey, by owner: String) -> InvalidValue {
    InvalidValue(
      field: field, value: text ?? SettingKey.defaultWord, reason: "it belongs to the clock, not to one \(owner)",
      remedy: "use `rouse settings set \(key.rawValue) \(text ?? SettingKey.defaultWord)`")
  }
}

extension RingOverrides {
  /// The alarm's own value as people type it; nil: inherited.
  public func text(of key: SettingKey) -> String? {
    switch key {
    case .sound: sound
    case .volume: volume.map(String.init)
    case .fadeIn: fadeIn.map(DurationText.format)
    case .vibration: vibration?.rawValue
    case .vibrationPattern: vibrationPattern?.rawValue
    case .preAlarm: preAlarm.map(DurationText.format)
    case .buzzerAfter: buzzerAfter.map(DurationText.format)
    case .silenceAfter: silenceAfter.map(DurationText.format)
    case .catchUp: catchUp.map(DurationText.format)
    case .snooze: snoozes.map(FieldText.orOff)
    case .snoozeTime: snoozeTime.map(DurationText.format)
    case .wakeCheck: wakeCheck.map(FieldText.orOff)
    case .cancelLock: cancelLock.map(FieldText.orOff)
    case .soften: softens.map(FieldText.onOrOff)
    case .speak: speaks.map(FieldText.onOrOff)
    case .chime, .chimeFor, .countdown, .timeFormat, .brightness, .guidance, .quiet, .pause, .bedtime, .clockSource,
      .evidence:
      nil
    }
  }

  /// Reads a value of one of `SettingKey.ofAlarms`; `default` inherits again.
  public mutating func set(
    _ key: SettingKey, to text: String, knownSounds: [String]
  ) throws(InvalidValue) {
    let field = "--\(key.rawValue)"
    let own = OwnText(text, field: field)
    switch key {
    case .sound: sound = try own.sound(knownSounds)
    case .volume: volume = try own.read(FieldText.volume)
    case .fadeIn: fadeIn = try own.read(FieldText.fadeIn)
    case .vibration: vibration = try own.read(FieldText.vibration)
    case .vibrationPattern: vibrationPattern = try own.read(FieldText.vibrationPattern)
    case .preAlarm: preAlarm = try own.read(FieldText.preAlarm)
    case .buzzerAfter: buzzerAfter = try own.read(FieldText.buzzerAfter)
    case .silenceAfter: silenceAfter = try own.read(FieldText.silenceAfter)
    case .catchUp: catchUp = try own.read(FieldText.catchUp)
    case .snooze: snoozes = try own.read(FieldText.snoozes)
    case .snoozeTime: snoozeTime = try own.read(FieldText.snoozeTime)
    case .wakeCheck: wakeCheck = try own.read(FieldText.wakeCheck)
    case .cancelLock: cancelLock = try own.read(FieldText.cancelLock)
    case .soften: softens = try own.read(FieldText.isOn)
    case .speak: speaks = try own.read(FieldText.isOn)
    case .chime, .chimeFor, .countdown, .timeFormat, .brightness, .guidance, .quiet, .pause, .bedtime, .clockSource,
      .evidence:
      throw own.refusal(of: key, by: "alarm")
    }
  }
}

extension ChimeOverrides {
  /// The timer's own value as people type it; nil: inherited.
  public func text(of key: SettingKey) -> String? {
    switch key {
    case .sound: sound
    case .volume: volume.map(String.init)
    case .vibration: vibration?.rawValue
    case .vibrationPattern: vibrationPattern?.rawValue
    case .chime: chimes.map(FieldText.onOrOff)
    default: nil
    }
  }

  /// Reads a value of one of `SettingKey.ofTimers`; `default` inherits again.
  public mutating func set(_ key: SettingKey, to text: String, knownSounds: [String]) throws(InvalidValue) {
    let own = OwnText(text, field: "--\(key.rawValue)")
    switch key {
    case .sound: sound = try own.sound(knownSounds)
    case .volume: volume = try own.read(FieldText.volume)
    case .vibration: vibration = try own.read(FieldText.vibration)
    case .vibrationPattern: vibrationPattern = try own.read(FieldText.vibrationPattern)
    case .chime: chimes = try own.read(FieldText.isOn)
    default: throw own.refusal(of: key, by: "timer")
    }
  }
}
