/// A question of `rouse setup`: one line, with what Enter means in brackets.
struct SetupQuestion: Sendable {
  enum Form: Hashable, Sendable {
    /// One of these words; its first letters do, where no other word begins with them.
    case choice([String])
    /// `yes` counts as a whole word alone: it is about other people.
    case agreement
    /// Any words. What they are worth, the daemon says.
    case text
  }

  /// What an answer is called in a file of answers.
  let key: String
  var text: String
  let form: Form
  /// What Enter means.
  let fallback: String
  /// It comes after another one that was answered, so that a file of answers may leave it out.
  var follows = false
  /// It is about what somebody sees and hears at this moment: no file can answer it.
  var isForPeopleAlone = false

  enum Reading: Hashable, Sendable {
    case value(String)
    /// Left for another time.
    case later
    /// Nothing that can be taken, and what can.
    case unclear(String)
  }

  /// What an answer means.
  func read(_ typed: String, fallback: String? = nil) -> Reading {
    let typed = Self.trimmed(typed)
    let word = typed.lowercased()
    if typed.isEmpty { return .value(fallback ?? self.fallback) }
    if word == "skip" || word == "later" { return .later }
    switch form {
    case .choice(let words):
      let meant = words.contains(word) ? [word] : words.filter { $0.hasPrefix(word) }
      guard meant.count == 1 else { return .unclear("Please type \(Self.list(words + ["skip"])).") }
      return .value(meant[0])
    case .agreement:
      if word == "yes" { return .value("yes") }
      return word == "no" || word == "n"
        ? .value("no") : .unclear("Please type the whole word yes, or no, or skip.")
    case .text:
      guard !typed.hasPrefix("-") else {
        return .unclear("Please begin with another letter than a dash, or type skip.")
      }
      return .value(typed)
    }
  }

  /// `3. Did you hear it? (yes, no or again) [no]: `
  func prompt(number: Int, fallback: String? = nil) -> String {
    let words =
      switch form {
      case .choice(let words): " (\(Self.list(words)))"
      case .agreement: " (yes or no)"
      case .text: ""
      }
    return "\(number). \(text)\(words) [\(fallback ?? self.fallback)]: "
  }

  private static func list(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }

  static func trimmed(_ text: String) -> String {
    let start = text.drop { $0.isWhitespace }
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }
}
