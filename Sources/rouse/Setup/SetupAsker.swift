import Control
import Glibc

/// Source of the answers: a user at a terminal, or a file.
struct SetupAsker {
  /// `nil` for a user at a terminal.
  let answers: SetupAnswers?
  private var count = 0

  init(answers: SetupAnswers?) {
    self.answers = answers
    guard answers == nil else { return }
    Farewell.set("\nrouse: stopped. What you have answered is kept: `rouse setup` goes on from there.\n")
  }

  /// Returns the answer, or `nil` to leave the question for later.
  ///
  /// - Parameter fallback: what Enter means, if that depends on earlier answers.
  mutating func ask(_ question: SetupQuestion, fallback: String? = nil) throws(ControlError) -> String? {
    guard let answers else { return try askSomebody(question, fallback) }
    guard let value = answers.values[question.key] ?? (question.follows ? fallback ?? question.fallback : nil)
    else { return nil }
    count += 1
    try Output.line(
      Style.output.wrapped(question.prompt(number: count, fallback: fallback) + Terminal.printable(value)))
    return value
  }

  private mutating func askSomebody(
    _ question: SetupQuestion, _ fallback: String?
  ) throws(ControlError) -> String? {
    count += 1
    // Discard what was typed while a device acted.
    tcflush(STDIN_FILENO, TCIFLUSH)
    while true {
      Output.prompt(Style.output.wrapped(Terminal.printable(question.prompt(number: count, fallback: fallback))))
      guard let typed = readLine() else {
        Output.note("")
        throw ControlError(
          .nothingFound, "the guide was stopped", why: "there was no answer; what was answered before is kept",
          fix: "go on from there: `rouse setup`")
      }
      switch question.read(typed, fallback: fallback) {
      case .value(let value): return value
      case .later: return nil
      case .unclear(let complaint): try Output.line(Style.output.wrapped(complaint))
      }
    }
  }
}
