import Hardware

/// - Parameter system: `nil` if it is not known.
func boardFacts(_ board: Board, _ system: SystemLook?) -> [Fact] {
  let warnings = board.warnings.map {
    Fact.warning(
      .board, $0, why: "two uses of one pin or one PWM channel disturb each other", fix: "rewire one of them")
  }
  return [boardFact(board, (system?.machine ?? MachineLook()).boardCommand)] + warnings
    + (system?.sharedLines ?? []).map { sharedLineFact($0, boardFile: board.file) }
}

private func boardFact(_ board: Board, _ command: String) -> Fact {
  guard board.isMock else { return .ok(.board, board.name + (board.file.map { " (\($0))" } ?? "")) }
  return .warning(
    .board, "the mock board: no real hardware is driven", why: "no alarm makes a noise that anybody hears",
    fix: "on a clock, put your board's file at \(BoardChoice.systemFile): "
      + "\(command), then `sudo systemctl restart rouse`")
}

private func sharedLineFact(_ line: SharedLine, boardFile: String?) -> Fact {
  let roles = Set(line.roles).map(\.rawValue).sorted().joined(separator: " and ")
  return .problem(
    .board, "\(line.place) has two devices: \(roles)",
    why: "only the first that asks for a line gets it, and the other does nothing",
    fix: "wire one of them to another line, write that into \(boardFile ?? "the board file"), then "
      + "`sudo systemctl restart rouse`")
}
