import Control
import Glibc

struct MQTTAsker {
  private var count = 0

  struct Answers: Equatable {
    var file = MQTTFile()
    /// `nil` if the account has none, or a file contains it.
    var password: String?
  }

  init() { Farewell.set("\nrouse: stopped. Nothing was saved.\n") }

  mutating func ask() throws(ControlError) -> Answers {
    defer { Farewell.unset() }
    var answers = Answers()
    Output.note("In brackets is what Enter means. Nothing is saved by this: in the end it prints what to save.")
    let place = try text("Where is your MQTT broker? Its name or address", "homeassistant.local")
    if place.contains("://") {
      answers.file.broker = place
    } else {
      Output.note("Without TLS anybody in your network can read the password, and what the clock says.")
      answers.file.broker = MQTTFile.address(place, usesTLS: try isYes("Does it use TLS?", fallback: true))
    }
    if answers.file.broker.hasPrefix("mqtts://") {
      let authority = try text("Who has signed its certificate? A file, or whom the system trusts", "system")
      answers.file.caFile = authority == "system" ? nil : authority
    }
    Output.note("Each clock needs an account of its own on the broker; its name is also the clock's place in topics.")
    let user = try text("The account's name, or `none`", "rouse")
    answers.file.user = user == "none" ? nil : user
    if answers.file.user != nil { answers.password = try secret("Its password (it is not shown)") }
    if try !isYes("Is Home Assistant to find the clock by itself?", fallback: true) { answers.file.discovery = "off" }
    answers.file.commands = try commands()
    return answers
  }

  private mutating func commands() throws(ControlError) -> [HomeCommandName] {
    Output.note("The house may have nothing done, until you allow it. Nobody there can end, snooze or soften a ring:")
    let width = HomeCommandName.allCases.map(\.rawValue.count).max() ?? 0
    for name in HomeCommandName.allCases {
      Output.note("  \(name.rawValue.padded(to: width))  \(name.meaning)")
    }
    while true {
      let typed = try text("What may it? Some of these with commas, `all` or `none`", "none")
      do throws(ControlError) { return try MQTTFile.commands(typed) } catch {
        Output.note("\(error.what): \(error.fix).")
      }
    }
  }

  private mutating func isYes(_ question: String, fallback: Bool) throws(ControlError) -> Bool {
    try ask(SetupQuestion(key: "", text: question, form: .yesOrNo, fallback: fallback ? "yes" : "no")) == "yes"
  }

  private mutating func text(_ question: String, _ fallback: String) throws(ControlError) -> String {
    try ask(SetupQuestion(key: "", text: question, fallback: fallback))
  }

  private mutating func ask(_ question: SetupQuestion) throws(ControlError) -> String {
    count += 1
    while true {
      Output.prompt(question.prompt(number: count, fallback: nil))
      switch question.read(try line()) {
      case .value(let value): return value
      case .later: return question.fallback
      case .unclear(let complaint): Output.note(complaint)
      }
    }
  }

  private mutating func secret(_ question: String) throws(ControlError) -> String {
    count += 1
    Output.prompt("\(count). \(question): ")
    var terminal = termios()
    let isShown = tcgetattr(STDIN_FILENO, &terminal) == 0
    let before = terminal
    terminal.c_lflag &= ~UInt32(ECHO)
    if isShown { tcsetattr(STDIN_FILENO, TCSAFLUSH, &terminal) }
    defer {
      if isShown {
        var before = before
        tcsetattr(STDIN_FILENO, TCSANOW, &before)
        Output.note("")
      }
    }
    return try line()
  }

  private func line() throws(ControlError) -> String {
    guard let typed = readLine() else {
      Output.note("")
      throw ControlError(
        .nothingFound, "the questions were not answered", why: "there was no answer; nothing was saved",
        fix: "run `rouse mqtt setup` again")
    }
    return typed
  }
}
