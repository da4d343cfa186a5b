import ArgumentParser
import Control

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
