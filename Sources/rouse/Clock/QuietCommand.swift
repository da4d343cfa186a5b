import AlarmClock
import ArgumentParser
import Control

struct QuietCommand: Verb {
  static let configuration = CommandConfiguration(
    "quiet", "When the clock makes no sound by itself; without an argument, how it is.")

  @Argument(
    help: ArgumentHelp("on, off, or hours like 22:00-07:00.", valueName: "hours"), completion: .list(["on", "off"]))
  var hours: String?
  @OptionGroup var io: IO

  func run() throws {
    guard let hours else {
      let quiet = try connection.ask(GetStatus()).quiet
      return try format.print(["quiet": quiet]) { Self.sentence(quiet) }
    }
    let reply = try connection.ask(ChangeSetting(key: SettingKey.quiet.rawValue, value: hours))
    try format.print(reply) { () throws(ControlError) in
      let quiet = try connection.ask(GetStatus()).quiet
      return Self.sentence(quiet, was: reply.changes.first?.was) + "\n" + ChangeText.next(reply.next)
    }
    Output.notes(reply.notes)
  }

  /// - Parameter was: the hours before a change; nil: there was none.
  static func sentence(_ quiet: QuietView, was: String? = nil) -> String {
    "quiet \(was.map { "\(TimePhrase.clocks(in: Terminal.printable($0))) →" } ?? "is") \(CalmText.quiet(quiet))."
  }
}
