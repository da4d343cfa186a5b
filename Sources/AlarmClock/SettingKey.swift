/// A setting by the name people type.
public enum SettingKey: String, CaseIterable, Hashable, Sendable, Codable {
  case sound, volume
  case fadeIn = "fade-in"
  case vibration
  case buzzerAfter = "buzzer-after"
  case silenceAfter = "silence-after"
  case timeFormat = "time-format"
  case brightness

  /// The word that reverts an alarm's own value to the global default, and a setting to its first value.
  public static let defaultWord = "default"

  /// The keys that an alarm can set for itself.
  public static let ofAlarms: [SettingKey] = [.sound, .volume, .fadeIn, .vibration, .buzzerAfter, .silenceAfter]

  /// One line on what it does and what it takes.
  public var help: String {
    switch self {
    case .sound: "the sound of alarms that choose none"
    case .volume: "0 to 100"
    case .fadeIn: "how long the sound takes to reach its volume, 0s to 5m"
    case .vibration: "off, light, medium or strong"
    case .buzzerAfter: "when the buzzer joins a ring, 0s to 60s"
    case .silenceAfter: "when a ring that nobody answers gives up, 1m to 3h"
    case .timeFormat: "12h or 24h"
    case .brightness: "of the display, 0 to 15, or off"
    }
  }

  public static func named(_ text: String) throws(InvalidValue) -> SettingKey {
    guard let key = SettingKey(rawValue: text) else {
      throw InvalidValue(
        field: "KEY", value: text, reason: "there is no such setting",
        remedy: "choose one of: \(allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return key
  }
}

extension Settings {
  /// The value as people type it; nil: unset.
  public func text(of key: SettingKey) -> String? {
    switch key {
    case .sound: sound
    case .volume: String(volume)
    case .fadeIn: DurationText.format(fadeIn)
    case .vibration: vibration.rawValue
    case .buzzerAfter: DurationText.format(buzzerAfter)
    case .silenceAfter: DurationText.format(silenceAfter)
    case .timeFormat: timeFormat.rawValue
    case .brightness: brightness.map(String.init) ?? "off"
    }
  }

  /// Reads a value; `default` reverts to the first-run default. Throws without having changed anything.
  public mutating func set(
    _ key: SettingKey, to text: String, knownSounds: [String], field: String? = nil
  ) throws(InvalidValue) {
    let field = field ?? key.rawValue
    guard text != SettingKey.defaultWord else { return reset(key) }
    switch key {
    case .sound: sound = try FieldText.sound(text, known: knownSounds, field: field)
    case .volume: volume = try FieldText.volume(text, field: field)
    case .fadeIn: fadeIn = try FieldText.fadeIn(text, field: field)
    case .vibration: vibration = try FieldText.vibration(text, field: field)
    case .buzzerAfter: buzzerAfter = try FieldText.buzzerAfter(text, field: field)
    case .silenceAfter: silenceAfter = try FieldText.silenceAfter(text, field: field)
    case .timeFormat: timeFormat = try FieldText.timeFormat(text, field: field)
    case .brightness: brightness = try FieldText.brightness(text, field: field)
    }
  }

  private mutating func reset(_ key: SettingKey) {
    let first = Settings()
    switch key {
    case .sound: sound = first.sound
    case .volume: volume = first.volume
    case .fadeIn: fadeIn = first.fadeIn
    case .vibration: vibration = first.vibration
    case .buzzerAfter: buzzerAfter = first.buzzerAfter
    case .silenceAfter: silenceAfter = first.silenceAfter
    case .timeFormat: timeFormat = first.timeFormat
    case .brightness: brightness = first.brightness
    }
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
    case .buzzerAfter: buzzerAfter.map(DurationText.format)
    case .silenceAfter: silenceAfter.map(DurationText.format)
    case .timeFormat, .brightness: nil
    }
  }

  /// Reads a value of one of `SettingKey.ofAlarms`; `default` inherits again.
  public mutating func set(
    _ key: SettingKey, to text: String, knownSounds: [String]
  ) throws(InvalidValue) {
    let field = "--\(key.rawValue)"
    let own = text == SettingKey.defaultWord ? nil : text
    func read<Value>(
      _ text: String?, _ parse: (String, String) throws(InvalidValue) -> Value
    ) throws(InvalidValue) -> Value? {
      guard let text else { return nil }
      return try parse(text, field)
    }
    switch key {
    case .sound:
      sound = try own.map { value throws(InvalidValue) in
        try FieldText.sound(value, known: knownSounds, field: field)
      }
    case .volume: volume = try read(own, FieldText.volume)
    case .fadeIn: fadeIn = try read(own, FieldText.fadeIn)
    case .vibration: vibration = try read(own, FieldText.vibration)
    case .buzzerAfter: buzzerAfter = try read(own, FieldText.buzzerAfter)
    case .silenceAfter: silenceAfter = try read(own, FieldText.silenceAfter)
    case .timeFormat, .brightness:
      throw InvalidValue(
        field: field, value: text, reason: "it belongs to the clock, not to one alarm",
        remedy: "use `rouse settings set \(key.rawValue) \(text)`")
    }
  }
}
