/// A setting by the name people type.
public enum SettingKey: String, CaseIterable, Hashable, Sendable, Codable {
  case sound, volume
  case fadeIn = "fade-in"
  case vibration
  case preAlarm = "pre-alarm"
  case buzzerAfter = "buzzer-after"
  case silenceAfter = "silence-after"
  case catchUp = "catch-up"
  case snooze
  case snoozeTime = "snooze-time"
  case wakeCheck = "wake-check"
  case cancelLock = "cancel-lock"
  case soften
  case timeFormat = "time-format"
  case brightness, guidance, quiet, pause, bedtime
  case clockSource = "clock-source"
  case evidence

  /// The word that reverts an alarm's own value to the global default, and a setting to its first value.
  public static let defaultWord = "default"

  /// The keys that an alarm can set for itself.
  public static let ofAlarms: [SettingKey] = [
    .sound, .volume, .fadeIn, .vibration, .preAlarm, .buzzerAfter, .silenceAfter, .catchUp, .snooze, .snoozeTime,
    .wakeCheck, .cancelLock, .soften,
  ]

  /// One line on what it does and what it takes.
  public var help: String {
    switch self {
    case .sound: "the sound of alarms that choose none"
    case .volume: "0 to 100"
    case .fadeIn: "how long the sound takes to reach its volume, 0s to 5m"
    case .vibration: "off, light, medium or strong"
    case .preAlarm: "how long light and vibration go alone before the sound, 0s to 5m"
    case .buzzerAfter: "when the buzzer joins a ring, 0s to 60s after the sound"
    case .silenceAfter: "when a ring that nobody answers gives up, 1m to 3h"
    case .catchUp: "how late an alarm still rings after a time without power, 0s to 3h"
    case .snooze: "how often a snooze card silences a ring: off, or 1 to 5"
    case .snoozeTime: "for how long, 1m to 30m"
    case .wakeCheck: "how soon after the dismissal the card is to be shown again, 2m to 30m, or off"
    case .cancelLock: "how long before its ring an alarm can no longer be taken back, 1m to 12h, or off"
    case .soften: "softer, for 15s of a ring at most, while a code is in view and unread: on or off"
    case .timeFormat: "12h or 24h"
    case .brightness: "of the display, 0 to 15, or off"
    case .guidance: "telling what keeps a card from being read while it rings: on or off"
    case .quiet: "when nothing but alarms sounds: on, off, or hours like 22:00-07:00"
    case .pause: "the date until which repeating alarms are skipped, or off"
    case .bedtime: "when the clock tests itself each evening, as 21:30, or off"
    case .clockSource: "ntp, or battery where a clock chip with a battery keeps the time"
    case .evidence: "keep the last pictures of each ring, to find out why a card was not read: on or off"
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
    case .preAlarm: DurationText.format(preAlarm)
    case .buzzerAfter: DurationText.format(buzzerAfter)
    case .silenceAfter: DurationText.format(silenceAfter)
    case .catchUp: DurationText.format(catchUp)
    case .snooze: FieldText.orOff(snoozes)
    case .snoozeTime: DurationText.format(snoozeTime)
    case .wakeCheck: FieldText.orOff(wakeCheck)
    case .cancelLock: FieldText.orOff(cancelLock)
    case .soften: FieldText.onOrOff(softens)
    case .timeFormat: timeFormat.rawValue
    case .brightness: brightness.map(String.init) ?? FieldText.off
    case .guidance: FieldText.onOrOff(guides)
    case .quiet: quiet.description
    case .pause: pausedUntil?.description ?? FieldText.off
    case .bedtime: bedtime?.description ?? FieldText.off
    case .clockSource: clockSource.rawValue
    case .evidence: FieldText.onOrOff(keepsEvidence)
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
    case .preAlarm: preAlarm = try FieldText.preAlarm(text, field: field)
    case .buzzerAfter: buzzerAfter = try FieldText.buzzerAfter(text, field: field)
    case .silenceAfter: silenceAfter = try FieldText.silenceAfter(text, field: field)
    case .catchUp: catchUp = try FieldText.catchUp(text, field: field)
    case .snooze: snoozes = try FieldText.snoozes(text, field: field)
    case .snoozeTime: snoozeTime = try FieldText.snoozeTime(text, field: field)
    case .wakeCheck: wakeCheck = try FieldText.wakeCheck(text, field: field)
    case .cancelLock: cancelLock = try FieldText.cancelLock(text, field: field)
    case .soften: softens = try FieldText.isOn(text, field: field)
    case .timeFormat: timeFormat = try FieldText.timeFormat(text, field: field)
    case .brightness: brightness = try FieldText.brightness(text, field: field)
    case .guidance: guides = try FieldText.isOn(text, field: field)
    case .quiet: quiet = try FieldText.quiet(text, field: field)
    case .pause: pausedUntil = try FieldText.pause(text, field: field)
    case .bedtime: bedtime = try FieldText.bedtime(text, field: field)
    case .clockSource: clockSource = try FieldText.clockSource(text, field: field)
    case .evidence: keepsEvidence = try FieldText.isOn(text, field: field)
    }
  }

