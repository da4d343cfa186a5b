import ArgumentParser
import Control

struct FleetShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration("fleet show", "All that is known of one clock.")

  @Argument(help: ArgumentHelp("The clock's name, or the name of its account.", valueName: "name"))
  var name: String
  @OptionGroup var source: FleetSource
  @OptionGroup var format: Format

  func run() throws {
    let clock = try FleetText.clock(name, in: try source.view(["--recent"]))
    try format.print(clock) { FleetText.listing(clock, now: FleetText.now, .output).rendered() }
  }
}
