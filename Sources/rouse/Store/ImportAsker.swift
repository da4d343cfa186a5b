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
        case .oneByOne: (nil, "You are already choosing one by one. ")
        }
      }
      choices.each[item.id] = choice
    }
    return choices
  }

  static func takesCards() throws(ControlError) -> Bool {
    try ask("Cards: keep mine (m), or replace all of them with theirs (t)? ") { typed in
      switch answer(typed, among: [.mine, .theirs]) {
      case .choice(let choice): (choice == .theirs, "")
      case .unclear, .oneByOne: (nil, "Cards can only be imported all together. ")
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
    return choices.contains(choice) ? .choice(choice) : .unclear("Both is not possible here. ")
  }

  private static func ask<Value>(
    _ question: String, _ read: (String) -> (Value?, complaint: String)
  ) throws(ControlError) -> Value {
    try Confirmation.ask(
      question, orFail: "nothing was imported",
      fix: "type a letter when asked, or give `--mine`, `--theirs` or `--both`", read)
  }
}
