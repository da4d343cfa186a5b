import ArgumentParser
import Control

struct MockStateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state", abstract: "What every device of the mock board does at this moment.",
    discussion: """
      Examples:
        rouse mock state
        rouse mock state --draw
        rouse mock state --json | jq .buzzer.on
      """)
  @Flag(help: "Draw the display's segments above the list.")
  var draw = false
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let state = try connection.ask(GetMockState())
    try format.print(state) {
      draw ? MockText.drawing(state).joined(separator: "\n") : MockText.listing(state)
    }
  }
}

struct MockHistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "All that the devices of the mock board were made to do, with times.",
    discussion: """
      Examples:
        rouse mock history
        rouse mock history --json | jq '.history[] | select(.device == "buzzer")'
      """)
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(GetMockHistory())
    try format.print(reply) { reply.history.map(MockText.line).joined(separator: "\n") }
    if reply.dropped > 0 { Output.note("\(reply.dropped) older entries were dropped: the history is bounded.") }
  }
}
