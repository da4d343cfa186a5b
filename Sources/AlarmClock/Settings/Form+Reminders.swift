// How the values of reminders are typed and shown.

extension Form<[ReminderKind: ReminderTime]> {
  private static let all = "all"
  private static let remedy =
    "give some of \(ReminderKind.allCases.map(\.rawValue).joined(separator: ", ")), with commas between them and each "
    + "with `=\(ReminderTime.auto)` or a time where you like, as in `bedtime=21:30`; or `\(all)`, or `\(SettingWord.off)`"

  /// As `tomorrow,test=auto,bedtime=21:30`; `all`: each at its usual time; `off`: none.
  static let reminders = Form(
    { typed throws(InvalidValue) in
      if typed.isOff { return [:] }
      if typed.text.lowercased() == all { return ReminderSettings().times }
      var times: [ReminderKind: ReminderTime] = [:]
      for item in typed.text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let word = parts[0].trimmingBlanks
        guard let kind = ReminderKind(rawValue: word) else {
          throw typed.refusal(word.isEmpty ? "a word is missing" : "there is no reminder `\(word.prefix(20))`", remedy)
        }
        guard times[kind] == nil else { throw typed.refusal("`\(word)` stands there twice", remedy) }
        times[kind] = parts.count == 1 ? .usual : try time(parts[1].trimmingBlanks, of: typed)
      }
      return times
    },
    text: { times in
      guard !times.isEmpty else { return SettingWord.off }
      if times == ReminderSettings().times { return all }
      return ReminderKind.allCases.compactMap { kind in times[kind].map { kind.rawValue + text(of: $0) } }
        .joined(separator: ",")
    })

  private static func time(_ word: String, of typed: TypedValue) throws(InvalidValue) -> ReminderTime {
    do throws(InvalidValue) { return try ReminderTime.parse(word, field: typed.field) } catch {
      throw typed.refusal("`\(word.prefix(20))` is no time of day", remedy)
    }
  }

  private static func text(of time: ReminderTime) -> String {
    switch time {
    case .usual: ""
    case .automatic: "=\(ReminderTime.auto)"
    case .at(let time): "=\(time)"
    }
  }
}

extension ReminderTime {
  fileprivate static let auto = "auto"

  /// `auto`, or a time of day as `21:30`.
  public static func parse(_ text: String, field: String) throws(InvalidValue) -> ReminderTime {
    if text.lowercased() == auto { return .automatic }
    return .at(
      try TimeText.timeOfDay(text, field: field, remedy: "give a time like 21:30 or 9:30pm, or `\(auto)`"))
  }
}

extension Form<Int> {
  /// 1…8 times.
  static let timesADay = Form(
    { typed throws(InvalidValue) in
      guard let number = typed.wholeNumber, (1...8).contains(number) else {
        throw typed.refusal(
          "one to eight reminders a day may come",
          "give a number from 1 to 8; for none: `rouse settings set reminders off`")
      }
      return number
    }, text: { "\($0)" })
}
