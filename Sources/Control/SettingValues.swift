import AlarmClock

/// The values of settings that alarms can override, each a JSON field with its name, such as `"fadeIn": 30`.
public struct SettingValues: Codable, Hashable, Sendable {
  private var values: [SettingKey: SentValue] = [:]

  public init(_ values: [SettingKey: SentValue]) { self.values = values }

  public init(_ own: RingOverrides) {
    for setting in Setting.ofAlarms { values[setting.key] = setting.ofAlarm?.sent(own) }
  }

  public subscript(key: SettingKey) -> SentValue? { values[key] }

  /// Returns a value as user input, or `nil` if it was not sent.
  public func text(of key: SettingKey) -> String? { values[key].flatMap { key.setting.ofAlarm?.textOfSent($0) } }

  private struct Field: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ key: SettingKey) { stringValue = key.fieldName }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Field.self)
    for setting in Setting.ofAlarms {
      let field = Field(setting.key)
      // Unknown settings of other versions are ignored, and missing ones are left out.
      guard let own = setting.ofAlarm, container.contains(field) else { continue }
      values[setting.key] =
        switch own.kind {
        case .flag: .flag(try container.decode(Bool.self, forKey: field))
        case .number: .number(try container.decode(Int.self, forKey: field))
        case .text: .text(try container.decode(String.self, forKey: field))
        }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Field.self)
    for (key, value) in values { try container.encode(value, forKey: Field(key)) }
  }
}
