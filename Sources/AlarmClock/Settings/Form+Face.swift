import PlainText

extension Form where Value: RawRepresentable<String> & CaseIterable {
  /// Accepts one of the raw values. Errors say why no other is possible, and give `remedy`, by default the values.
  static func word(_ reason: String, _ remedy: String? = nil) -> Form {
    Form(
      reason, remedy ?? "choose one of: \(Value.allCases.map(\.rawValue).joined(separator: ", "))",
      read: { Value(rawValue: $0.text.lowercased()) }, text: { $0.rawValue })
  }
}

extension Form {
  /// Accepts the values of `form`, and `same` for the value by day (`nil`).
  static func same<Wrapped>(as form: Form<Wrapped>) -> Form where Value == Wrapped? {
    let same = "same"
    return Form(
      parse: { typed throws(InvalidValue) in
        if typed.text.lowercased() == same { return nil }
        do throws(InvalidValue) { return try form.parse(typed) } catch {
          throw typed.refusal(error.reason, "\(error.remedy), or `\(same)` for its daytime value")
        }
      }, text: { $0.map(form.text) ?? same })
  }
}

extension Form<[FaceTurn]> {
  /// Names in the order in which they are shown; `off` for an empty list.
  static let turns = Form(
    parse: { typed throws(InvalidValue) in try typed.list(of: FaceTurn.self) }, text: { $0.map(\.rawValue).listed })
}

extension Form<[FaceMark]> {
  private static let all = "all"

  /// Names in any order, `all`, or `off` for none.
  static let marks = Form(
    parse: { typed throws(InvalidValue) in
      if typed.text.lowercased() == all { return FaceMark.allCases }
      let marks = try typed.list(of: FaceMark.self, orWord: all)
      return FaceMark.allCases.filter(marks.contains)
    }, text: { $0 == FaceMark.allCases ? all : $0.map(\.rawValue).listed })
}

extension Form<[String]> {
  /// Names such as `Asia/Tokyo`, or `off` for none. Callers must check whether the zones exist.
  static let zones = Form(
    parse: { typed throws(InvalidValue) in
      if typed.isOff { return [] }
      let names = typed.text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingBlanks }
      let remedy = "give names like `Asia/Tokyo,America/New_York` (`timedatectl list-timezones`), or `off`"
      for name in names where !isZoneName(name) {
        throw typed.refusal("`\(name.prefix(20))` is not the name of a time zone", remedy)
      }
      guard Set(names).count == names.count else { throw typed.refusal("one zone is listed twice", remedy) }
      guard names.count <= FaceSettings.mostZones else {
        throw typed.refusal("at most \(FaceSettings.mostZones) zones are shown", remedy)
      }
      return names
    }, text: { $0.listed })

  /// Whether `name` can only name a file in the zone directory, and is not a word with another meaning as a value.
  private static func isZoneName(_ name: String) -> Bool {
    if [SettingWord.off, SettingKey.defaultWord].contains(name.lowercased()) { return false }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return name.utf8.count <= 64
      && parts.allSatisfy { part in
        part.utf8.first?.isASCIILetter == true
          && part.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_+-".utf8.contains($0) }
      }
  }
}

extension Form<FaceSettings.ThemeChoice> {
  static let theme = Form(
    parse: { typed throws(InvalidValue) in
      switch typed.text.lowercased() {
      case "day": return .day
      case "night": return .night
      case "light": return .light
      default: break
      }
      let remedy = "give `day`, `night`, `light`, or the night's hours, like 22:00-07:00 or sunset-sunrise"
      if let night = try typed.nightOfTheSun(remedy) { return night }
      let hours: QuietHours
      do throws(InvalidValue) {
        hours = try typed.text.contains("-") ? Form<QuietHours>.hours.parse(typed) : .off
      } catch {
        throw typed.refusal(error.reason, remedy)
      }
      guard case .daily(let from, let to) = hours else {
        throw typed.refusal("it is not day, night, light or hours", remedy)
      }
      return .hours(from: from, to: to)
    },
    text: { choice in
      switch choice {
      case .day: "day"
      case .night: "night"
      case .light: "light"
      case .hours(let from, let to): QuietHours.daily(from: from, to: to).description
      case .sun(let from, let to): "\(from)-\(to)"
      }
    })
}

extension Form<Duration> {
  /// Accepts whole seconds only, because the face changes on the second.
  static func wholeSeconds(_ allowed: ClosedRange<Duration>) -> Form {
    let span = span(allowed)
    return Form(
      parse: { typed throws(InvalidValue) in
        let duration = try span.parse(typed)
        guard duration.components.attoseconds == 0 else {
          throw typed.refusal("it has a fraction of a second", "give whole seconds")
        }
        return duration
      }, text: span.text)
  }
}

extension TypedValue {
  /// Reads `sunset-07:00` or `sunset+30m-sunrise-1h`; returns `nil` if the text does not mention the sun.
  fileprivate func nightOfTheSun(_ remedy: String) throws(InvalidValue) -> FaceSettings.ThemeChoice? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ["sunrise", "sunset"].contains(where: { text.lowercased().contains($0) }) else { return nil }
    var (ends, failure): ([BrightnessSchedule.Point.Moment], InvalidValue?) = ([], nil)
    // A dash separates the ends, but can also be part of either end.
    for count in 1..<parts.count where ends.isEmpty {
      do throws(InvalidValue) {
        ends = [
          try .init(parts[..<count].joined(separator: "-"), of: self, remedy),
          try .init(parts[count...].joined(separator: "-"), of: self, remedy),
        ]
      } catch {
        failure = failure ?? error
      }
    }
    guard let from = ends.first, let to = ends.last else {
      throw failure ?? refusal("it is not day, night, light or hours", remedy)
    }
    guard from != to else { throw refusal("it starts and ends at the same time", remedy) }
    return .sun(from: from, to: to)
  }

  /// Reads a comma-separated list of different words, or `off` for none. Errors also name `orWord`.
  fileprivate func list<Item: RawRepresentable<String> & CaseIterable & Hashable>(
    of items: Item.Type, orWord: String? = nil
  ) throws(InvalidValue) -> [Item] {
    if isOff { return [] }
    let all = Item.allCases.map(\.rawValue)
    let other = orWord.map { "`\($0)`, or " } ?? ""
    let remedy = "give one or more of \(all.joined(separator: ", ")), with commas between them, or \(other)`off`"
    var found: [Item] = []
    for word in text.lowercased().split(separator: ",", omittingEmptySubsequences: false).map({ $0.trimmingBlanks }) {
      guard let item = Item(rawValue: word) else {
        throw refusal(word.isEmpty ? "a word is missing" : "there is no `\(word.prefix(20))`", remedy)
      }
      guard !found.contains(item) else { throw refusal("`\(word)` is listed twice", remedy) }
      found.append(item)
    }
    return found
  }
}

extension Substring {
  package var trimmingBlanks: String { String(drop { $0 == " " }).trimmingTrailingSpaces }
}

extension [String] {
  fileprivate var listed: String { isEmpty ? SettingWord.off : joined(separator: ",") }
}
