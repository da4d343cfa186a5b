import AlarmClock
import ArgumentParser
import Control
import Glibc

/// Guides through the first evening: asks, runs verbs as a user would, and skips what is done.
final class SetupGuide {
  let connection: Connection
  /// Whether to ask again what was answered before.
  let asksAgain: Bool
  /// `nil` for a user at a terminal.
  private let answers: SetupAnswers?
  private var count = 0
  var record: SetupRecord
  var status: StatusView
  /// Tasks left for later.
  private(set) var open: [String] = []
  private(set) var failures = 0

  init(_ connection: Connection, answers: SetupAnswers?, asksAgain: Bool) throws(ControlError) {
    self.connection = connection
    self.asksAgain = asksAgain
    status = try connection.ask(GetStatus())
    record = SetupRecord(of: status)
    self.answers = answers
    guard isAtTerminal else { return }
    Farewell.set("\nrouse: stopped. Your answers are kept; `rouse setup` continues from there.\n")
  }

  var isAtTerminal: Bool { answers == nil }

  func run() throws(ControlError) {
    try say(
      isAtTerminal
        ? "This sets up the clock in about ten minutes. Enter accepts the answer in brackets, `skip` leaves a question "
          + "for later, and Ctrl-C stops: your answers are kept, and `rouse setup` continues from there."
        : "This sets up the clock from a file of answers. Its answers about devices do not count as tested.")
    for (index, step) in steps.enumerated() {
      try Output.line("")
      try say("Step \(index + 1) of \(steps.count): \(step.title)")
      status = try connection.ask(GetStatus())
      try step.run()
    }
    try Output.line("")
    status = try connection.ask(GetStatus())
    for paragraph in Self.ending(status, record, open: open, .output) { try say(paragraph) }
  }

  private var steps: [(title: String, run: () throws(ControlError) -> Void)] {
    [
      ("the time", askTheTime), ("the board", lookAtBoard), ("sound, vibration and light", tryDevices),
      ("the camera", tryCamera), ("a card, the only way to end a ring", makeCard), ("a spare card", makeSpare),
      ("the first alarm", setAlarm), ("the bedtime test", testBeforeTheNight), ("quiet hours", setQuietHours),
      ("the people in the room", askTheRoom),
    ]
  }

  // MARK: Helpers of the steps

  func say(_ text: String) throws(ControlError) { try Output.line(Style.output.wrapped(text)) }

  func leave(_ what: String) throws(ControlError) {
    open.append(what)
    try say("Left for later: \(what).")
  }

  /// Returns the answer, or `nil` to leave the question for later.
  ///
  /// - Parameter fallback: what Enter means, if that depends on earlier answers.
  func ask(_ question: SetupQuestion, fallback: String? = nil) throws(ControlError) -> String? {
    guard let answers else { return try askSomebody(question, fallback) }
    guard let value = answers.values[question.key] ?? (question.follows ? fallback ?? question.fallback : nil)
    else { return nil }
    count += 1
    try say(question.prompt(number: count, fallback: fallback) + Terminal.printable(value))
    return value
  }

  private func askSomebody(_ question: SetupQuestion, _ fallback: String?) throws(ControlError) -> String? {
    count += 1
    // Discard what was typed while a device acted.
    tcflush(STDIN_FILENO, TCIFLUSH)
    while true {
      Output.prompt(Style.output.wrapped(Terminal.printable(question.prompt(number: count, fallback: fallback))))
      guard let typed = readLine() else {
        Output.note("")
        throw ControlError(
          .nothingFound, "setup was stopped", why: "there was no answer; earlier answers are kept",
          fix: "continue: `rouse setup`")
      }
      switch question.read(typed, fallback: fallback) {
      case .value(let value): return value
      case .later: return nil
      case .unclear(let complaint): try say(complaint)
      }
    }
  }

  func keep(_ answer: String, to question: SetupQuestion) {
    record.keep(answer, to: question.key, isSaid: !isAtTerminal)
  }

  /// Returns the earlier answer, or `nil` if the question must be asked.
  func decided(_ question: SetupQuestion) -> String? {
    asksAgain ? nil : record.entries[question.key]?.answer
  }

  /// Whether the user has noticed the device. An answer from a file counts only for another run with a file.
  func isNoticed(_ question: SetupQuestion) -> Bool {
    guard !asksAgain, let entry = record.entries[question.key], entry.answer == "yes" else { return false }
    return !entry.isSaid || !isAtTerminal
  }

  enum Outcome { case done, later, failed }

  /// Repeats an attempt until it is done or left for later. With an answers file, tries once.
  func persist(_ attempt: () throws(ControlError) -> Outcome) throws(ControlError) -> Bool {
    while true {
      switch try attempt() {
      case .done: return true
      case .later: return false
      case .failed where isAtTerminal: try say("Again; `skip` leaves it for later.")
      case .failed: return false
      }
    }
  }

  func run(_ words: [String]) throws(ControlError) -> Bool {
    try Output.line("$ rouse " + words.map { $0.shellWord }.joined(separator: " "))
    return try attempt {
      var command = try Rouse.parseAsRoot(words + (self.connection.socket.map { ["--socket", $0] } ?? []))
      try command.run()
    }
  }

  /// Whether the action succeeded; otherwise its error was printed. Throws if the daemon or stdout is gone.
  func attempt(_ body: () throws -> Void) throws(ControlError) -> Bool {
    do {
      try body()
      return true
    } catch let error as ControlError {
      if [.unreachable, .cannotWrite].contains(error.code) { throw error }
      Rouse.tell(error)
    } catch let error as InvalidValue {
      Rouse.tell(ControlError(error))
    } catch {
      // Empty if another program has printed the error.
      let text = Rouse.fullMessage(for: error)
      if !text.isEmpty { Output.note("rouse: \(ParserComplaint(text))") }
    }
    failures += 1
    return false
  }
}
