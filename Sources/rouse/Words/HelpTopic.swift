import ArgumentParser
import Control

/// `rouse help …`: of a verb, or `exit-codes`.
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
    if words == ["exit-codes"] { return try Output.line(Self.exitCodes()) }
    throw CleanExit.helpRequest(try verb())
  }

  func verb() throws(ControlError) -> any ParsableCommand.Type {
    let typed = TypedWords(words)
    guard let verb = typed.verbs.last, typed.verbs.count == words.count + 1 else {
      let meant = typed.suggestions(for: typed.unknown ?? words.last ?? "").map { "`\($0) --help`" }
      throw ControlError(
        .usage, "there is no help on `\(words.joined(separator: " "))`",
        why: "`\(typed.verbs.map { $0.name }.joined(separator: " "))` has no verb of that name",
        fix: (meant.isEmpty ? "" : "did you mean \(meant.joined(separator: ", or "))? Else ")
          + "see `rouse help` for the verbs, `rouse help exit-codes` for the exit codes")
    }
    return verb
  }

  static func exitCodes() -> String {
    var table = Table(header: ["CODE", "MEANING"], rightAligned: [0])
    table.rows = Control.ExitCode.allCases.map { ["\($0.rawValue)", $0.meaning] }
    return table.rendered()
  }
}
