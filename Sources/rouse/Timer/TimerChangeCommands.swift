import ArgumentParser
import Control

/// The verbs that need a timer's name at most.
protocol TimerChangeCommand: ParsableCommand {
  var timer: TimerArgument { get }
  var format: Format { get }
  var connection: Connection { get }
  static var change: ChangeTimer.Change { get }
}

extension TimerChangeCommand {
  func run() throws {
    let saved = try connection.ask(ChangeTimer(timer: timer.name, change: Self.change))
    try format.print(saved) {
      Self.change == .cancel ? "\(TimerText.subject(saved.timer)) is cancelled." : TimerText.sentence(saved.timer)
    }
    Output.notes(saved.notes)
  }
}

struct TimerPauseCommand: TimerChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Let a timer stand still.",
    discussion: """
      Examples:
        rouse timer pause tea
      """)
  static let change = ChangeTimer.Change.pause
  @OptionGroup var timer: TimerArgument
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection
}

struct TimerResumeCommand: TimerChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Let a paused timer run on.",
    discussion: """
      Examples:
        rouse timer resume tea
      """)
  static let change = ChangeTimer.Change.resume
  @OptionGroup var timer: TimerArgument
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection
}

struct TimerCancelCommand: TimerChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Be rid of a timer, however far it is.",
    discussion: """
      Examples:
        rouse timer cancel tea
      """)
  static let change = ChangeTimer.Change.cancel
  @OptionGroup var timer: TimerArgument
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection
}
