import ArgumentParser
import Boards
import Control

struct SetupCommand: Described {
  static let about = CommandConfiguration("setup")

  @Option("Read the answers from this file instead of asking.", "file", completion: .file())
  var answers: String?
  @Flag(help: "Ask answered questions again.")
  var again = false
  @OptionGroup var connection: Connection

  func run() throws {
    let answers = try answers.map { path throws(ControlError) in try SetupAnswers(readingFrom: path) }
    guard answers != nil || Confirmation.isAnybodyThere else {
      throw ControlError(
        .usage, "this is not a terminal", why: "`rouse setup` asks its questions at a terminal",
        fix: "run it at a terminal, or give the answers in a file: `rouse setup --answers FILE`")
    }
    let guide: SetupGuide
    do throws(ControlError) {
      guide = try SetupGuide(connection, answers: answers, asksAgain: again)
    } catch {
      guard error.code == .unreachable else { throw error }
      // The service may not be installed.
      let place = BoardPlace()
      let first =
        place.isInstalled
        ? error.fix
        : "install it for your board: \(place.command); or try it without hardware: `rouse daemon --board mock`"
      var refusal = error
      refusal.fix = "\(first); then `rouse setup` again"
      throw refusal
    }
    try guide.run()
    guard answers != nil, guide.failures > 0 else { return }
    throw ControlError(
      .nothingFound, "\(Table.count(guide.failures, "command")) failed", why: "their changes were not made",
      fix: "follow the fix under each, then run this again: it skips finished steps")
  }
}
