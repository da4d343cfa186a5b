import AlarmClock

/// What `rouse help` says beside the verbs. The manual pages are made of the same words: deploy/man/make reads what `shown`
/// says where it is piped.
struct Topic: Sendable {
  enum Part: Hashable, Sendable {
    case text(String)
    /// Words and what they mean.
    case terms([Term])
    /// Lines as they are typed.
    case lines([String])
  }

  struct Term: Hashable, Sendable {
    var word: String
    var meaning: String
    init(_ word: String, _ meaning: String) { (self.word, self.meaning) = (word, meaning) }
  }

  struct Section: Hashable, Sendable {
    /// In capitals.
    var title: String
    var parts: [Part]
    init(_ title: String, _ parts: [Part]) { (self.title, self.parts) = (title, parts) }
  }

  /// As it is typed. One that is called like a verb is shown behind the verb's help.
  let name: String
  /// What it is about, in a line.
  let about: String
  let sections: [Section]

  init(name: String, about: String, sections: [Section]) {
    (self.name, self.about, self.sections) = (name, about, sections)
  }

  /// - Parameter page: its heading is `name: about`, those of its sections have three signs.
  init(_ page: Help.Section) {
    let words = page.heading.split(separator: ": ", maxSplits: 1).map(String.init)
    (name, about) = (words[0], words[1])
    sections = Help.sections(page.lines, below: "### ").map { Section($0.heading, Help.parts($0.lines)) }
  }

  static func named(_ word: String) -> Topic? {
    let name = ZoneAdvice.isAskedFor(by: word) ? "zone" : word
    return Help.topics.first { $0.name == name }
  }

  // MARK: Showing it

  /// - Parameter columns: how wide the terminal is; nil: each paragraph, and each word with its meaning, is one line.
  func shown(columns: Int?) -> String {
    let body = sections.map { section in
      ([section.title] + section.parts.map { Self.shown($0, columns) }).joined(separator: "\n")
    }
    return (["\(name): \(about)"] + body).joined(separator: "\n\n")
  }

  private static func shown(_ part: Part, _ columns: Int?) -> String {
    switch part {
    case .text(let text): Wrapping.wrapped(text, columns, first: "  ", next: "  ")
    case .lines(let lines): lines.map { "    " + $0 }.joined(separator: "\n")
    case .terms(let terms): shown(terms, columns)
    }
  }

  private static func shown(_ terms: [Term], _ columns: Int?) -> String {
    let width = terms.map { Terminal.width($0.word) }.max() ?? 0
    // Meanings stand under their words where the screen is too narrow for both.
    guard let columns, width > columns / 3 else {
      return terms.map { term in
        let word = term.word + String(repeating: " ", count: width - Terminal.width(term.word))
        return Wrapping.wrapped(
          term.meaning, columns, first: "  \(word)  ", next: String(repeating: " ", count: width + 4))
      }.joined(separator: "\n")
    }
    return terms.map { term in
      "  \(term.word)\n" + Wrapping.wrapped(term.meaning, columns, first: "      ", next: "      ")
    }.joined(separator: "\n")
  }
}
