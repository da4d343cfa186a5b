extension Settings {
  /// The value as people type it; nil: unset.
  public func text(of key: SettingKey) -> String? {
    switch key {
    case .sound: sound
    case .volume: String(volume)
    case .fadeIn: DurationText.format(fadeIn)
    case .vibration: vibration.rawValue
    case .vibrationPattern: vibrationPattern.rawValue
    case .preAlarm: DurationText.format(preAlarm)
    case .buzzerAfter: DurationText.format(buzzerAfter)
    case .silenceAfter: DurationText.format(silenceAfter)
    case .catchUp: DurationText.format(catchUp)
    case .snooze: FieldText.orOff(snoozes)
    case .snoozeTime: DurationText.format(snoozeTime)
    case .wakeCheck: FieldText.orOff(wakeCheck)
    case .cancelLock: FieldText.orOff(cancelLock)
    case .soften: FieldText.onOrOff(softens)
    case .speak: FieldText.onOrOff(speaks)
    case .chime: FieldText.onOrOff(chimes)
    case .chimeFor: DurationText.format(chimeFor)
    case .countdown: FieldText.onOrOff(showsCountdown)
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
    case .vibrationPattern: vibrationPattern = try FieldText.vibrationPattern(text, field: field)
    case .preAlarm: preAlarm = try FieldText.preAlarm(text, field: field)
    case .buzzerAfter: buzzerAfter = try FieldText.buzzerAfter(text, field: field)
    case .silenceAfter: silenceAfter = try FieldText.silenceAfter(text, field: field)
    case .catchUp: catchUp = try FieldText.catchUp(text, field: field)
    case .snooze: snoozes = try FieldText.snoozes(text, field: field)
    case .snoozeTime: snoozeTime = try FieldText.snoozeTime(text, field: field)
    case .wakeCheck: wakeCheck = try FieldText.wakeCheck(text, field: field)
    case .cancelLock: cancelLock = try FieldText.cancelLock(text, field: field)
    case .soften: softens = try FieldText.isOn(text, field: field)
    case .speak: speaks = try FieldText.isOn(text, field: field)
    case .chime: chimes = try FieldText.isOn(text, field: field)
    case .chimeFor: chimeFor = try FieldText.chimeFor(text, field: field)
    case .countdown: showsCountdown = try FieldText.isOn(text, field: field)
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
    case .vibrationPattern: vibrationPattern = first.vibrationPattern
    case .preAlarm: preAlarm = first.preAlarm
    case .buzzerAfter: buzzerAfter = first.buzzerAfter
    case .silenceAfter: silenceAfter = first.silenceAfter
    case .catchUp: catchUp = first.catchUp
    case .snooze: snoozes = first.snoozes
    case .snoozeTime: snoozeTime = first.snoozeTime
    case .wakeCheck: wakeCheck = first.wakeCheck
    case .cancelLock: cancelLock = first.cancelLock
    case .soften: softens = first.softens
    case .speak: speaks = first.speaks
    case .chime: chimes = first.chimes
    case .chimeFor: chimeFor = first.chimeFor
    case .countdown: showsCountdown = first.showsCountdown
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
