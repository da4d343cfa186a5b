import ArgumentParser
import Control
import FoundationEssentials

struct SoundAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a sound file of your own.",
    discussion: """
      WAV, FLAC, Ogg or MP3, of half a second to ten minutes and 50 MB at most. It is decoded in a process of its own, \
      mixed to one channel, made as loud as the built-in sounds, and its end faded into its beginning. The id is made of \
      the name: letters, digits and `-`.

      Examples:
        rouse sound add morning.flac
        rouse sound add track01.mp3 --name "Guten Morgen"
      """)

  @Argument(help: "The sound file.", completion: .file(extensions: ["wav", "flac", "ogg", "oga", "opus", "mp3"]))
  var file: String
  @Option(help: "What the sound is to be called; otherwise as the file.")
  var name: String?
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let input = try InputFile(file, remedy: "give a WAV, FLAC, Ogg or MP3 file")
    let client = try connection.open()
    let base = file.split(separator: "/").last.map(String.init) ?? file
    let upload = try client.send(BeginSound(file: base, soundName: name, size: input.size)).upload
    var sent = 0
    while let piece = try input.next(BackupPiece.mostBytes) {
      _ = try client.send(UploadSound(upload: upload, data: Data(piece).base64EncodedString()))
      sent += piece.count
      tell("Handed over: \(sent * 100 / max(1, input.size)) %.")
    }
    tell("Preparing it…")
    let sound = try client.send(AddSound(upload: upload))
    try format.print(SoundDocument(sound: sound)) {
      "Sound added: `\(sound.id)` (\(Terminal.printable(sound.description))). "
        + "Use it: `rouse settings set sound \(sound.id)`"
    }
  }

  /// How far it is, for those who watch.
  private func tell(_ text: String) { if Terminal.isOutput, !format.json { Output.note(text) } }
}
