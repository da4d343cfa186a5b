/// A setting's help, input, output and overrides. All are declared in `Setting+All.swift`.
public struct Setting: Sendable {
  /// A device that a setting controls. A board may not have it.
  public enum Device: String, Hashable, Sendable { case speaker, vibration, buzzer, display, camera }

  public let key: SettingKey
  /// One line about its effect and its values.
  public let help: String
  public let device: Device?
  /// Returns the value as user input, or `nil` if unset.
  let text: @Sendable (Settings) -> String?
  let set: @Sendable (inout Settings, TypedValue) throws(InvalidValue) -> Void
  let reset: @Sendable (inout Settings) -> Void
  let take: @Sendable (inout Settings, _ other: Settings) -> Void
  /// The alarm's override, or `nil` if alarms cannot override the setting.
  public private(set) var ofAlarm: OwnValue<RingOverrides>?
  /// The timer's override, or `nil` if timers cannot override the setting.
  public private(set) var ofTimer: OwnValue<ChimeOverrides>?
  /// How an alarm's override combines with the inherited value, or `nil` if alarms cannot override the setting or
  /// combine it in their own way.
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

  /// Declares a setting that cannot be overridden.
  init<Value>(
    _ key: SettingKey, _ form: Form<Value>, _ path: WritableKeyPath<Settings, Value> & Sendable, device: Device? = nil,
    _ help: String
  ) {
    self.init(
      key: key, help: help, device: device, text: { form.text($0[keyPath: path]) },
      set: { settings, typed throws(InvalidValue) in settings[keyPath: path] = try form.parse(typed) },
      reset: { $0[keyPath: path] = Settings()[keyPath: path] }, take: { $0[keyPath: path] = $1[keyPath: path] })
  }

  /// Declares a setting that alarms can override.
  ///
  /// - Parameter together: Combines the inherited value and the override; by default, the override wins.
  init<Value: OwnableValue>(
    _ key: SettingKey, _ form: Form<Value>, _ path: WritableKeyPath<RingValues, Value> & Sendable,
    _ own: WritableKeyPath<RingOverrides, Value?> & Sendable, column: String, device: Device? = nil, _ help: String,
    together: @escaping @Sendable (_ inherited: Value, _ own: Value) -> Value = { $1 }
  ) {
    self.init(
      key: key, help: help, device: device, text: { form.text($0.ring[keyPath: path]) },
      set: { settings, typed throws(InvalidValue) in settings.ring[keyPath: path] = try form.parse(typed) },
      reset: { $0.ring[keyPath: path] = RingValues()[keyPath: path] },
      take: { $0.ring[keyPath: path] = $1.ring[keyPath: path] })
    ofAlarm = OwnValue(key, form, own, column: column)
    merge = Merge(path, own, together)
  }

  /// Declares a setting that timers, but not alarms, can override.
  init<Value: OwnableValue>(
    _ key: SettingKey, _ form: Form<Value>, _ path: WritableKeyPath<Settings, Value> & Sendable,
    ofTimer own: WritableKeyPath<ChimeOverrides, Value?> & Sendable, column: String, _ help: String
  ) {
    self.init(key, form, path, help)
    ofTimer = OwnValue(key, form, own, column: column)
  }

  /// Declares a setting that alarms and timers can override, in columns of the same name.
  init<Value: OwnableValue>(
    _ key: SettingKey, _ form: Form<Value>, _ path: WritableKeyPath<RingValues, Value> & Sendable,
    _ own: WritableKeyPath<RingOverrides, Value?> & Sendable,
    ofTimer timers: WritableKeyPath<ChimeOverrides, Value?> & Sendable, column: String, device: Device, _ help: String
  ) {
    self.init(key, form, path, own, column: column, device: device, help)
    ofTimer = OwnValue(key, form, timers, column: column)
  }

  private init(
    key: SettingKey, help: String, device: Device?, text: @escaping @Sendable (Settings) -> String?,
    set: @escaping @Sendable (inout Settings, TypedValue) throws(InvalidValue) -> Void,
    reset: @escaping @Sendable (inout Settings) -> Void,
    take: @escaping @Sendable (inout Settings, Settings) -> Void
  ) {
    (self.key, self.help, self.device) = (key, help, device)
    (self.text, self.set, self.reset, self.take) = (text, set, reset, take)
  }

  /// Declares the sound, which can be unset: then the built-in sound plays. Alarms and timers can override it.
  static func sound(_ form: Form<String>, device: Device, _ help: String) -> Setting {
    var setting = Setting(
      key: .sound, help: help, device: device, text: { $0.sound },
      set: { settings, typed throws(InvalidValue) in settings.sound = try form.parse(typed) },
      reset: { $0.sound = nil }, take: { $0.sound = $1.sound })
    setting.ofAlarm = OwnValue(.sound, form, \.sound, column: "sound")
    setting.ofTimer = OwnValue(.sound, form, \.sound, column: "sound")
    return setting
  }
}

extension Setting {
  /// Declares the spoken texts. The setting has one more value than an alarm's override.
  static func speaking(_ help: String) -> Setting {
    let form = Form<Settings.Speaking>.speaking
    var setting = Setting(
      key: .speak, help: help, device: .speaker, text: { form.text($0.speaking) },
      set: { settings, typed throws(InvalidValue) in settings.speaking = try form.parse(typed) },
      reset: { $0.speaking = .off }, take: { $0.speaking = $1.speaking })
    setting.ofAlarm = OwnValue(.speak, .onOff, \.speaks, column: "speaks")
    setting.merge = Merge(\.speaks, \.speaks) { $1 }
    return setting
  }

  /// Declares the kinds of reminders and their master switch as one value. Switching off keeps the kinds.
  static func reminders(_ help: String) -> Setting {
    Setting(
      key: .reminders, help: help, device: nil, text: { $0.reminders.text },
      set: { settings, typed throws(InvalidValue) in try settings.reminders.take(typed) },
      reset: { ($0.reminders.isOn, $0.reminders.times) = (true, ReminderSettings().times) },
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
    _ key: SettingKey, _ form: Form<Value>, _ path: WritableKeyPath<Owner, Value?> & Sendable, column: String
  ) {
    self.column = column
    kind = Value.kind
    text = { $0[keyPath: path].map(form.text) }
    set = { owner, typed throws(InvalidValue) in
      owner[keyPath: path] = try typed.map { typed throws(InvalidValue) in try form.parse(typed) }
    }
    stored = { $0[keyPath: path]?.stored }
    take = { owner, stored throws(InvalidValue) in
      let field = "--\(key.rawValue)"
      guard let stored else { return owner[keyPath: path] = nil }
      guard let value = Value(stored: stored) else {
        throw InvalidValue(field: field, value: "\(stored)", reason: "it is none", remedy: "set it anew")
      }
      let text = form.text(value)
      // Whether the sound still exists is checked when it plays.
      if key == .sound { try FieldText.checkSoundID(text, field: field) }
      guard try form.parse(TypedValue(text, field: field, sounds: [text])) == value else {
        throw InvalidValue(
          field: field, value: text, reason: "it is of fractions of a second", remedy: "give whole seconds")
      }
      owner[keyPath: path] = value
    }
    sent = { $0[keyPath: path]?.sent }
    textOfSent = { Value(sent: $0).map(form.text) }
  }
}
