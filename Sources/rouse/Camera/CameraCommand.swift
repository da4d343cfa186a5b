import ArgumentParser

struct CameraCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "camera", "What the camera sees, to set it up.", subcommands: [CameraAimCommand.self, CameraSnapshotCommand.self])
}
