import ArgumentParser
import Control
import Glibc

/// Asks before something is done that cannot be undone. Without a terminal, `--yes` is required.
struct Confirmation: ParsableArguments {
  @Flag(name: .long, help: "Do not ask. Required without a terminal, as in scripts.")
  var yes = false

  /// Whether a user can read the output and answer.
  static var isAnybodyThere: Bool {
    [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].allSatisfy { isatty($0) == 1 }
  }

  /// Says what would be lost, and returns if the user agrees.
  ///
  /// - Parameters:
  ///   - what: the error if the user does not agree, such as `the card was not removed`.
  ///   - lost: returns lines about the loss, or `nil` if there is nothing to ask. Not called with `--yes`.
  func ask(_ what: String, _ lost: () throws(ControlError) -> [String]?) throws(ControlError) {
    guard !yes, let lines = try lost() else { return }
    guard Self.isAnybodyThere else {
      throw ControlError(
        .usage, what, why: "`rouse undo` cannot bring it back, and there is no terminal to ask at",
        fix: "check the command, and add `--yes`", stillWorks: "nothing was changed")
    }
    try Self.ask(what, lines)
  }

  /// Asks even with `--yes`.
  ///
  /// - Parameter isUndone: whether `rouse undo` can revert it.
  static func ask(_ what: String, isUndone: Bool = false, _ lines: [String]) throws(ControlError) {
    for line in lines { Output.note(line) }
    let answer = Self.answer(
      to: (isUndone ? "" : "`rouse undo` cannot bring that back. ") + "Type yes to go on: ")
    guard isYes(answer) else {
      if answer == nil { Output.note("") }
      throw ControlError(
        .nothingFound, what,
        why: "\(answer == nil ? "there was no answer" : "the answer was not yes"); nothing was changed",
        fix: "type the whole word yes when asked, or give `--yes`")
    }
  }

  /// Returns the typed answer, or `nil` at the end of the input. An interruption reports that nothing was changed.
  static func answer(to question: String) -> String? {
    Farewell.set("\nrouse: interrupted before the answer; nothing was changed.\n")
    defer { Farewell.unset() }
    Output.prompt(question)
    return readLine()
  }

  /// Repeats the question until the answer is valid.
  ///
  /// - Parameters:
  ///   - what: the error at the end of the input, together with `fix`.
  ///   - read: returns the value of an answer, or a complaint about it.
  static func ask<Value>(
    _ question: String, orFail what: String, fix: String, _ read: (String) -> (Value?, complaint: String)
  ) throws(ControlError) -> Value {
    var complaint = ""
    while true {
      guard let typed = answer(to: Style.output.wrapped(complaint + question)) else {
        Output.note("")
        throw ControlError(.nothingFound, what, why: "there was no answer; nothing was changed", fix: fix)
      }
      let (value, why) = read(typed)
      if let value { return value }
      complaint = why
    }
  }

  /// Whether the answer is the whole word, in upper or lower case.
  static func isYes(_ answer: String?) -> Bool {
    answer?.lowercased().split(whereSeparator: \.isWhitespace).map(String.init) == ["yes"]
  }
}
