import ArgumentParser
import Control

struct SoundStopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "End the preview of a sound or a vibration.",
    discussion: """
      It ends neither an alarm, which only its card does, nor noise: `rouse noise stop`.

      Examples:
        rouse sound stop
      """)
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws { try Self.stop(format, connection) }

  static func stop(_ format: Format, _ connection: Connection) throws {
    let reply = try connection.ask(StopPreview())
    try format.print(reply) { reply.stopped ? "The preview is stopped." : "Nothing was previewed." }
  }
}
