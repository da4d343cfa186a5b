import ArgumentParser
import Boards
import Control

struct SetupCommand: Described {
  static let about = CommandConfiguration("setup")

  @Option("Take the answers from this file, and ask nobody.", "file", completion: .file())
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
      .nothingFound, "\(Table.count(guide.failures, "command")) failed", why: "what they were to set is not set",
      fix: "do what stands under each, then run this again: it leaves out what is done")
  }
}
