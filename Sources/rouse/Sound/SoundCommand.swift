import ArgumentParser

struct SoundCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sound",
    abstract: "The sounds there are: hear, add and remove them.",
    discussion: """
      Some are built in. Your own are WAV, FLAC, Ogg or MP3 files: `add` them, or copy them into the folder `sounds` of \
      the state folder (/var/lib/rouse/sounds), as with scp. They are made as loud as the others, and loop.

      Examples:
        rouse sound list
        rouse sound preview bell
        rouse sound add morning.flac
        rouse settings set sound morning
      """,
    subcommands: [
      SoundListCommand.self, SoundShowCommand.self, SoundAddCommand.self, SoundRemoveCommand.self,
      SoundPreviewCommand.self, SoundStopCommand.self,
    ],
    defaultSubcommand: SoundListCommand.self)
}
