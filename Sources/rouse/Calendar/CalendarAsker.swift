import Calendars
import Control

/// Asks somebody at a terminal which days of a calendar are days off.
enum CalendarAsker {
  static func chosen(of groups: [DayGroup]) throws(ControlError) -> [DayGroup] {
    Output.note("The file sorts its days by words that Rouse does not know:")
    for (number, group) in groups.enumerated() {
      Output.note("  \(number + 1): \(Terminal.printable(CalendarText.groups([group])))")
    }
    var complaint = ""
    while true {
      let question = "Which of them are days off? Type their numbers, all or none: "
      guard let typed = Confirmation.answer(to: Style.output.wrapped(complaint + question)) else {
        Output.note("")
        throw ControlError(
          .nothingFound, "the calendar was not saved", why: "there was no answer; nothing was changed",
          fix: "type numbers when you are asked, or name the days by `--only TEXT`")
      }
      if let places = places(typed, count: groups.count) { return places.map { groups[$0] } }
      complaint = "Type numbers from 1 to \(groups.count), all or none. "
    }
  }

  /// `1 3`, `1,3`, `all` or `none`; nil for something else.
  static func places(_ typed: String, count: Int) -> [Int]? {
    let words = typed.lowercased().split { $0 == "," || $0.isWhitespace }
    if words == ["all"] { return Array(0..<count) }
    if words == ["none"] { return [] }
    let numbers = words.compactMap { Int($0) }
    guard !words.isEmpty, numbers.count == words.count else { return nil }
    return numbers.allSatisfy { (1...count).contains($0) } ? numbers.map { $0 - 1 } : nil
  }
}
