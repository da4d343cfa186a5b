import ArgumentParser
import Control

struct FleetStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "fleet status", "A line a clock: what rings next, whether it can be counted on, and since when it is silent.")

  @Flag(help: "Go on, with each change, until Ctrl-C.")
  var watch = false
  @OptionGroup var source: FleetSource
  @OptionGroup var format: Format

  func run() throws {
    guard watch else {
      let view = try source.view()
      return try format.print(view) { FleetText.table(view, now: FleetText.now, .output) }
    }
    let screen = Terminal.isDrawnOn && !format.json ? try AlternateScreen() : nil
    defer { screen?.restore() }
    try source.read(["--watch"], isFollowed: true) { (line) throws(ControlError) in
      guard let view = line.view else { return }
      if format.json { return try Output.line(JSONText.line(view)) }
      let text = FleetText.table(view, now: FleetText.now, Style.output.fitting)
      guard let screen else { return try Output.line(text + "\n") }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      try screen.show(lines + ["", "Ctrl-C ends this."])
    }
  }
}
