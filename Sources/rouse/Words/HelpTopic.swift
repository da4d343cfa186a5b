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
    var verb: any ParsableCommand.Type = Rouse.self
    for name in words {
      guard let next = verb.configuration.subcommands.first(where: { $0.configuration.commandName == name }) else {
        throw ControlError(
          .usage, "there is no help on `\(words.joined(separator: " "))`",
          why: "`\(verb.configuration.commandName ?? "rouse")` has no verb `\(name)`",
          fix: "see `rouse help` for the verbs, `rouse help exit-codes` for the exit codes")
      }
      verb = next
    }
    return verb
  }

  static func exitCodes() -> String {
    var table = Table(header: ["CODE", "MEANING"], rightAligned: [0])
    table.rows = Control.ExitCode.allCases.map { ["\($0.rawValue)", $0.meaning] }
    return table.rendered()
  }
}
