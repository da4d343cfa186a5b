import ArgumentParser
import Control
import MQTTReports

struct FleetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "fleet", "Many clocks at once, as a broker knows them.",
    subcommands: [FleetStatusCommand.self, FleetShowCommand.self, FleetLogCommand.self],
    defaultSubcommand: FleetStatusCommand.self)
}

/// By whom the clocks are read.
struct FleetSource: ParsableArguments {
  @Option(
    help: ArgumentHelp("The file of your account; else ~/.config/rouse/fleet.json5.", valueName: "file"),
    completion: .file())
  var config: String?

  /// Runs `rouse-mqtt fleet`, which has the network.
  func read(
    _ arguments: [String] = [], isFollowed: Bool = false, each: (FleetLine) throws(ControlError) -> Void
  ) throws(ControlError) {
    let file = config.map { ["--config", $0] } ?? []
    try OwnProgram.find(.mqtt).tell(["fleet"] + file + arguments, isFollowed: isFollowed, problem: Self.problem) {
      (line: FleetLine) throws(ControlError) in
      if let error = line.error { throw error }
      try each(line)
    }
  }

  private static let problem = "the clocks could not be read"

  /// All of them, at this moment.
  func view(_ arguments: [String] = []) throws(ControlError) -> FleetView {
    var view: FleetView?
    try read(arguments) { line in view = line.view ?? view }
    guard let view else { throw try OwnProgram.find(.mqtt).isOfAnotherVersion(Self.problem) }
    return view
  }
}
