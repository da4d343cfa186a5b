/// The kinds of reminders, most important first. The raw values are user input.
public enum ReminderKind: String, CaseIterable, Hashable, Sendable {
  /// No alarm is set for tomorrow, although there usually is one.
  case tomorrow
  /// The clock was not tested, or failed its test.
  case test
  case readiness, bedtime
  /// A holiday calendar is about to end.
  case calendar
  /// A card has not been tried for a month.
  case card
  case finding
  case milestone
}

/// The time of a reminder in the evening.
public enum ReminderTime: Hashable, Sendable {
  /// The usual time of its kind.
  case usual
  /// When the user has answered such reminders before.
  case automatic
  case at(LocalTime)

  fileprivate static let auto = "auto"

  fileprivate var suffix: String {
    switch self {
    case .usual: ""
    case .automatic: "=\(Self.auto)"
    case .at(let time): "=\(time)"
    }
  }

  /// Reads `auto` or a time of day such as `21:30`.
  public static func parse(_ text: String, field: String) throws(InvalidValue) -> ReminderTime {
    if text.lowercased() == auto { return .automatic }
    return .at(
      try TimeText.timeOfDay(text, field: field, remedy: "give a time like 21:30 or 9:30pm, or `\(auto)`"))
  }
}

public struct ReminderSettings: Hashable, Sendable {
  public enum Sound: String, CaseIterable, Hashable, Sendable { case off, chime, speech }

  /// The master switch. While it is off there are no reminders, but `times` is kept.
  public var isOn = true
  /// The enabled kinds.
  public var times = Dictionary(uniqueKeysWithValues: ReminderKind.allCases.map { ($0, ReminderTime.usual) })
  public var sound = Sound.off
  /// 1 to 8.
  public var mostADay = 3
  /// How long the user wants to sleep before the next alarm, 4 to 12 h.
  public var sleep: Duration = .seconds(8 * 3600)

  public func time(of kind: ReminderKind) -> ReminderTime? { isOn ? times[kind] : nil }

  private static let all = "all"
  private static let none = "none"
  private static let remedy =
    "give one or more of \(ReminderKind.allCases.map(\.rawValue).joined(separator: ", ")), with commas between "
    + "them, each with `=\(ReminderTime.auto)` or a time if you like, as in `bedtime=21:30`; or `\(all)`, `\(none)`, "
    + "`\(SettingWord.on)` or `\(SettingWord.off)`"

  /// Applies typed kinds, such as `tomorrow,test=auto,bedtime=21:30`, `all` or `none`; or the master switch, `on` or
  /// `off`, which keeps the kinds; or both, such as `off,test`.
  mutating func take(_ typed: TypedValue) throws(InvalidValue) {
    var items = typed.text.lowercased().split(separator: ",", omittingEmptySubsequences: false)[...]
    let isOff = items.first?.trimmingBlanks == SettingWord.off
    if isOff { items.removeFirst() }
    let word = items.count == 1 ? items.first?.trimmingBlanks : nil
    if word == Self.all {
      times = ReminderSettings().times
    } else if word == Self.none {
      times = [:]
    } else if !items.isEmpty, isOff || word != SettingWord.on {
      times = try Self.times(items, of: typed)
    }
    isOn = !isOff
  }

  private static func times(
    _ items: ArraySlice<Substring>, of typed: TypedValue
  ) throws(InvalidValue) -> [ReminderKind: ReminderTime] {
    var times: [ReminderKind: ReminderTime] = [:]
    for item in items {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let word = parts[0].trimmingBlanks
      guard let kind = ReminderKind(rawValue: word) else {
        throw typed.refusal(word.isEmpty ? "a word is missing" : "there is no reminder `\(word.prefix(20))`", remedy)
      }
      guard times[kind] == nil else { throw typed.refusal("`\(word)` is listed twice", remedy) }
      times[kind] = parts.count == 1 ? .usual : try time(parts[1].trimmingBlanks, of: typed)
    }
    return times
  }

  private static func time(_ word: String, of typed: TypedValue) throws(InvalidValue) -> ReminderTime {
    do throws(InvalidValue) { return try ReminderTime.parse(word, field: typed.field) } catch {
      throw typed.refusal("`\(word.prefix(20))` is not a time of day", remedy)
    }
  }

  /// The kinds and the master switch, as a value whose meaning does not depend on the current settings.
  public var choice: String {
    let kinds = ReminderKind.allCases.compactMap { kind in times[kind].map { kind.rawValue + $0.suffix } }
    let words = times == ReminderSettings().times ? [Self.all] : kinds.isEmpty ? [Self.none] : kinds
    return ((isOn ? [] : [SettingWord.off]) + words).joined(separator: ",")
  }

  /// The value to show: `choice`, shortened to `off` if the kinds are the default ones.
  var text: String { choice == "\(SettingWord.off),\(Self.all)" ? SettingWord.off : choice }
}
