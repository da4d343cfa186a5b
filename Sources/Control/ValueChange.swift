import AlarmClock

/// A value before and after a change, as user input or in words.
public struct ValueChange: Codable, Sendable, Hashable {
  /// For example `wake-check`, `label` or `set for`.
  public var name: String
  @OrNull public var was: String?
  @OrNull public var now: String?
  /// Whether the values were and are the inherited or initial ones.
  public var wasDefault: Bool
  public var isDefault: Bool

  public init(_ name: String, was: String?, now: String?, wasDefault: Bool = false, isDefault: Bool = false) {
    (self.name, self.was, self.now, self.wasDefault, self.isDefault) = (name, was, now, wasDefault, isDefault)
  }

  /// Returns a text such as `wake-check off → 10m` or `volume 60 → 80 (default)`.
  ///
  /// - Parameter show: Formats a value.
  public func text(_ show: (String) -> String = { $0 }) -> String {
    func value(_ text: String?, isDefault: Bool) -> String {
      (text.map(show) ?? "-") + (isDefault ? " (\(SettingKey.defaultWord))" : "")
    }
    // The old value is only marked as the default if the mark is the only difference.
    return "\(name) \(value(was, isDefault: wasDefault && was == now)) → \(value(now, isDefault: isDefault))"
  }

  private var isNone: Bool { was == now && wasDefault == isDefault }

  /// Returns a text for the log, cut to 300 characters.
  public static func text(of changes: [ValueChange]) -> String {
    let text = changes.map { $0.text() }.joined(separator: ", ")
    return text.count > 300 ? text.prefix(300) + "…" : text
  }

  static func all(_ changes: [ValueChange]) -> [ValueChange] { changes.filter { !$0.isNone } }
}

extension AlarmView {
  public func changes(from before: AlarmView) -> [ValueChange] {
    func text(_ text: String) -> String? { text.isEmpty ? nil : text }
    func state(_ alarm: AlarmView) -> String { !alarm.enabled ? "off" : alarm.skipNext ? "skips next" : "on" }
    func dates(_ alarm: AlarmView) -> String? {
      text(alarm.exceptions.map { "\($0.date) \($0.time ?? $0.what)" }.joined(separator: ", "))
    }
    func cards(_ alarm: AlarmView) -> String { alarm.cards.isEmpty ? "all" : alarm.cards.joined(separator: ", ") }
    return ValueChange.all(
      [
        ValueChange("label", was: text(before.label), now: text(facts.label)),
        ValueChange("set for", was: before.rule, now: rule),
        ValueChange("group", was: text(before.group), now: text(facts.group)),
        ValueChange("holidays", was: before.holidays, now: facts.holidays),
        ValueChange("dates", was: dates(before), now: dates(self)),
        ValueChange("state", was: state(before), now: state(self)),
        ValueChange("cards", was: cards(before), now: cards(self)),
      ]
        + SettingKey.ofAlarms.map { key in
          ValueChange(
            key.rawValue, was: before.values.text(of: key), now: values.text(of: key),
            wasDefault: before.inherited.contains(key.fieldName), isDefault: facts.inherited.contains(key.fieldName))
        })
  }
}

extension SettingView {
  public func changes(from before: SettingView) -> [ValueChange] {
    ValueChange.all([
      ValueChange(
        key.rawValue, was: before.value, now: value, wasDefault: before.isDefault, isDefault: isDefault)
    ])
  }
}

extension PresetView {
  public func changes(from before: PresetView) -> [ValueChange] {
    func value(_ key: SettingKey, _ text: (ChimeView) -> String) -> ValueChange {
      ValueChange(
        key.rawValue, was: text(before.chime), now: text(chime),
        wasDefault: before.chime.inherited.contains(key.fieldName),
        isDefault: chime.inherited.contains(key.fieldName))
    }
    func length(_ preset: PresetView) -> String { DurationText.format(.seconds(preset.length)) }
    return ValueChange.all([
      ValueChange("length", was: length(before), now: length(self)),
      value(.chime) { $0.on ? "on" : "off" }, value(.sound) { $0.sound }, value(.volume) { "\($0.volume)" },
      value(.vibration) { $0.vibration.rawValue }, value(.vibrationPattern) { $0.vibrationPattern.rawValue },
    ])
  }
}
