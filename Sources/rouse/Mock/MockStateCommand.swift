import ArgumentParser
import Control

struct MockStateCommand: AskingVerb {
  static let configuration = CommandConfiguration(
    "mock state", "What every device of the mock board does at this moment.")
  @Flag(help: "Draw the display's segments above the list.")
  var draw = false
  @OptionGroup var io: IO

  var command: GetMockState { GetMockState() }
  func text(_ state: MockStateView) -> String {
    draw ? MockText.drawing(state).joined(separator: "\n") : MockText.listing(state)
  }
}

struct MockHistoryCommand: Verb {
  static let configuration = CommandConfiguration(
    "mock history", "All that the devices of the mock board were made to do, with times.")
  @OptionGroup var io: IO

  func run() throws {
    let reply = try connection.ask(GetMockHistory())
    try format.print(reply) { reply.history.map(MockText.line).joined(separator: "\n") }
    if reply.dropped > 0 { Output.note("\(reply.dropped) older entries were dropped: the history is bounded.") }
  }
}
