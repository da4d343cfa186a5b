/// The input and output of one kind of value, including its range.
struct Form<Value: Hashable & Sendable>: Sendable {
  let parse: @Sendable (TypedValue) throws(InvalidValue) -> Value
  let text: @Sendable (Value) -> String
}

extension Form {
  /// Accepts the texts for which `read` returns a value.
  init(
    _ reason: String, _ remedy: String, read: @escaping @Sendable (TypedValue) -> Value?,
    text: @escaping @Sendable (Value) -> String
  ) {
    self.init(
      parse: { typed throws(InvalidValue) in
        guard let value = read(typed) else { throw typed.refusal(reason, remedy) }
        return value
      }, text: text)
  }
}

extension Form<Bool> {
  static let onOff = Form(
    "it is neither on nor off", "give `on` or `off`", read: { $0.isOn ? true : $0.isOff ? false : nil },
    text: { $0 ? SettingWord.on : SettingWord.off })
}

extension Form<Int> {
  /// 0 to 100 percent, with or without `%`.
  static let percent = Form(
    "a volume is a whole number from 0 to 100", "give a number like `80`",
    read: { typed in
      let digits = typed.text.hasSuffix("%") ? String(typed.text.dropLast()) : typed.text
      return TypedValue(digits, field: typed.field).number(in: 0...100)
    }, text: { "\($0)" })

  /// 1 to 5, or 0 for off.
  static let timesOrOff = Form(
    "a ring can be snoozed 1 to 5 times", "give a number from 1 to 5, or `off`",
    read: { $0.isOff ? 0 : $0.number(in: 1...5) }, text: { $0 == 0 ? SettingWord.off : "\($0)" })

  static let timesADay = Form(
    "there can be 1 to 8 reminders a day", "give a number from 1 to 8; for none: `rouse settings set reminders off`",
    read: { $0.number(in: 1...8) }, text: { "\($0)" })
}

extension Form<Duration> {
  /// Errors name the `range`, by default its ends, and before the duration `other`, further accepted words.
  static func span(_ allowed: ClosedRange<Duration>, _ range: String? = nil, other: String = "") -> Form {
    Form(
      parse: { typed throws(InvalidValue) in
        let remedy = "give \(other)a duration like \(DurationText.examples(within: allowed))"
        let duration: Duration
        do throws(InvalidValue) { duration = try DurationText.parse(typed.text, field: typed.field) } catch {
          throw typed.refusal(error.reason, remedy)
        }
        guard allowed.contains(duration) else {
          throw typed.refusal("it must be from \(range ?? allowed.words)", remedy)
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
      let reason = isPattern ? "that is a pattern, not a strength" : "there is no such strength"
      return try Form.word(reason).parse(typed)
    }, text: { $0.rawValue })
}

extension Form<Settings.TimeFormat> {
  static let timeFormat = Form(
    "a clock shows 12 or 24 hours", "give `12h` or `24h`",
    read: { Settings.TimeFormat(rawValue: $0.text.lowercased()) ?? Settings.TimeFormat(rawValue: $0.text + "h") },
    text: { $0.rawValue })
}

extension Form<Settings.Speaking> {
  static let speaking = Form(
    parse: { typed throws(InvalidValue) in
      // `on` is the value of earlier versions, which could only say one thing.
      if typed.isOn { return .alarms }
      return try Form.word("there is no such choice", "give `off`, `alarms` or `all`").parse(typed)
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
        throw typed.refusal("it is not on, off or a range of hours", remedy)
      }
      func end(_ text: String) throws(InvalidValue) -> LocalTime {
        do throws(InvalidValue) { return try TimeText.timeOfDay(text, field: typed.field, remedy: remedy) } catch {
          throw typed.refusal("`\(text.prefix(20))`: \(error.reason)", remedy)
        }
      }
      let (from, to) = (try end(ends[0]), try end(ends[1]))
      guard from != to else { throw typed.refusal("it starts and ends at the same time", remedy) }
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
