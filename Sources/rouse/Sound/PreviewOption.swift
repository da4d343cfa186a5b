import ArgumentParser
import Control

/// Whether what was saved is played.
struct PreviewOption: ParsableArguments {
  @Flag(help: "Once it is saved, play it: what is then heard and felt.")
  var preview = false

  static let alarmSeconds = 10

  /// After a reply was printed. What was saved stays so, whatever becomes of this: a command that failed is typed again.
  func follow<Preview: Control.Command>(
    _ command: Preview, _ io: IO
  ) where Preview.Reply == PreviewProgress {
    guard preview else { return }
    do throws(ControlError) {
      try PreviewFollowing(format: io.format, isSilent: io.format.json).follow(command, on: try io.connection.open())
    } catch {
      Output.notes(["saved; not played: \(error.what): \(error.why); \(error.fix)"])
    }
  }

  func follow(alarm: String, _ io: IO) {
    follow(PreviewAlarm(alarm: alarm, seconds: Self.alarmSeconds), io)
  }
}
