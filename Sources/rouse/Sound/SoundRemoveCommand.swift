import ArgumentParser
import Control

struct SoundRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a sound of your own, and its file.",
    discussion: """
      What uses it rings with the sound of all alarms instead, else with the built-in tone; it is told which.

      Examples:
        rouse sound remove morning
      """)

  @Argument(help: "A sound's id or name, whole.")
  var sound: String
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(RemoveSound(sound: sound))
    try format.print(reply) { "Sound \(Terminal.printable(reply.sound.name)) (\(reply.sound.id)) is removed." }
    Output.notes(reply.notes)
  }
}
