import AlarmClock
import ArgumentParser
import Control

struct TimerExtendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extend",
    abstract: "Let a timer run for longer, also one that is paused or chimes.",
    discussion: """
      One that has ended runs on for that long from now. What is left is 24h at most.

      Examples:
        rouse timer extend tea 5m
        rouse timer extend 30s
      """)

  @Argument(
    help: ArgumentHelp("The timer's name, needed with several timers, and how much longer.", valueName: "name> <span"),
    completion: LiveWords.timers)
  var words: [String]
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func validate() throws {
    guard (1...2).contains(words.count) else {
      throw ValidationError("Give a timer and a length, as in `rouse timer extend tea 5m`.")
    }
    if words.count == 1, words[0].first.map({ !$0.isNumber && $0 != "-" }) ?? false {
      throw ValidationError("The length is missing: `rouse timer extend \(words[0].shellWord) 5m`.")
    }
    if words.count == 2, Self.isLength(words[0]), !Self.isLength(words[1]) {
      throw ValidationError("The timer comes first: `rouse timer extend \(words[1].shellWord) \(words[0])`.")
    }
  }

  private static func isLength(_ word: String) -> Bool {
    do throws(InvalidValue) { _ = try DurationText.parse(word, field: "SPAN") } catch { return false }
    return true
  }

  /// The command for what was typed.
  var command: ExtendTimer { ExtendTimer(timer: words.count == 2 ? words[0] : nil, by: words[words.count - 1]) }

  func run() throws {
    let saved = try connection.ask(command)
    try format.print(saved) { TimerText.sentence(saved.timer) }
    Output.notes(saved.notes)
  }
}
