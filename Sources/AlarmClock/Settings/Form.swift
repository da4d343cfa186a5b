/// The input and output of one kind of value, including its range.
struct Form<Value: Hashable & Sendable>: Sendable {
  let parse: @Sendable (TypedValue) throws(InvalidValue) -> Value
  let text: @Sendable (Value) -> String
}

extension TypedValue {
  func refusal(_ reason: String, _ remedy: String) -> InvalidValue {
    InvalidValue(field: field, value: text, reason: reason, remedy: remedy)
  }

  fileprivate var isOn: Bool { text.lowercased() == SettingWord.on }
  var isOff: Bool { text.lowercased() == SettingWord.off }

  /// The number, if the text is only ASCII digits: no sign, no spaces.
  var wholeNumber: Int? { text.utf8.allSatisfy(\.isASCIIDigit) ? Int(text) : nil }
}

extension Form<Bool> {
  static let onOff = Form(
    parse: { typed throws(InvalidValue) in
      guard typed.isOn || typed.isOff else {
        throw typed.refusal("it is neither on nor off", "give `on` or `off`")
      }
      return typed.isOn
    }, text: { $0 ? SettingWord.on : SettingWord.off })
}

extension Form<Int> {
  /// 0 to 100 percent, with or without `%`.
  static let percent = Form(
    parse: { typed throws(InvalidValue) in
      let digits = typed.text.hasSuffix("%") ? String(typed.text.dropLast()) : typed.text
      guard let number = TypedValue(digits, field: typed.field).wholeNumber, (0...100).contains(number) else {
        throw typed.refusal("a volume is a whole number from 0 to 100", "give a number, as in `80`")
      }
      return number
    }, text: { "\($0)" })

  /// 1 to 5, or 0 for off.
  static let timesOrOff = Form(
    parse: { typed throws(InvalidValue) in
      if typed.isOff { return 0 }
      guard let number = typed.wholeNumber, (1...5).contains(number) else {
        throw typed.refusal("a ring can be snoozed once to five times", "give a number from 1 to 5, or `off`")
      }
      return number
    }, text: { $0 == 0 ? SettingWord.off : "\($0)" })
}

extension Form<Duration> {
  /// - Parameters:
  ///   - range: The range in words, for messages. By default, its ends.
  ///   - other: Other accepted words, worded to precede the duration in messages.
  static func span(_ allowed: ClosedRange<Duration>, _ range: String? = nil, other: String = "") -> Form {
    Form(
      parse: { typed throws(InvalidValue) in
        let remedy = "give \(other)a duration like \(DurationText.examples(within: allowed))"
        let duration: Duration
        do throws(InvalidValue) { duration = try DurationText.parse(typed.text, field: typed.field) } catch {
          throw typed.refusal(error.reason, remedy)
        }
        guard allowed.contains(duration) else {
          throw typed.refusal("it has to be from \(range ?? allowed.words)", remedy)
        }
        return duration
      }, text: { DurationText.format($0) })
  }

  static func spanOrOff(_ allowed: ClosedRange<Duration>) -> Form {
    let span = span(allowed, allowed.words + ", or off", other: "`\(SettingWord.off)`, or ")
    return Form(
      parse: { typed throws(InvalidValue) in typed.isOff ? .zero : try span.parse(typed) },
      text: { $0 == .zero ? SettingWord.off : span.text($0) })
  }
}

extension ClosedRange<Duration> {
  /// For example `1m to 3h`.
  fileprivate var words: String { "\(DurationText.format(lowerBound)) to \(DurationText.format(upperBound))" }
}

extension Form<String> {
  static let sound = Form(
    parse: { typed throws(InvalidValue) in
      let id = typed.text.lowercased()
      guard id == Settings.noSound || typed.sounds.contains(id) else {
        throw typed.refusal(
          "there is no such sound", "choose one of: \((typed.sounds + [Settings.noSound]).joined(separator: ", "))")
      }
      return id
    }, text: { $0 })
}

extension Form<Vibration> {
  static let vibration = Form(
    parse: { typed throws(InvalidValue) in
      let isPattern = VibrationPattern(rawValue: typed.text.lowercased()) != nil
      let reason = isPattern ? "that is a pattern, and no strength" : "there is no such strength"
      return try Form.word(reason).parse(typed)
    }, text: { $0.rawValue })
}

extension Form<Settings.TimeFormat> {
  static let timeFormat = Form(
    parse: { typed throws(InvalidValue) in
      guard
        let format = Settings.TimeFormat(rawValue: typed.text.lowercased())
          ?? Settings.TimeFormat(rawValue: typed.text + "h")
      else { throw typed.refusal("a clock shows 12 or 24 hours", "give `12h` or `24h`") }
      return format
    }, text: { $0.rawValue })
}

extension Form<Settings.Speaking> {
  static let speaking = Form(
    parse: { typed throws(InvalidValue) in
      // `on` is the value of earlier versions, which could only say one thing.
      if typed.isOn { return .alarms }
      return try Form.word("nothing else can be said", "give `off`, `alarms` or `all`").parse(typed)
    }, text: { $0.rawValue })
}

extension Form<QuietHours> {
  static let hours = Form(
    parse: { typed throws(InvalidValue) in
      if typed.isOff { return .off }
      if typed.isOn { return .on }
      let remedy = "give `on`, `off`, or hours like 22:00-07:00 or 10pm-7am"
      let ends = typed.text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard ends.count == 2 else {
        throw typed.refusal("it is neither on, off, nor from one time of day to another", remedy)
      }
      func end(_ text: String) throws(InvalidValue) -> LocalTime {
        do throws(InvalidValue) { return try TimeText.timeOfDay(text, field: typed.field, remedy: remedy) } catch {
          throw typed.refusal("`\(text.prefix(20))`: \(error.reason)", remedy)
        }
      }
      let (from, to) = (try end(ends[0]), try end(ends[1]))
      guard from != to else { throw typed.refusal("both ends are the same time", remedy) }
      return .daily(from: from, to: to)
    }, text: { $0.description })
}

extension Form<LocalDate?> {
  static let dateOrOff = Form(
    parse: { typed throws(InvalidValue) in
      if typed.isOff { return nil }
      guard let date = LocalDate(typed.text) else {
        throw typed.refusal("there is no such date", "give a date like 2026-12-27, or `off`")
      }
      return try DateText.checked(date, typed.text, field: typed.field)
    }, text: { $0?.description ?? SettingWord.off })
}

extension Form<LocalTime?> {
  static let timeOrOff = Form(
    parse: { typed throws(InvalidValue) in
      if typed.isOff { return nil }
      return try TimeText.timeOfDay(
        typed.text, field: typed.field, remedy: "give a time like 21:30 or 9:30pm, or `off`")
    }, text: { $0?.description ?? SettingWord.off })
}

extension Form<String?> {
  static let nameOrOff = Form(
    parse: { typed throws(InvalidValue) in
      typed.isOff ? nil : try checkedName(typed.text, field: typed.field, mayBeEmpty: false)
    }, text: { $0 ?? SettingWord.off })
}

/// The words that several forms share.
public enum SettingWord {
  public static let on = "on"
  public static let off = "off"
}
