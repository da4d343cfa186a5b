import Control

/// What the guide ends with: whether the clock is ready, what is left, and what no program can look at.
struct SetupEnding {
  var status: StatusView
  var record: SetupRecord
  var open: [String]

  func paragraphs(_ style: Style) -> [String] {
    var lines = VerdictText.lines(status, style)
    if status.board.mock { lines.append(style.yellow("MOCK BOARD: no real hardware is driven")) }
    if open.isEmpty {
      lines.append("Nothing is left for later.")
    } else {
      lines.append("Left for later, and `rouse setup` asks for it again:")
      lines += open.map { "- \($0)" }
    }
    if !said.isEmpty { lines.append("Said by a file, and tried by nobody: \(said.joined(separator: ", ")).") }
    lines.append(Self.kept)
    return lines + [""] + Self.house(status.clock)
  }

  /// The devices of which a file alone has said that they work.
  private var said: [String] {
    (SetupQuestion.devices.map { $0.question } + [.camera]).map { $0.key }.filter { key in
      record.entries[key].map { $0.isSaid && $0.answer == "yes" } ?? false
    }
  }

  static let kept =
    "What it remembers of rings stays on this machine, for two years at first: `rouse data` shows all that is kept, and "
    + "how it goes."

  static func house(_ clock: ClockView) -> [String] {
    [
      "What depends on your house:",
      "- The time after a power cut: without a clock chip with a battery (RTC), the board waits for the network to "
        + "tell it. With one: `rouse settings set clock-source battery`."
        + (clock.trusted ? "" : " The time is not trusted now: `rouse status` says why."),
      "- The supply: take the board's own, on a socket that no switch turns off. A weak one fails when it is loud.",
      "- The card: hang it where you have to get up for it, out of the camera's view; and the spare elsewhere.",
    ]
  }
}
