import ArgumentParser
import Control

struct MockStateCommand: AskingVerb {
  static let about = CommandConfiguration("mock state")
  @Flag(help: "Draw the display's segments above the list.")
  var draw = false
  @OptionGroup var io: IO

  var command: GetMockState { GetMockState() }
  func text(_ state: MockStateView) -> String {
    draw ? MockText.drawing(state).joined(separator: "\n") : MockText.listing(state)
  }
}

struct MockHistoryCommand: Verb {
  static let about = CommandConfiguration("mock history")
  @OptionGroup var io: IO

  func run() throws {
    let reply = try connection.ask(GetMockHistory())
    try format.print(reply) { reply.history.map(MockText.line).joined(separator: "\n") }
    if reply.dropped > 0 { Output.note("\(reply.dropped) older entries were dropped: the history is bounded.") }
  }
}

struct MockWatchCommand: Verb {
  static let about = CommandConfiguration("mock watch")
  @OptionGroup var io: IO

  func run() throws {
    try watch(every: 100) {
      try $0.send(GetMockState())
    } draw: {
      ["MOCK BOARD", ""] + MockText.drawing($0) + ["", "Ctrl-C ends this."]
    } print: { state, last in
      if !format.json {
        for line in Self.changes(from: last, to: state) { try Output.line(line) }
      } else if state != last {
        try Output.line(JSONText.line(state))
      }
    }
  }

  static func changes(from last: MockStateView?, to state: MockStateView) -> [String] {
    let before = last.map(MockText.lines)
    return MockText.lines(state).enumerated().filter { index, line in before?[index].text != line.text }
      .map { _, line in "\(line.device): \(line.text)" }
  }
}
