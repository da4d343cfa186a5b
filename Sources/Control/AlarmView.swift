import AlarmClock

/// An alarm for people and scripts. Durations are seconds, times RFC 3339 with offset.
public struct AlarmView: Codable, Sendable, Hashable {
  public var id: String
  public var label: String
  /// `once`, `weekly` or `relative`.
  public var recurrence: String
  /// Local, as `07:30`.
  public var time: String
  @OrNull public var date: String?
  @OrNull public var days: Weekdays?
  public var enabled: Bool
  public var skipNext: Bool
  public var ringing: Bool
  /// The next ring, after a skipped one.
  @OrNull public var next: OccurrenceView?
  public var sound: String
  /// What plays in place of a sound that is gone; nil: it is there.
  @OrNull public var playsInstead: String?
  public var volume: Int
  public var fadeIn: Int
  public var vibration: Vibration
  public var vibrationPattern: VibrationPattern
  public var preAlarm: Int
  public var buzzerAfter: Int
  public var silenceAfter: Int
  public var catchUp: Int
  /// How often it can be snoozed.
  public var snooze: Int
  public var snoozeTime: Int
  /// 0: off. So for `cancelLock`.
  public var wakeCheck: Int
  public var cancelLock: Int
  /// It grows softer for a moment while a code is in view.
  public var soften: Bool
  /// It says its label and the time.
  public var speak: Bool
  /// What comes when, while nothing fails.
  public var ladder: [RungView]
  /// It can no longer be taken back until its ring is answered (`cancelLock`).
  public var locked: Bool
  /// Which of the settings are the global defaults, by `SettingKey.fieldName`; the others are the alarm's own.
  public var inherited: [String]
  /// Names of the cards that answer it; empty: all.
  public var cards: [String]

  public init(
    id: String, label: String, recurrence: String, time: String, date: String?, days: Weekdays?, enabled: Bool,
    skipNext: Bool, ringing: Bool, next: OccurrenceView?, sound: String, playsInstead: String? = nil, volume: Int,
    fadeIn: Int, vibration: Vibration, vibrationPattern: VibrationPattern, preAlarm: Int, buzzerAfter: Int,
    silenceAfter: Int, catchUp: Int, snooze: Int,
    snoozeTime: Int, wakeCheck: Int, cancelLock: Int, soften: Bool, speak: Bool, ladder: [RungView], locked: Bool,
    inherited: [String],
    cards: [String]
  ) {
    self.id = id
    self.label = label
    self.recurrence = recurrence
    self.time = time
    self.date = date
    self.days = days
    self.enabled = enabled
    self.skipNext = skipNext
    self.ringing = ringing
    self.next = next
    self.sound = sound
    self.playsInstead = playsInstead
    self.volume = volume
    self.fadeIn = fadeIn
    self.vibration = vibration
    self.vibrationPattern = vibrationPattern
    self.preAlarm = preAlarm
    self.buzzerAfter = buzzerAfter
    self.silenceAfter = silenceAfter
    self.catchUp = catchUp
    self.snooze = snooze
    self.snoozeTime = snoozeTime
    self.wakeCheck = wakeCheck
    self.cancelLock = cancelLock
    self.soften = soften
    self.speak = speak
    self.ladder = ladder
    self.locked = locked
    self.inherited = inherited
    self.cards = cards
  }
}

/// One step of a ring.
public struct RungView: Codable, Sendable, Hashable {
  /// Seconds after the beginning of the ring.
  public var after: Int
  /// `light`, `vibration medium`, `sound tone 80% fading in over 30s`, `buzzer`, `silence`.
  public var what: String
  public init(after: Int, what: String) {
    self.after = after
    self.what = what
  }
}

/// One coming ring.
public struct OccurrenceView: Codable, Sendable, Hashable {
  public var alarmId: String
  public var label: String
  public var time: String
  /// From now, when the answer was made.
  public var inSeconds: Int
  /// `movedByGap`, `firstOfOverlap`, `skipped`, `paused`; empty: an ordinary one.
  public var special: [String]

  public init(alarmId: String, label: String, time: String, inSeconds: Int, special: [String]) {
    self.alarmId = alarmId
    self.label = label
    self.time = time
    self.inSeconds = inSeconds
    self.special = special
  }
}
