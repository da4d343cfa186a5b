/// Weekdays counted within a month, such as the first Monday and the last Friday.
public struct MonthDays: Hashable, Sendable, LosslessStringConvertible {
  /// The position among the month's days with the same weekday.
  public enum Place: String, CaseIterable, Hashable, Sendable {
    case first, second, third, fourth, last

    var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  private var places: [Place: Weekdays] = [:]

  public init() {}

  public var isEmpty: Bool { places.isEmpty }

  public mutating func insert(_ place: Place, _ weekday: Weekday) {
    places[place, default: []].insert(Weekdays(weekday))
  }

  public func contains(_ place: Place, _ weekday: Weekday) -> Bool { places[place]?.contains(weekday) ?? false }

  /// In order: all firsts, then all seconds and so on, Monday first.
  public var days: [(place: Place, weekday: Weekday)] {
    Place.allCases.flatMap { place in places[place, default: []].days.map { (place, $0) } }
  }

  func contains(_ date: LocalDate) -> Bool {
    let isLast = date.day + 7 > Calendar.days(inMonth: date.month, of: date.year)
    if isLast, contains(.last, date.weekday) { return true }
    // A fifth weekday can only be the last one.
    let place = Place.allCases[(date.day - 1) / 7]
    return place != .last && contains(place, date.weekday)
  }

  func first(onOrAfter date: LocalDate) -> LocalDate? {
    guard !isEmpty else { return nil }
    if let found = first(in: date.year, date.month, from: date.day) { return found }
    let (year, month) = date.month == 12 ? (date.year + 1, 1) : (date.year, date.month + 1)
    return first(in: year, month, from: 1)
  }

  private func first(in year: Int, _ month: Int, from earliest: Int) -> LocalDate? {
    guard let start = LocalDate(year: year, month: month, day: 1) else { return nil }
    let length = Calendar.days(inMonth: month, of: year)
    let found = days.map { place, weekday in
      let first = 1 + (weekday.rawValue - start.weekday.rawValue + 7) % 7
      return place == .last ? first + (length - first) / 7 * 7 : first + place.index * 7
    }.filter { $0 >= earliest }.min()
    return found.flatMap { LocalDate(year: year, month: month, day: $0) }
  }

  /// Reads exactly the form `first-mon,last-fri`; returns `nil` for any other text. User input goes through `RuleText`.
  public init?(_ text: String) {
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = word.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, let place = Place(rawValue: String(parts[0])),
        let weekday = Weekday.allCases.first(where: { $0.word == parts[1] })
      else { return nil }
      insert(place, weekday)
    }
  }

  public var description: String { days.map { "\($0.place.rawValue)-\($0.weekday.word)" }.joined(separator: ",") }

  /// For example `first Monday of the month` or `first Mon, last Fri of the month`.
  var words: String {
    let days = days
    let names = days.map { "\($0.place.rawValue) \(days.count == 1 ? $0.weekday.name : $0.weekday.shortName)" }
    return names.joined(separator: ", ") + " of the month"
  }
}
