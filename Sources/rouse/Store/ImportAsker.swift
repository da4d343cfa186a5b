import AlarmClock
import Control

enum ImportAsker {
  enum Answer: Hashable {
    case choice(ImportChoice)
    case oneByOne
    case unclear(String)
  }

  static func choices(of items: [ImportItem]) throws(ControlError) -> ImportChoices {
    let all: ImportChoice? = try ask("Keep mine (m), use theirs (t), keep both (b), or go one by one (o)? ") { typed in
      switch answer(typed, among: ImportChoice.allCases) {
      case .unclear(let complaint): (nil, complaint)
      case .oneByOne: (.some(nil), "")
      case .choice(let choice): (choice, "")
      }
    }
    if let all { return ImportChoices(all: all) }
    var choices = ImportChoices(all: .mine)
    for item in items {
      let choice: ImportChoice = try ask(question(item)) { typed in
        switch answer(typed, among: item.choices) {
        case .choice(let choice): (choice, "")
        case .unclear(let complaint): (nil, complaint)
        case .oneByOne: (nil, "That is what this is. ")
        }
      }
      choices.each[item.id] = choice
    }
    return choices
  }

  static func takesCards() throws(ControlError) -> Bool {
    try ask("Cards: keep mine (m), or use theirs in their place, all of them (t)? ") { typed in
      switch answer(typed, among: [.mine, .theirs]) {
      case .choice(let choice): (choice == .theirs, "")
      case .unclear, .oneByOne: (nil, "Cards come all together or not at all. ")
      }
    }
  }

  static func question(_ item: ImportItem) -> String {
    let words = item.choices.contains(.both) ? "mine (m), theirs (t) or both (b)" : "mine (m) or theirs (t)"
    return "\(ImportText.words(item)). Take \(words)? "
  }

  static func answer(_ typed: String, among choices: [ImportChoice]) -> Answer {
    let word = typed.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if ["o", "one", "one by one"].contains(word) { return .oneByOne }
    guard let choice = ImportChoice.allCases.first(where: { word == $0.rawValue || word == $0.rawValue.prefix(1) })
    else {
      return .unclear("Type one of the letters. ")
    }
    return choices.contains(choice) ? .choice(choice) : .unclear("There is one of this: both cannot be. ")
  }

  private static func ask<Value>(
    _ question: String, _ read: (String) -> (Value?, complaint: String)
  ) throws(ControlError) -> Value {
    try Confirmation.ask(
      question, orTell: "nothing was imported",
      fix: "type a letter when you are asked, or give `--mine`, `--theirs` or `--both`", read)
  }
}
