import ArgumentParser

struct CameraCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "camera",
    abstract: "What the camera sees, to set it up.",
    discussion: """
      Both are refused while an alarm rings, and nothing is kept of what is seen.

      Examples:
        rouse camera aim
        rouse camera snapshot view.png
      """,
    subcommands: [CameraAimCommand.self, CameraSnapshotCommand.self])
}
