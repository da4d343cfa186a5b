import ArgumentParser
import Boards
import Control

struct SetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "The first evening: asks for all that an alarm needs, step by step.",
    discussion: """
      The board, each device, the camera, a card and a spare, the first alarm, the test before the night, quiet hours, \
      and who sleeps there. Each question has an answer in brackets, which Enter takes; `skip` leaves it for later. It \
      can be stopped with Ctrl-C at any time: run it again, and it leaves out what is done. What was answered is kept \
      in ~/.local/state/rouse/setup.json.

      With --answers nobody is asked, and no device acts. The file has a line an answer; what it leaves out is left \
      for later, and what it says of devices counts as said, not as proven. It turns no evidence on:

        # evening.txt
        speaker: yes
        card: code
        card-name: bathroom
        card-image: bathroom.png
        alarm: 07:30
        alarm-days: mon-fri
        quiet: 22:00-07:00

      The keys: \(SetupAnswers.keys.joined(separator: ", ")).

      Exit codes: 0 the end was reached; 1 it was stopped, or a command of --answers failed.

      Examples:
        rouse setup
        rouse setup --again
        rouse setup --answers evening.txt
      """)

  @Option(
    help: ArgumentHelp("Take the answers from this file, and ask nobody.", valueName: "file"), completion: .file())
  var answers: String?
  @Flag(help: "Ask again for what was answered before.")
  var again = false
  @OptionGroup var connection: Connection

  func run() throws {
    let answers = try answers.map { path throws(ControlError) in try SetupAnswers(readingFrom: path) }
    guard answers != nil || Confirmation.isAnybodyThere else {
      throw ControlError(
        .usage, "there is nobody to ask", why: "`rouse setup` asks at a terminal, and this is none",
        fix: "run it at a terminal, or give the answers in a file: `rouse setup --answers FILE`")
    }
    let guide: SetupGuide
    do throws(ControlError) {
      guide = try SetupGuide(connection, answers: answers, isAnew: again)
    } catch {
      throw error.code == .unreachable ? Self.noService(error) : error
    }
    try guide.run()
    guard answers != nil, guide.failures > 0 else { return }
    throw ControlError(
      .nothingFound, "\(Table.count(guide.failures, "command")) failed", why: "what they were to set is not set",
      fix: "do what stands under each, then run this again: it leaves out what is done")
  }

  /// Where it is not even installed, that comes first.
  private static func noService(_ error: ControlError) -> ControlError {
    let place = BoardPlace()
    var error = error
    let first =
      place.isInstalled
      ? error.fix
      : "install it for your board: \(place.command); or try it without hardware: `rouse daemon --board mock`"
    error.fix = "\(first); then `rouse setup` again"
    return error
  }
}
