/// A setting's input, output and overrides. All are declared in `Setting+All.swift`.
public struct Setting: Sendable {
  /// A device that a setting controls. A board may not have it.
  public enum Device: String, Hashable, Sendable { case speaker, vibration, buzzer, display, camera }

  public let key: SettingKey
  public let device: Device?
  /// Returns the value as user input, or `nil` if unset.
  let text: @Sendable (Settings) -> String?
  let set: @Sendable (inout Settings, TypedValue) throws(InvalidValue) -> Void
  let take: @Sendable (inout Settings, _ other: Settings) -> Void
  /// The alarm's override, or `nil` if alarms cannot override the setting.
  public private(set) var ofAlarm: OwnValue<RingOverrides>?
  /// The timer's override, or `nil` if timers cannot override the setting.
  public private(set) var ofTimer: OwnValue<ChimeOverrides>?
  /// How an alarm's override combines with the inherited value, or `nil` if it cannot or does so in its own way.
  private(set) var merge: Merge?

  struct Merge: Sendable {
    let apply: @Sendable (RingOverrides, inout RingValues) -> Void
    let fill: @Sendable (inout RingOverrides, RingValues) -> Void

    init<Value: Sendable>(
      _ path: WritableKeyPath<RingValues, Value> & Sendable, _ own: WritableKeyPath<RingOverrides, Value?> & Sendable,
      _ together: @escaping @Sendable (_ inherited: Value, _ own: Value) -> Value
    ) {
      apply = { overrides, values in
        if let value = overrides[keyPath: own] { values[keyPath: path] = together(values[keyPath: path], value) }
      }
      fill = { overrides, values in overrides[keyPath: own] = values[keyPath: path] }
    }
  }

  public var help: String { key.help }

  func reset(_ settings: inout Settings) { take(&settings, Settings()) }
}

extension Setting {
  /// Declares a setting that cannot be overridden.
  init<Value>(
    _ key: SettingKey, _ form: Form<Value>, _ path: WritableKeyPath<Settings, Value> & Sendable, device: Device? = nil
  ) {
    self.init(
      key: key, device: device, text: { form.text($0[keyPath: path]) },
      set: { settings, typed throws(InvalidValue) in settings[keyPath: path] = try form.parse(typed) },
      take: { $0[keyPath: path] = $1[keyPath: path] })
  }

  /// Declares a setting that alarms can override, and timers if `timers` is given, in columns of the same name. By
  /// default, the override wins; `together` combines it with the inherited value instead.
  init<Value: OwnableValue>(
    _ key: SettingKey, _ form: Form<Value>, _ path: WritableKeyPath<RingValues, Value> & Sendable,
    _ own: WritableKeyPath<RingOverrides, Value?> & Sendable,
    ofTimer timers: (WritableKeyPath<ChimeOverrides, Value?> & Sendable)? = nil, device: Device? = nil,
    together: @escaping @Sendable (_ inherited: Value, _ own: Value) -> Value = { $1 }
  ) {
    self.init(
      key: key, device: device, text: { form.text($0.ring[keyPath: path]) },
      set: { settings, typed throws(InvalidValue) in settings.ring[keyPath: path] = try form.parse(typed) },
      take: { $0.ring[keyPath: path] = $1.ring[keyPath: path] }, ofAlarm: OwnValue(key, form, own),
      ofTimer: timers.map { OwnValue(key, form, $0) }, merge: Merge(path, own, together))
  }

  /// Declares the sound, which can be unset: then the built-in sound plays. Alarms and timers can override it.
  static func sound() -> Setting {
    Setting(
      key: .sound, device: .speaker, text: { $0.sound },
      set: { settings, typed throws(InvalidValue) in settings.sound = try Form<String>.sound.parse(typed) },
      take: { $0.sound = $1.sound }, ofAlarm: OwnValue(.sound, .sound, \.sound),
      ofTimer: OwnValue(.sound, .sound, \.sound))
  }

  /// Declares whether timers chime, which alarms cannot override.
  static func chiming() -> Setting {
    var setting = Setting(.chime, .onOff, \.chimes)
    setting.ofTimer = OwnValue(.chime, .onOff, \.chimes)
    return setting
  }

  /// Declares the spoken texts. The setting has one more value than an alarm's override.
  static func speaking() -> Setting {
    var setting = Setting(.speak, .speaking, \.speaking, device: .speaker)
    setting.ofAlarm = OwnValue(.speak, .onOff, \.speaks)
    setting.merge = Merge(\.speaks, \.speaks) { $1 }
    return setting
  }

  /// Declares the kinds of reminders and their master switch as one value. Switching off keeps the kinds.
  static func reminders() -> Setting {
    Setting(
      key: .reminders, device: nil, text: { $0.reminders.text },
      set: { settings, typed throws(InvalidValue) in try settings.reminders.take(typed) },
      take: { ($0.reminders.isOn, $0.reminders.times) = ($1.reminders.isOn, $1.reminders.times) })
  }
}

/// A value that an alarm or timer overrides.
public struct OwnValue<Owner: Sendable>: Sendable {
  public let column: String
  /// Returns the value as user input, or `nil` if inherited.
  public let text: @Sendable (Owner) -> String?
  /// Sets the value from user input; `nil` inherits again.
  let set: @Sendable (inout Owner, TypedValue?) throws(InvalidValue) -> Void
  public let stored: @Sendable (Owner) -> StoredValue?
  /// Sets the stored value. Throws, leaving the owner unchanged, if the value is not valid user input.
  public let take: @Sendable (inout Owner, StoredValue?) throws(InvalidValue) -> Void
  public let kind: SentValue.Kind
  public let sent: @Sendable (Owner) -> SentValue?
  /// Returns a JSON value as user input, or `nil` if it has the wrong type or is unknown.
  public let textOfSent: @Sendable (SentValue) -> String?

  init<Value: OwnableValue>(
    _ key: SettingKey, _ form: Form<Value>, _ path: WritableKeyPath<Owner, Value?> & Sendable
  ) {
    column = key.column
    kind = Value.kind
    text = { $0[keyPath: path].map(form.text) }
    set = { owner, typed throws(InvalidValue) in
      owner[keyPath: path] = try typed.map { typed throws(InvalidValue) in try form.parse(typed) }
    }
    stored = { $0[keyPath: path]?.stored }
    take = { owner, stored throws(InvalidValue) in
      let field = "--\(key.rawValue)"
      guard let stored else { return owner[keyPath: path] = nil }
      guard let value = Value.from(stored: stored) else {
        throw InvalidValue(field: field, value: "\(stored)", reason: "it is not valid", remedy: "set it again")
      }
      let text = form.text(value)
      // Whether the sound still exists is checked when it plays.
      if key == .sound { try FieldText.checkSoundID(text, field: field) }
      guard try form.parse(TypedValue(text, field: field, sounds: [text])) == value else {
        throw InvalidValue(
          field: field, value: text, reason: "it has a fraction of a second", remedy: "give whole seconds")
      }
      owner[keyPath: path] = value
    }
    sent = { $0[keyPath: path]?.sent }
    textOfSent = { Value.from(sent: $0).map(form.text) }
  }
}
