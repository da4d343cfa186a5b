import ArgumentParser
import Control

struct MockWatchCommand: Verb {
  static let configuration = CommandConfiguration("mock watch", "Draw the mock board live, until Ctrl-C.")
  @OptionGroup var io: IO

  func run() throws {
    let client = try connection.open()
    var last: MockStateView?
    let isDrawn = Terminal.isDrawnOn && !format.json
    let screen = isDrawn ? try AlternateScreen() : nil
    defer { screen?.restore() }
    while true {
      let state = try client.send(GetMockState())
      if let screen {
        // Also without a change: the window may have been resized.
        try screen.show(["MOCK BOARD", ""] + MockText.drawing(state) + ["", "Ctrl-C ends this."])
      } else if format.json {
        if state != last { try Output.line(JSONText.line(state)) }
      } else {
        for line in Self.changes(from: last, to: state) { try Output.line(line) }
      }
      last = state
      Output.rest(milliseconds: 100)
    }
  }

  /// A line for every device that does something else than before.
  static func changes(from last: MockStateView?, to state: MockStateView) -> [String] {
    let before = last.map(MockText.lines)
    return MockText.lines(state).enumerated().filter { index, line in before?[index].text != line.text }
      .map { _, line in "\(line.device): \(line.text)" }
  }
}
