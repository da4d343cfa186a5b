import ArgumentParser
import Control

/// Whether what was saved is played.
struct PreviewOption: ParsableArguments {
  @Flag(help: "Once it is saved, play it: what is then heard and felt.")
  var preview = false

  /// After a reply was printed.
  func follow<Preview: Control.Command>(
    _ command: Preview, _ format: Format, _ connection: Connection
  ) throws(ControlError) where Preview.Reply == PreviewProgress {
    guard preview else { return }
    try PreviewFollowing(format: format, isSilent: format.json).follow(command, on: try connection.open())
  }

  func follow(alarm: String, _ format: Format, _ connection: Connection) throws(ControlError) {
    try follow(PreviewAlarm(alarm: alarm, seconds: 10), format, connection)
  }
}