  private mutating func reset(_ key: SettingKey) {
    let first = Settings()
    switch key {
    case .sound: sound = first.sound
    case .volume: volume = first.volume
    case .fadeIn: fadeIn = first.fadeIn
    case .vibration: vibration = first.vibration
    case .preAlarm: preAlarm = first.preAlarm
    case .buzzerAfter: buzzerAfter = first.buzzerAfter
    case .silenceAfter: silenceAfter = first.silenceAfter
    case .catchUp: catchUp = first.catchUp
    case .snooze: snoozes = first.snoozes
    case .snoozeTime: snoozeTime = first.snoozeTime
    case .wakeCheck: wakeCheck = first.wakeCheck
    case .cancelLock: cancelLock = first.cancelLock
    case .soften: softens = first.softens
    case .timeFormat: timeFormat = first.timeFormat
    case .brightness: brightness = first.brightness
    case .guidance: guides = first.guides
    case .quiet: quiet = first.quiet
    case .pause: pausedUntil = first.pausedUntil
    case .bedtime: bedtime = first.bedtime
    case .clockSource: clockSource = first.clockSource
    case .evidence: keepsEvidence = first.keepsEvidence
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
    case .preAlarm: preAlarm.map(DurationText.format)
    case .buzzerAfter: buzzerAfter.map(DurationText.format)
    case .silenceAfter: silenceAfter.map(DurationText.format)
    case .catchUp: catchUp.map(DurationText.format)
    case .snooze: snoozes.map(FieldText.orOff)
    case .snoozeTime: snoozeTime.map(DurationText.format)
    case .wakeCheck: wakeCheck.map(FieldText.orOff)
    case .cancelLock: cancelLock.map(FieldText.orOff)
    case .soften: softens.map(FieldText.onOrOff)
    case .timeFormat, .brightness, .guidance, .quiet, .pause, .bedtime, .clockSource, .evidence: nil
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
    case .preAlarm: preAlarm = try read(own, FieldText.preAlarm)
    case .buzzerAfter: buzzerAfter = try read(own, FieldText.buzzerAfter)
    case .silenceAfter: silenceAfter = try read(own, FieldText.silenceAfter)
    case .catchUp: catchUp = try read(own, FieldText.catchUp)
    case .snooze: snoozes = try read(own, FieldText.snoozes)
    case .snoozeTime: snoozeTime = try read(own, FieldText.snoozeTime)
    case .wakeCheck: wakeCheck = try read(own, FieldText.wakeCheck)
    case .cancelLock: cancelLock = try read(own, FieldText.cancelLock)
    case .soften: softens = try read(own, FieldText.isOn)
    case .timeFormat, .brightness, .guidance, .quiet, .pause, .bedtime, .clockSource, .evidence:
      throw InvalidValue(
        field: field, value: text, reason: "it belongs to the clock, not to one alarm",
        remedy: "use `rouse settings set \(key.rawValue) \(text)`")
    }
  }
}
