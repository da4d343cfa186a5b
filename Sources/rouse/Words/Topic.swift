import AlarmClock
import ArgumentParser
import Control

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

/// `rouse help …`: of a verb, or of a topic.
///
/// It comes before the parser's own `help`, which has no topics and takes an unknown verb for none; as a subcommand it
/// would stand in the completions twice.
struct HelpTopic {
  let words: [String]

  /// nil where the command line is not `help` and names alone.
  init?(arguments: [String]) {
    guard arguments.first == "help", !arguments.contains(where: { $0.hasPrefix("-") }) else { return nil }
    words = Array(arguments.dropFirst())
  }

  func show() throws {
    Help.isLeftOut.store(false, ordering: .relaxed)
    let columns = Style.output.columns
    if words == [Self.list] { return try Output.line(Self.topics(columns: columns)) }
    let topic = words.count == 1 ? Topic.named(words[0]) : nil
    guard let topic else { throw CleanExit.helpRequest(try verb()) }
    let verb = Rouse.verbs.first { $0.isCalled(topic.name) }
    let help = verb.map { Rouse.helpMessage(for: $0, columns: columns) + "\n\n" } ?? ""
    try Output.line(help + topic.shown(columns: columns))
  }

  func verb() throws(ControlError) -> any ParsableCommand.Type {
    let typed = TypedWords(words)
    guard let verb = typed.verbs.last, typed.verbs.count == words.count + 1 else {
      let meant = typed.suggestions(for: typed.unknown ?? words.last ?? "").map { "`\($0) --help`" }
      throw ControlError(
        .usage, "there is no help on `\(words.joined(separator: " "))`",
        why: "`\(typed.verbs.map { $0.name }.joined(separator: " "))` has no verb of that name, and no topic has it",
        fix: (meant.isEmpty ? "" : "did you mean \(meant.joined(separator: ", or "))? Else ")
          + "see `rouse help` for the verbs, `rouse help \(Self.list)` for what else is explained")
    }
    return verb
  }

  /// What lists the topics.
  private static let list = "topics"

  static func topics(columns: Int?) -> String {
    let terms = Help.topics.map { Topic.Term("rouse help \($0.name)", $0.about) }
    return Topic(
      name: list, about: "what is explained beside the verbs", sections: [Topic.Section("TOPICS", [.terms(terms)])]
    ).shown(columns: columns)
  }
}
