import ArgumentParser
import Control

struct SoundShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a sound, and why it cannot be played where that is so.",
    discussion: """
      Examples:
        rouse sound show morning
        rouse sound show morning --json | jq .available
      """)

  @Argument(help: "A sound's id or name.", completion: LiveWords.sounds)
  var sound: String
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let sounds = try connection.ask(ListSounds()).sounds
    guard let shown = sounds.first(where: { $0.id == sound }) ?? sounds.first(where: { $0.name == sound }) else {
      throw ControlError(
        .nothingFound, "there is no sound `\(sound)`", why: "no id and no name is like that",
        fix: "see the sounds there are: `rouse sound list`")
    }
    try format.print(SoundDocument(sound: shown)) { SoundText.listing(shown) }
  }
}
