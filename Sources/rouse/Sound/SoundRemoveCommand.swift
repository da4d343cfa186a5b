import ArgumentParser
import Control

struct SoundRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a sound of your own, and its file.",
    discussion: """
      What uses it rings with the sound of all alarms instead, else with the built-in tone; it is told which. At a \
      terminal you are asked first; without one, `--yes` is required. A sound cannot be removed while an alarm that uses it rings or is locked by its \
      `cancel-lock`.

      Examples:
        rouse sound remove morning
        rouse sound remove morning --yes
      """)

  @Argument(help: "A sound's id or name, whole.", completion: LiveWords.ownSounds)
  var sound: String
  @OptionGroup var confirmation: Confirmation
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    try confirmation.ask("the sound was not removed") { () throws(ControlError) in
      Self.lines(try connection.ask(LookAtSoundLoss(sound: sound)))
    }
    let reply = try connection.ask(RemoveSound(sound: sound))
    try format.print(reply) { "Sound \(Terminal.printable(reply.sound.name)) (\(reply.sound.id)) is removed." }
    Output.notes(reply.notes)
  }

  /// What is lost with a sound.
  static func lines(_ loss: SoundLoss) -> [String] {
    let users = loss.usedBy.map(Terminal.printable)
    return [
      "The sound \(Terminal.printable(loss.sound.name)) (\(loss.sound.id)) and the clock's copy of its file will be deleted."
    ]
      + (users.isEmpty ? [] : ["It was chosen by \(users.joined(separator: ", ")): another sound plays instead."])
  }
}
