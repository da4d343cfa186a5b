import ArgumentParser
import ServiceOptions

/// `rouse daemon` replaces itself with the service, which is a separate program.
struct DaemonCommand: Described {
  static let about = CommandConfiguration("daemon")

  @OptionGroup var options: ServiceOptions

  /// Passes on the arguments as typed; parsing `options` has validated them.
  func run() throws {
    throw try OwnProgram.find(.daemon).replaceThisProcess(arguments: Array(CommandLine.arguments.dropFirst(2)))
  }
}
