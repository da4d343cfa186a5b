import ArgumentParser

struct SoundCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sound",
    abstract: "The sounds that alarms ring with.",
    discussion: """
      Some are built in. Your own are WAV, FLAC, Ogg or MP3 files: `add` them, or copy them into the folder `sounds` of \
      the state folder (/var/lib/rouse/sounds), as with scp. They are made as loud as the others, and loop.

      Examples:
        rouse sound list
        rouse sound add morning.flac
        rouse settings set sound morning
      """,
    subcommands: [
      SoundListCommand.self, SoundShowCommand.self, SoundAddCommand.self, SoundRemoveCommand.self,
    ])
}
