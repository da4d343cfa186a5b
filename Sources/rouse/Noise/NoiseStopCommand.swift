import ArgumentParser
import Control

struct NoiseStopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "End the noise.",
    discussion: """
      Examples:
        rouse noise stop
      """)
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(StopNoise())
    try format.print(reply) {
      reply.sound.map { "\(Terminal.printable($0)) is stopped." } ?? "No noise was playing."
    }
  }
}
