import ArgumentParser
import Control

struct PeekCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peek", abstract: "Have the display show its face for ten seconds, also where it is off.",
    discussion: """
      Within the ten seconds each further one goes on: to each message that waits, the date, the next alarm, and whatever \
      else comes by turns. While an alarm rings it does nothing.

      Examples:
        rouse peek
      """)
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let face = try connection.ask(PeekFace())
    try format.print(face) { FaceText.sentence(face) }
  }
}
