import ArgumentParser
import Control
import ServiceOptions

/// `rouse daemon`: becomes the service, which is a program of its own.
struct DaemonCommand: Described {
  static let about = CommandConfiguration(
    "daemon", "Run the service that rings, as systemd does at every start.")

  @OptionGroup var options: ServiceOptions

  /// With the words as they were typed, which `options` has found to be right.
  func run() throws {
    throw try OwnProgram.find(.daemon).replaceThisProcess(arguments: Array(CommandLine.arguments.dropFirst(2)))
  }
}
