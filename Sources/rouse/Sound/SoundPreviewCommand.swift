import AlarmClock
import ArgumentParser
import Control

struct SoundPreviewCommand: Verb {
  static let about = CommandConfiguration(
    "sound preview", "Play a sound to hear what it is like.", aliases: ["play"])

  @Argument(help: ArgumentHelp("The sound (`rouse sound list`).", valueName: "name"), completion: LiveWords.sounds)
  var name: String
  @Option("0 to 100; otherwise as `rouse settings get volume`.", "percent", parsing: .unconditional)
  var volume: String?
  @Option(
    name: .customLong("for"), parsing: .unconditional, help: ArgumentHelp("How long, 1s to 60s.", valueName: "span"))
  var span = "10s"
  @OptionGroup var io: IO

  func run() throws {
    let volume = try volume.map { try FieldText.volume($0, field: "--volume") }
    let seconds = try Span.seconds(span, field: "--for", in: 1...60)
    try PreviewFollowing(format: format)
      .follow(PreviewSound(sound: name, volume: volume, seconds: seconds), on: try connection.open())
  }
}
