import ArgumentParser
import Control
import ServiceOptions

/// `rouse daemon`: becomes the service, which is a program of its own.
struct DaemonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daemon", abstract: "Run the service that rings, as systemd does at every start.",
    discussion: """
      Without --board it reads /etc/rouse/board.json5; without that file it runs on the mock board, whose devices only \
      record what they are told. A systemd unit has to ask for the mock board. To try things out beside a real one:

        rouse daemon --board mock --state /tmp/rouse --socket /tmp/rouse.sock
      """)

  @OptionGroup var options: ServiceOptions

  /// With the words as they were typed, which `options` has found to be right.
  func run() throws {
    throw try OwnProgram.find(.daemon).replaceThisProcess(arguments: Array(CommandLine.arguments.dropFirst(2)))
  }
}
