import AlarmClock
import ArgumentParser
import Control

/// A help topic. deploy/man/make builds the manual pages from `shown`, as `rouse help` prints it to a pipe.
struct Topic: Sendable {
  enum Part: Hashable, Sendable {
    case text(String)
    case terms([Term])
    /// Verbatim lines.
    case lines([String])
  }

  struct Term: Hashable, Sendable {
    var word: String
    var meaning: String
  }

  struct Section: Hashable, Sendable {
    /// Upper case.
    var title: String
    var parts: [Part]
  }

  /// A topic with the name of a verb is shown below the help of that verb.
  let name: String
  /// One line.
  let about: String
  let sections: [Section]

  static func named(_ word: String) -> Topic? {
    let name = ZoneAdvice.isAskedFor(by: word) ? "zone" : word
    return Help.topics.first { $0.name == name }
  }

  // MARK: Output

  /// - Parameter columns: the width of the terminal; `nil` for one line per paragraph and per term.
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
    // On a narrow screen, the meanings go below their words.
    guard let columns, width > columns / 3 else {
      return terms.map { term in
        Wrapping.wrapped(
          term.meaning, columns, first: "  \(term.word.padded(to: width))  ", next: "".padded(to: width + 4))
      }.joined(separator: "\n")
    }
    return terms.map { term in
      "  \(term.word)\n" + Wrapping.wrapped(term.meaning, columns, first: "      ", next: "      ")
    }.joined(separator: "\n")
  }
}

/// `rouse help` with a verb or a topic.
///
/// It runs before the parser's own `help`, which has no topics and ignores an unknown verb. As a subcommand it would
/// appear twice in completions.
struct HelpTopic {
  let words: [String]

  /// `nil` unless the command line is `help` followed only by names.
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

  private static let list = "topics"

  static func topics(columns: Int?) -> String {
    let terms = Help.topics.map { Topic.Term(word: "rouse help \($0.name)", meaning: $0.about) }
    let section = Topic.Section(title: "TOPICS", parts: [.terms(terms)])
    return Topic(name: list, about: "what is explained beside the verbs", sections: [section]).shown(columns: columns)
  }
}
