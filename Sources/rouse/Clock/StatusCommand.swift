import ArgumentParser
import Control

struct StatusCommand: AskingVerb {
  static let configuration = CommandConfiguration(
    "status", "What was missed, what rings, what rings next, and the health of every part.")

  @OptionGroup var io: IO

  var command: GetStatus { GetStatus() }
  func text(_ status: StatusView) -> String { StatusText.rendered(status) }
}
