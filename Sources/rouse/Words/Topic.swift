import AlarmClock
import ArgumentParser
import Control

/// A help topic. deploy/man/make builds the manual pages from `shown`, as `rouse help` prints it to a pipe.
struct Topic: Sendable {
  enum Part: Sendable {
    case text(String)
    case terms([Term])
    /// Verbatim lines.
    case lines([String])
  }

  typealias Term = (word: String, meaning: String)
  /// The title is in upper case.
  typealias Section = (title: String, parts: [Part])

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
    let style = Style(columns: columns)
    let body = sections.map { title, parts in
      ([title] + parts.map { Self.shown($0, style) }).joined(separator: "\n")
    }
    return (["\(name): \(about)"] + body).joined(separator: "\n\n")
  }

  private static func shown(_ part: Part, _ style: Style) -> String {
    switch part {
    case .text(let text): return style.wrapped(text, first: "  ", next: "  ")
    case .lines(let lines): return lines.map { "    " + $0 }.joined(separator: "\n")
    case .terms(let terms):
      let width = terms.map { Terminal.width($0.word) }.max() ?? 0
      // On a narrow screen, the meanings go below their words.
      let isNarrow = style.columns.map { width > $0 / 3 } ?? false
      return terms.map { word, meaning in
        isNarrow
          ? "  \(word)\n" + style.wrapped(meaning, first: "      ", next: "      ")
          : style.wrapped(meaning, first: "  \(word.padded(to: width))  ", next: "".padded(to: width + 4))
      }.joined(separator: "\n")
    }
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
    guard words.count == 1, let topic = Topic.named(words[0]) else { throw CleanExit.helpRequest(try verb()) }
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
        why: "`\(typed.path)` has no verb of that name, and there is no such topic",
        fix: (meant.isEmpty ? "" : "did you mean \(meant.joined(separator: ", or "))? Or ")
          + "see `rouse help` for the verbs, `rouse help \(Self.list)` for the topics")
    }
    return verb
  }

  private static let list = "topics"

  static func topics(columns: Int?) -> String {
    let terms: [Topic.Term] = Help.topics.map { ("rouse help \($0.name)", $0.about) }
    return Topic(
      name: list, about: "the help pages besides those of verbs", sections: [("TOPICS", [.terms(terms)])]
    ).shown(columns: columns)
  }
}
