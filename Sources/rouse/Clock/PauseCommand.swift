import AlarmClock
import ArgumentParser
import Control

struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Skip all repeating alarms until a date, as for holidays; without an argument, how it is.",
    discussion: """
      On the date itself they ring again. What is set for one time rings all the same, and a ring that is under way goes \
      on: only a card ends it. Skipped rings are no misses.

      Examples:
        rouse pause --until 2026-12-27
        rouse pause --until tomorrow
        rouse pause off
        rouse pause
      """)

  private static let off = "off"

  @Argument(help: ArgumentHelp("`off`: repeating alarms ring again.", valueName: "off"), completion: .list([off]))
  var word: String?
  @Option(help: ArgumentHelp("The first day on which they ring again: 2026-12-27, tomorrow.", valueName: "date"))
  var until: String?
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func validate() throws {
    if let word, word != Self.off {
      throw ValidationError("`\(word)` is not understood. Say `rouse pause --until DATE`, or `rouse pause off`.")
    }
    if word != nil, until != nil { throw ValidationError("Give `off` or --until, not both.") }
    if until == Self.off { throw ValidationError("--until takes a date. To end a pause: `rouse pause off`.") }
  }

  func run() throws {
    guard let value = until ?? word else {
      let date = try connection.ask(GetStatus()).pausedUntil
      return try format.print(PauseDocument(pausedUntil: date)) { Self.sentence(date) }
    }
    let reply = try connection.ask(ChangeSetting(key: SettingKey.pause.rawValue, value: value))
    try format.print(reply) { reply.pause.map { CalmText.sentences($0).joined(separator: "\n") } ?? "" }
    Output.notes(reply.notes)
  }

  static func sentence(_ date: String?) -> String {
    guard let date else { return "No alarm is paused." }
    return "Repeating alarms are skipped until \(CalmText.day(date)). To end that: `rouse pause off`."
  }

  private struct PauseDocument: Encodable {
    @OrNull var pausedUntil: String?
  }
}
