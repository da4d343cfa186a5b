import ArgumentParser
import Control
import Glibc

/// Asks before something is done that cannot be undone. Without a terminal, `--yes` is required.
struct Confirmation: ParsableArguments {
  @Flag(name: .long, help: "Do it without asking. Required without a terminal, as in scripts.")
  var yes = false

  /// Somebody reads what is said, and can answer.
  static var isAnybodyThere: Bool {
    [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].allSatisfy { isatty($0) == 1 }
  }

  /// Says what is lost, and returns once somebody has answered with yes.
  ///
  /// - Parameters:
  ///   - what: is told to whoever says no, as `the card was not removed`.
  ///   - lost: What is lost, a line each, or `nil` if there is nothing to ask about. Not called with `--yes`.
  func ask(_ what: String, _ lost: () throws(ControlError) -> [String]?) throws(ControlError) {
    guard !yes, let lines = try lost() else { return }
    guard Self.isAnybodyThere else {
      throw ControlError(
        .usage, what, why: "`rouse undo` cannot bring it back, and without a terminal nobody can be asked",
        fix: "check the command, and add `--yes`", stillWorks: "nothing was changed")
    }
    try Self.ask(what, lines)
  }

  /// Asks, whatever was given on the command line.
  ///
  /// - Parameter isUndone: `rouse undo` takes it back.
  static func ask(_ what: String, isUndone: Bool = false, _ lines: [String]) throws(ControlError) {
    for line in lines { Output.note(line) }
    let answer = Self.answer(
      to: (isUndone ? "" : "`rouse undo` does not bring that back. ") + "Type yes to go on: ")
    guard isYes(answer) else {
      if answer == nil { Output.note("") }
      throw ControlError(
        .nothingFound, what,
        why: "\(answer == nil ? "there was no answer" : "the answer was not yes"); nothing was changed",
        fix: "type the whole word yes when you are asked, or give `--yes`")
    }
  }

  /// What somebody types behind a question; nil: the end of the file. Whoever interrupts it is told that nothing was changed.
  static func answer(to question: String) -> String? {
    endings(interrupted)
    defer { endings(SIG_DFL) }
    Output.prompt(question)
    return readLine()
  }

  /// The whole word, in letters of either case.
  static func isYes(_ answer: String?) -> Bool {
    answer?.lowercased().split(whereSeparator: \.isWhitespace).map(String.init) == ["yes"]
  }

  private static var farewell: StaticString { "\nrouse: interrupted before the answer; nothing was changed.\n" }
  private static let interrupted: @convention(c) (Int32) -> Void = { number in
    // Nothing but async-signal-safe calls (signal-safety(7)).
    _ = Glibc.write(STDERR_FILENO, Confirmation.farewell.utf8Start, Confirmation.farewell.utf8CodeUnitCount)
    _exit(128 + number)
  }

  private static func endings(_ handler: sighandler_t?) {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, handler) }
  }
}
